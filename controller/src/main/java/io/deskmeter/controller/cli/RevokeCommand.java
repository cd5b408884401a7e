package io.deskmeter.controller.cli;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes a machine's right to be an agent. */
@Command(
        description = "Ends the link of an agent of another machine, and refuses it from now on.",
        mixinStandardHelpOptions = true)
final class RevokeCommand implements Callable<Integer> {
    private final PrintStream out;

    @Mixin
    private final RunningController controller = new RunningController();

    @Parameters(paramLabel = "AGENT", description = "Id of the agent, as the page of agents shows it.")
    private String agent = "";

    @Option(names = "--because", paramLabel = "TEXT", description = "Reason, for the log of that agent.")
    private String because = "";

    RevokeCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        controller.client().revoke(agent, because);
        out.println("revoked: " + agent);
        return ExitCode.DONE;
    }
}
