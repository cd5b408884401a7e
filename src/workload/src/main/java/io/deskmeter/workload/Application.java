package io.deskmeter.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to start an application.
 *
 * @param commands argument vectors by platform ({@code linux}, {@code windows}, {@code macos}); {@code ${content}} in
 *     an argument stands for the session's private copy of the workload's content folder
 */
public record Application(Map<String, List<String>> commands) {
    public Application {
        commands = Map.copyOf(commands);
    }

    /** The command for a platform, empty if the workload cannot run there. */
    public Optional<List<String>> command(String platform) {
        return Optional.ofNullable(commands.get(platform));
    }

    /**
     * The program that the command for a platform is about: {@code env} with its settings only prepares for it.
     *
     * @return empty if the workload cannot run there
     */
    public Optional<String> program(String platform) {
        return command(platform)
                .map(command -> command.get(0).equals("env") ? EnvCommand.program(command) : command.get(0));
    }
}
