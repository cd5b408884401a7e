package io.deskmeter.agent.viewer;

import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The programs that a run profile may start on this agent ({@code target.viewer.command}): those allowed on the agent's
 * command line, with any arguments, and the {@linkplain KnownViewer known viewers}, with arguments that only affect the
 * display. A profile is received over the network from people who may not be users of this machine, so it never extends
 * the list.
 *
 * @param path the folders in which programs are searched, also when they are started
 * @param allowed names of programs on the path, or absolute paths
 */
public record AllowedPrograms(SearchPath path, List<String> allowed) {
    private static final String OPTION = "--allow-program";

    /** Throws {@link IllegalArgumentException} for a value that is neither a name nor an absolute path. */
    public AllowedPrograms {
        allowed = List.copyOf(allowed);
        for (String program : allowed) {
            if (program.isBlank() || (program.contains("/") && !program.startsWith("/"))) {
                throw new IllegalArgumentException(OPTION + ": \"" + program
                        + "\" (expected: the name of a program on the agent's PATH, or an absolute path)");
            }
        }
    }

    /** The programs allowed on the command line, with the PATH of this process. */
    public static AllowedPrograms here(List<String> allowed) {
        return new AllowedPrograms(new SearchPath(System.getenv().getOrDefault("PATH", "")), allowed);
    }

    /** Allows only the known viewers. */
    public static AllowedPrograms onlyKnownViewers() {
        return here(List.of());
    }

    /**
     * Why a command may not be started.
     *
     * @param program the first part of the command
     * @param value the offending value
     * @param expected allowed values
     * @param hint what to do about it
     */
    public record Refusal(String program, String value, String expected, String hint) {
        /** For display, in one line. */
        public String words() {
            return "target.viewer.command: " + value + " (expected: " + expected + "; hint: " + hint + ")";
        }
    }

    /** Why this command of a profile may not be started here; empty if it may. */
    public Optional<Refusal> refusal(List<String> command) {
        String program = command.get(0);
        if (allowed.stream().anyMatch(one -> isSame(one, program))) {
            return Optional.empty();
        }
        Optional<KnownViewer> known = KnownViewer.ALL.stream()
                .filter(viewer -> viewer.names().stream().anyMatch(name -> isSame(name, program)))
                .findFirst();
        if (known.isEmpty()) {
            return Optional.of(refusal(program, program + " is not on this agent's list of programs"));
        }
        return command.stream()
                .skip(1)
                .filter(argument -> !known.get().accepts().test(argument))
                .findFirst()
                .map(argument -> refusal(
                        program,
                        "argument " + argument + " of " + program
                                + " is not one of the arguments that only affect the display"));
    }

    private Refusal refusal(String program, String value) {
        return new Refusal(
                program,
                value,
                "vncviewer or xfreerdp with arguments that only affect the display"
                        + (allowed.isEmpty() ? "" : ", or one of " + allowed),
                "if this machine is meant to start it, start its agent with " + OPTION + " " + program);
    }

    /**
     * The same name, or both mean the same file. Links are not followed, because a program may behave differently for
     * each of its names.
     */
    private boolean isSame(String listed, String program) {
        if (listed.equals(program)) {
            return true;
        }
        Optional<Path> file = file(program);
        return file.isPresent() && file.equals(file(listed));
    }

    private Optional<Path> file(String program) {
        try {
            Path found = path.find(program);
            return found.isAbsolute() ? Optional.of(found.normalize()) : Optional.empty();
        } catch (ProgramException notHere) {
            // Missing programs are reported by the check for programs.
            return Optional.empty();
        }
    }
}
