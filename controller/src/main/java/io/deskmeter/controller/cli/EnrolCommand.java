package io.deskmeter.controller.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Invites machines. */
@Command(
        description = "Prints the command that makes a machine an agent of a running controller.",
        mixinStandardHelpOptions = true)
final class EnrolCommand implements Callable<Integer> {
    private static final int SECONDS = 60;

    private final PrintStream out;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final RunningController controller = new RunningController();

    @Option(
            names = "--machines",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many machines may join with this token (default: ${DEFAULT-VALUE}).")
    private int machines;

    @Option(
            names = "--label",
            paramLabel = "LABEL",
            description =
                    "Label of these agents, which run profiles can ask for with `agents`. Repeat it for several labels.")
    private List<String> labels = List.of();

    @Option(
            names = "--valid-minutes",
            paramLabel = "N",
            defaultValue = "60",
            description = "How long the token is valid (default: ${DEFAULT-VALUE}).")
    private int validMinutes;

    EnrolCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (validMinutes < 1 || validMinutes > Integer.MAX_VALUE / SECONDS) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--valid-minutes: " + validMinutes + " (expected: at least 1, at most 43200, which is 30 days)");
        }
        ControllerClient.JoinCommand made = controller.client().enrol(machines, labels, validMinutes * SECONDS);
        out.println(made.command());
        out.println("Paste this on "
                + (machines == 1 ? "the machine" : machines + " machines")
                + ". The token is secret, and valid until " + made.expiresAt() + ".");
        return ExitCode.DONE;
    }
}
