package io.deskmeter.agent;

import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.text.CommandName;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The command {@code deskmeter} on Windows, where {@code deskmeter.cmd} starts it with all words of the command line: a
 * batch file cannot take the first of them away without changing the others. It has the words of the launcher of Linux,
 * as far as there are programs for Windows.
 */
public final class WindowsLauncherMain {
    private static final int INVALID_INPUT = 2;

    /** Commands of the launcher on Linux. */
    private static final Set<String> LINUX_ONLY = Set.of(
            "agents",
            "audit",
            "backup",
            "bench",
            "check",
            "compare",
            "controller",
            "demo",
            "doctor",
            "enrol",
            "format",
            "installations",
            "login",
            "login-link",
            "logout",
            "package",
            "restore",
            "revoke",
            "run",
            "runs",
            "test",
            "testbed",
            "token",
            "user");

    private static final String USAGE = """
            Usage: deskmeter COMMAND [OPTION ...]
            Deskmeter is a load tester for remote desktops. This is its command on Windows, where there
            are desktop agents, and tools for authors of workloads; all others are on Linux.

              agent setup              make this machine one that is measured, and take it back
              agent desktop            start a desktop agent in this session
              agent screenshot FILE    save a picture of this session's screen, as a desktop agent sees it
              agent check keyboard     type the texts of workloads on a desktop, and say which characters do not arrive
              workload                 create, check, export and list workloads

            Options of all commands:
              --help             show the options of the command
              --version          print the version
            """;

    private WindowsLauncherMain() {}

    /** Which program a command line means. */
    enum Program {
        AGENT,
        DESKTOP_AGENT,
        WORKLOAD,
        VERSION,
        USAGE,
        LINUX_ONLY,
        UNKNOWN
    }

    /**
     * What a command line starts.
     *
     * @param arguments of that program
     */
    record Start(Program program, List<String> arguments) {
        /** With the options that are the launcher's, as on Linux: {@code --yes}, which installs nothing here, too. */
        static Start of(List<String> words) {
            String command = words.isEmpty() ? "--help" : words.get(0);
            List<String> given = words.subList(Math.min(1, words.size()), words.size());
            if (given.contains("--version") || command.equals("--version") || command.equals("-V")) {
                return new Start(Program.VERSION, List.of());
            }
            List<String> rest =
                    given.stream().filter(word -> !word.equals("--yes")).toList();
            return switch (command) {
                case "--help", "-h", "help" -> new Start(Program.USAGE, List.of());
                case "agent" ->
                    !rest.isEmpty() && rest.get(0).equals("desktop")
                            ? new Start(Program.DESKTOP_AGENT, rest.subList(1, rest.size()))
                            : new Start(Program.AGENT, rest);
                case "workload" -> new Start(Program.WORKLOAD, rest);
                default ->
                    new Start(LINUX_ONLY.contains(command) ? Program.LINUX_ONLY : Program.UNKNOWN, List.of(command));
            };
        }
    }

    public static void main(String[] args) {
        Start start = Start.of(Arrays.asList(args));
        String[] arguments = start.arguments().toArray(String[]::new);
        switch (start.program()) {
            case AGENT -> AgentMain.main(arguments);
            case DESKTOP_AGENT -> DesktopAgentMain.main(arguments);
            case WORKLOAD -> WorkloadMain.main(arguments);
            default -> System.exit(answer(start, System.out, CommandName.in(System.err)));
        }
    }

    /** Of a command line that starts no program. */
    static int answer(Start start, PrintStream out, PrintStream err) {
        if (start.program() == Program.VERSION) {
            out.println("Deskmeter " + AgentVersion.text());
            return 0;
        }
        if (start.program() == Program.USAGE) {
            out.print(USAGE);
            return 0;
        }
        String command = start.arguments().get(0);
        String hint = command.equals("doctor")
                ? "./deskmeter agent setup --dry-run looks at this machine"
                : "start it at the controller, on Linux";
        err.println(
                start.program() == Program.LINUX_ONLY
                        ? "deskmeter: command: " + command
                                + ", which there is on Linux only (expected: agent or workload; hint: " + hint + ")"
                        : "deskmeter: command: " + command
                                + " (expected: agent or workload; hint: ./deskmeter --help)");
        err.flush();
        return INVALID_INPUT;
    }
}
