package io.deskmeter.screen.viewer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a client program is started: a template with variables. {@code ${host}}, {@code ${port}}, {@code ${socket}},
 * {@code ${user}}, {@code ${domain}}, {@code ${application}}, {@code ${width}}, {@code ${height}} and {@code ${folder}}
 * (a private folder, the program's HOME) are allowed anywhere. {@code ${password}} is not allowed in the command,
 * because all users of a machine can read the arguments of its programs: pass it in the environment, on the standard
 * input or in a file. {@code ${passwordFile}} is the path of a private file that contains only the password,
 * {@code ${file:NAME}} that of a file of {@code files}. Everything in the private folder is removed when the viewer
 * ends.
 *
 * @param command the program, which must stay in the foreground while the desktop is shown, and its arguments
 * @param environment added to a minimal environment, which inherits nothing
 * @param input what the program reads from its standard input; null for nothing
 * @param files contents of private files by name
 */
public record ViewerCommand(
        List<String> command,
        Map<String, String> environment,
        @Nullable String input,
        Map<String, String> files) {

    /**
     * Throws {@link IllegalArgumentException} for unknown variables, and for the password where other users could read
     * it.
     */
    public ViewerCommand {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        files = Map.copyOf(files);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("viewer command: empty (expected: a program and its arguments)");
        }
        for (String name : files.keySet()) {
            if (!name.matches("[A-Za-z0-9._-]+") || name.startsWith(".")) {
                throw new IllegalArgumentException("viewer command: file \"" + name
                        + "\" (expected: a name of letters, digits, . _ and -, not beginning with a dot)");
            }
        }
        Set<String> names = files.keySet();
        for (String argument : command) {
            ViewerVariables.check("argument", argument, names);
            if (ViewerVariables.in(argument).contains(ViewerVariables.PASSWORD)) {
                throw new IllegalArgumentException("viewer command: argument \"" + argument
                        + "\" would show the password to all users of the machine (expected: ${password} in the environment,"
                        + " the input or a file; hint: ${passwordFile} is the path of a private file that holds it)");
            }
        }
        environment.values().forEach(value -> ViewerVariables.check("environment", value, names));
        files.values().forEach(content -> ViewerVariables.check("file", content, names));
        if (input != null) {
            ViewerVariables.check("input", input, names);
        }
    }

    /** A command alone. */
    public static ViewerCommand of(List<String> command) {
        return new ViewerCommand(command, Map.of(), null, Map.of());
    }

    /** With one more variable of the environment. */
    public ViewerCommand withEnvironment(String name, String value) {
        Map<String, String> more = new TreeMap<>(environment);
        more.put(name, value);
        return new ViewerCommand(command, more, input, files);
    }

    /** With this on the standard input. */
    public ViewerCommand withInput(String text) {
        return new ViewerCommand(command, environment, text, files);
    }

    /** With one more private file, whose path is {@code ${file:NAME}}. */
    public ViewerCommand withFile(String name, String content) {
        Map<String, String> more = new TreeMap<>(files);
        more.put(name, content);
        return new ViewerCommand(command, environment, input, more);
    }

    /** Whether any part uses this variable. */
    boolean uses(String variable) {
        List<String> parts = new ArrayList<>(command);
        parts.addAll(environment.values());
        parts.addAll(files.values());
        if (input != null) {
            parts.add(input);
        }
        return parts.stream().anyMatch(part -> ViewerVariables.in(part).contains(variable));
    }
}
