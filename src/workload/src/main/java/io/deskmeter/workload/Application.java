package io.deskmeter.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to start an application.
 *
 * @param commands argument vectors by platform ({@code linux}, {@code windows}, {@code macos}); {@code ${content}} in an argument
 *     stands for the session's private copy of the workload's content folder
 */
public record Application(Map<String, List<String>> commands) {
    public Application {
        commands = Map.copyOf(commands);
    }

    /** The command for a platform, empty if the workload cannot run there. */
    public Optional<List<String>> command(String platform) {
        return Optional.ofNullable(commands.get(platform));
    }
}
