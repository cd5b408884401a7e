package io.deskmeter.controller.cli.admin;

import io.deskmeter.controller.cli.client.RunningController;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes a machine's right to be an agent, or a controller's right to make agents. */
@Command(
        description =
                "Ends the link of an agent of another machine, and refuses it from now on. Of a controller that has joined the authority of another"
                        + " one: the same for all agents whose certificate it has issued.",
        mixinStandardHelpOptions = true)
public final class RevokeCommand implements Callable<Integer> {
    private final PrintStream out;

    @Mixin
    private final RunningController controller = new RunningController();

    @Parameters(
            paramLabel = "ID",
            description =
                    "Id of the agent, as ./deskmeter agents and the page of agents show it, or of the controller, as it prints it when it starts.")
    private String id = "";

    @Option(names = "--because", paramLabel = "TEXT", description = "Reason, for the logs of these agents.")
    private String because = "";

    public RevokeCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        controller.client().revoke(id, because);
        out.println("revoked: " + id);
        return ExitCode.DONE;
    }
}
