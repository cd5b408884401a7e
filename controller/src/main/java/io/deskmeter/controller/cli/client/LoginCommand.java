package io.deskmeter.controller.cli.client;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.Pem;
import io.deskmeter.link.tls.PresentedChain;
import io.deskmeter.text.FaultText;
import io.deskmeter.text.Terminal;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Logs this user in to a controller of another machine, for the commands that follow. */
@Command(
        description =
                "Logs in to a controller with https. Commands for a running controller then use it, until ./deskmeter logout.",
        mixinStandardHelpOptions = true)
public final class LoginCommand implements Callable<Integer> {
    private static final int HTTPS_PORT = 443;

    private final PrintStream out;
    private final PrintStream err;

    @Parameters(
            paramLabel = "URL",
            converter = LoginAddress.class,
            description = "Its address, as https://controller.example.org:8443; https:// may be left out.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private URI controller;

    @Option(
            names = "--authority",
            paramLabel = "SHA256|FILE",
            description =
                    "Fingerprint of its authority, as sha256:... and as the controller prints it at its start, or a PEM file of"
                            + " certificates (default: this command shows the fingerprint and asks whether it is right).")
    private @Nullable String authority;

    @Option(names = "--user", paramLabel = "NAME", description = "Name of the user (default: this command asks).")
    private @Nullable String user;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with an API token, in place of a name and a password; not with --user.")
    private @Nullable Path tokenFile;

    public LoginCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (!"https".equals(controller.getScheme())) {
            throw CommandException.input(
                    "URL: " + controller
                            + " (expected: an address with https; hint: a controller of this machine needs no login, commands read its admin.token)");
        }
        Credential token = tokenFile == null ? null : token(tokenFile);
        String trusted = authority == null ? confirmed() : named(authority);
        SSLContext tls = ControllerConnection.pem(trusted, "authority");
        StoredLogin login = token == null
                ? session(trusted, tls)
                : new StoredLogin(controller.toString(), "", Instant.now().toString(), trusted, null, token.secret());
        ControllerClient.Me me =
                new ControllerClient(new ControllerConnection(controller, login.credential(), tls)).me();
        StoredLogins.ofUser(System.getenv())
                .store(new StoredLogin(
                        login.url(), me.name(), login.at(), login.authority(), login.cookie(), login.token()));
        out.println("Logged in to " + controller + " as " + me.name() + " (" + me.role() + ").");
        return ExitCode.DONE;
    }

    private int port() {
        return controller.getPort() < 0 ? HTTPS_PORT : controller.getPort();
    }

    private String host() {
        return controller.getHost().replaceAll("^\\[|]$", "");
    }

    private List<X509Certificate> presented() throws CommandException {
        try {
            return PresentedChain.of(host(), port());
        } catch (IOException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Before anything is asked, or sent: the name and the time of the certificate do not depend on a person's answer.
     */
    private void check(String trusted) throws CommandException {
        try {
            PresentedChain.check(host(), port(), ControllerConnection.pem(trusted, "authority"));
        } catch (IOException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    private String confirmed() throws CommandException {
        Console console = console(
                "--authority: none (expected: the fingerprint that the controller prints at its start, because without a terminal nobody can"
                        + " compare it)");
        List<X509Certificate> chain = presented();
        X509Certificate top = chain.get(chain.size() - 1);
        String trusted = Pem.of(top);
        check(trusted);
        out.println(controller + " has a certificate of " + top.getSubjectX500Principal() + ".");
        out.println("Fingerprint of this authority: " + Fingerprint.of(top));
        out.println("The controller prints it at its start.");
        String answer = console.readLine("Is it the same? [yes/no] ");
        if (!"yes".equals(answer == null ? null : answer.strip())) {
            throw CommandException.input(
                    "fingerprint: not confirmed (expected: yes; hint: ask who runs the controller for its fingerprint)");
        }
        return trusted;
    }

    private String named(String given) throws CommandException {
        if (!given.startsWith("sha256:")) {
            String certificates = ControllerConnection.certificates(Path.of(given));
            check(certificates);
            return certificates;
        }
        Fingerprint wanted;
        try {
            wanted = Fingerprint.parse(given);
        } catch (IllegalArgumentException e) {
            throw CommandException.input("--authority: " + e.getMessage());
        }
        List<X509Certificate> chain = presented();
        String trusted = chain.stream()
                .filter(certificate -> Fingerprint.of(certificate).equals(wanted))
                .findFirst()
                .map(Pem::of)
                .orElseThrow(() -> CommandException.failed("authority: " + controller + " presents "
                        + chain.stream()
                                .map(Fingerprint::of)
                                .map(Fingerprint::text)
                                .collect(Collectors.joining(", "))
                        + " (expected: " + wanted
                        + "; hint: compare it with the fingerprint that the controller prints at its start)"));
        check(trusted);
        return trusted;
    }

    /** Before anything is asked: with a file that cannot be used, no answer of a person helps. */
    private Credential token(Path file) throws CommandException {
        if (user != null) {
            throw CommandException.input(
                    "--user: " + user
                            + " with --token-file (expected: one of them, because a token names its user; hint: leave --user out)");
        }
        return ControllerConnection.read("--token-file", file, err);
    }

    private StoredLogin session(String trusted, SSLContext tls) throws CommandException, InterruptedException {
        String name;
        String password;
        if (Terminal.interactive()) {
            Console console = console("terminal: none (expected: one)");
            name = user == null ? read(console.readLine("Name: ")) : user;
            char[] typed = console.readPassword("Password of %s: ", name);
            password = read(typed == null ? null : new String(typed));
        } else {
            if (user == null) {
                throw CommandException.input(
                        "--user: none (expected: a name, because there is no terminal; the password is read from standard input)");
            }
            name = user;
            password = line();
        }
        String cookie = new ControllerClient(new ControllerConnection(controller, Credential.none(), tls))
                .logIn(name, password);
        return new StoredLogin(controller.toString(), name, Instant.now().toString(), trusted, cookie, null);
    }

    private static String read(@Nullable String typed) throws CommandException {
        if (typed == null || typed.isEmpty()) {
            throw CommandException.input("login: nothing typed (expected: a name and a password)");
        }
        return typed;
    }

    /** A line of standard input. */
    private static String line() throws CommandException {
        try {
            return read(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine());
        } catch (IOException e) {
            throw CommandException.input("password: " + FaultText.reason(e) + " (expected: a line of standard input)");
        }
    }

    private static Console console(String without) throws CommandException {
        Console console = Terminal.interactive() ? System.console() : null;
        if (console == null) {
            throw CommandException.input(without);
        }
        return console;
    }
}
