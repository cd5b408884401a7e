package io.deskmeter.controller.cli.admin;

import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.client.RunningController;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Invites machines, and other controllers of the same store. */
@Command(
        description =
                "Prints the command that makes a machine an agent of a running controller, or the options by which another controller of the same"
                        + " store issues certificates for its authority.",
        mixinStandardHelpOptions = true)
public final class EnrolCommand implements Callable<Integer> {
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
            description = "How many machines may join with this token (default: 1).")
    private @Nullable Integer machines;

    @Option(
            names = "--label",
            paramLabel = "LABEL",
            description =
                    "Label of these agents, which run profiles can ask for with `agents`. Repeat it for several labels.")
    private List<String> labels = List.of();

    @Option(names = "--as-controller", description = "For another controller of the same store, and no agent.")
    private boolean asController;

    @Option(
            names = "--valid-minutes",
            paramLabel = "N",
            defaultValue = "60",
            description = "How long the token is valid (default: ${DEFAULT-VALUE}).")
    private int validMinutes;

    public EnrolCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (validMinutes < 1 || validMinutes > Integer.MAX_VALUE / SECONDS) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--valid-minutes: " + validMinutes + " (expected: at least 1, at most 43200, which is 30 days)");
        }
        int seconds = validMinutes * SECONDS;
        if (asController) {
            if (machines != null || !labels.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(),
                        (machines == null ? "--label" : "--machines")
                                + ": with --as-controller (expected: one controller, which has no labels)");
            }
            tell(controller.client().enrolController(seconds), "Add your options of that controller, as --store");
            return ExitCode.DONE;
        }
        int count = machines == null ? 1 : machines;
        tell(
                controller.client().enrol(count, labels, seconds),
                "Paste this on " + (count == 1 ? "the machine" : count + " machines"));
        return ExitCode.DONE;
    }

    private void tell(ControllerClient.JoinCommand made, String what) {
        out.println(made.command());
        out.println(what + ". The token is secret, and valid until " + made.expiresAt() + ".");
    }
}
