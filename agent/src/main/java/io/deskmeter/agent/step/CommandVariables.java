package io.deskmeter.agent.step;

import java.nio.file.Path;
import java.util.List;

/**
 * The values of {@code ${…}} in a command.
 *
 * @param content the application instance's private copy of the workload's content folder
 * @param home the session's HOME
 * @param session index from 0
 */
public record CommandVariables(Path content, Path home, int session) {

    public List<String> in(List<String> command) {
        return command.stream().map(this::in).toList();
    }

    private String in(String argument) {
        return argument.replace("${content}", content.toString())
                .replace("${home}", home.toString())
                .replace("${session}", Integer.toString(session));
    }
}
