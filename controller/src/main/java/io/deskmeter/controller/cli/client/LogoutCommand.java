package io.deskmeter.controller.cli.client;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import java.io.PrintStream;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Ends a login. */
@Command(
        description = "Ends the login of ./deskmeter login, here and at the controller. An API token stays valid.",
        mixinStandardHelpOptions = true)
public final class LogoutCommand implements Callable<Integer> {
    private final PrintStream out;
    private final PrintStream err;

    @Parameters(
            paramLabel = "URL",
            arity = "0..1",
            converter = LoginAddress.class,
            description = "Address of the controller (default: that of the last login).")
    private @Nullable URI controller;

    public LogoutCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        StoredLogins logins = StoredLogins.ofUser(System.getenv());
        Optional<StoredLogin> found = controller == null ? logins.last() : logins.of(controller);
        StoredLogin login = found.orElseThrow(() -> CommandException.input("login: none"
                + (controller == null ? "" : " at " + controller) + " (expected: one of ./deskmeter login)"));
        // First here: also with a controller that does not answer, no command uses it any more.
        logins.remove(login);
        if (login.cookie() != null) {
            try {
                new ControllerClient(new ControllerConnection(
                                URI.create(login.url()),
                                login.credential(),
                                ControllerConnection.pem(login.authority(), "login")))
                        .logOut();
            } catch (CommandException e) {
                err.println("deskmeter: the controller keeps the session until it expires: " + e.getMessage());
            }
        }
        out.println("Logged out of " + login.url() + ".");
        return ExitCode.DONE;
    }
}
