package io.deskmeter.agent;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktopagent.DesktopCommand;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.setup.SetupCommand;
import io.deskmeter.agent.tryout.DesktopCheckCommand;
import io.deskmeter.agent.tryout.KeyboardCommand;
import io.deskmeter.agent.tryout.ScreenshotCommand;
import io.deskmeter.agent.tryout.TryCommand;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.tls.ControllerUnreachableException;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.text.CommandLineErrors;
import io.deskmeter.text.CommandName;
import io.deskmeter.text.FaultText;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.InvalidDocumentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * The agent's program: the client agent, and all commands of an agent. A user's session starts
 * {@link DesktopAgentMain}.
 */
public final class AgentMain {
    private static final int INVALID_INPUT = 2;

    /** A desktop that cannot be reached or used: nothing is wrong with what was asked for. */
    private static final int FAILED = 4;

    /** An agent that is to join has not reached the controller: the service tries again. */
    private static final int UNREACHABLE = 7;

    /** Commands that may use the screen of the session in which they run. */
    private static final Set<String> ON_SCREEN = Set.of("desktop", "screenshot", "check");

    private AgentMain() {}

    public static void main(String[] args) {
        callByName();
        boolean onScreen = args.length > 0
                && (ON_SCREEN.contains(args[0]) || List.of(args).contains("--window"))
                && Arrays.stream(args).noneMatch(arg -> arg.startsWith("--target"));
        System.setProperty("java.awt.headless", Boolean.toString(!onScreen));
        System.exit(executeWithSettings(args));
    }

    static int executeWithSettings(String[] args) {
        try {
            String[] expanded = AgentServiceSettings.expand(new CommandLine(new ClientCommand(Platforms.here())), args);
            return execute(AgentMain::commandLine, expanded);
        } catch (IllegalArgumentException e) {
            System.err.println("agent: " + FaultText.message(e));
            return INVALID_INPUT;
        }
    }

    /** Before a command line is made, which keeps the streams that it finds. */
    static void callByName() {
        System.setOut(CommandName.in(System.out));
        System.setErr(CommandName.in(System.err));
    }

    /**
     * Also without a stack trace where the machine is not one that an agent supports, which is known before there is a
     * command line.
     */
    static int execute(Supplier<CommandLine> program, String[] args) {
        CommandLine line;
        try {
            line = program.get();
        } catch (IllegalArgumentException e) {
            System.err.println("agent: " + FaultText.message(e));
            return INVALID_INPUT;
        }
        return line.execute(args);
    }

    /** The command line of the program, not yet executed. */
    public static CommandLine commandLine() {
        Platform platform = Platforms.here();
        CommandLine line = new CommandLine(new ClientCommand(platform))
                .addSubcommand(new TryCommand(platform))
                .addSubcommand(new DesktopCommand(platform))
                .addSubcommand(new ScreenshotCommand(platform))
                .addSubcommand(new CommandLine(new DesktopCheckCommand()).addSubcommand(new KeyboardCommand(platform)))
                .addSubcommand(SetupCommand.commandLine(platform));
        line.setExecutionStrategy(AgentMain::execute);
        return withMessages(line);
    }

    /** The settings of one command are not those of another below it. */
    private static int execute(ParseResult parsed) {
        for (ParseResult level = parsed; level.hasSubcommand(); level = level.subcommand()) {
            if (!level.matchedOptions().isEmpty()) {
                String option = level.matchedOptions().get(0).longestName();
                String command = level.subcommand().commandSpec().name();
                throw new ParameterException(
                        level.commandSpec().commandLine(),
                        "agent: " + option + " before " + command + " has no effect (expected: options of " + command
                                + " after it; hint: ./deskmeter agent " + words(level.subcommand()) + " --help)");
            }
        }
        return new RunLast().execute(parsed);
    }

    /** With those above it, below the program. */
    private static String words(ParseResult command) {
        return command.commandSpec().qualifiedName().replaceFirst("^\\./deskmeter agent ", "");
    }

    /** Prints the message of an error that the user can correct, without a stack trace. */
    static CommandLine withMessages(CommandLine line) {
        return withMessages(line, "agent");
    }

    /** @param program what the message begins with */
    static CommandLine withMessages(CommandLine line, String program) {
        line.setParameterExceptionHandler(new CommandLineErrors(program));
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            if (!isInvalidInput(e)) {
                throw e;
            }
            command.getErr().println(program + ": " + FaultText.message(e));
            if (e instanceof ControllerUnreachableException) {
                return UNREACHABLE;
            }
            return e instanceof ScreenException || e instanceof DesktopException ? FAILED : INVALID_INPUT;
        });
        return line;
    }

    /** All others are internal errors and may print a stack trace. */
    private static boolean isInvalidInput(Exception e) {
        return e instanceof IllegalArgumentException
                || e instanceof DesktopException
                || e instanceof ScreenException
                || e instanceof SpoolException
                || e instanceof IOException
                || e instanceof UncheckedIOException
                || e instanceof InvalidDocumentException
                || e instanceof TemplateException;
    }
}
