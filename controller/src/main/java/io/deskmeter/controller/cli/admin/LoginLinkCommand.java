package io.deskmeter.controller.cli.admin;

import io.deskmeter.controller.cli.client.LocalController;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lets a browser in. */
@Command(
        description =
                "Prints a link that opens the web pages of a controller that runs on this machine. It works once, in one browser, within an hour. With a"
                        + " controller of another machine, people log in on its pages.",
        mixinStandardHelpOptions = true)
public final class LoginLinkCommand implements Callable<Integer> {
    private final PrintStream out;

    @Mixin
    private final LocalController controller = new LocalController();

    public LoginLinkCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        out.println(controller.client().loginLink());
        return ExitCode.DONE;
    }
}
