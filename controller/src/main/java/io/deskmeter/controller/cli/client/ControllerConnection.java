package io.deskmeter.controller.cli.client;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.InstallationFolders;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.Pem;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a command reaches a controller.
 *
 * @param tls trusts the authority of this controller only; null without TLS
 */
public record ControllerConnection(
        URI address, Credential credential, @Nullable SSLContext tls) {
    /** The controller of this machine. */
    static final URI LOCAL = URI.create("http://127.0.0.1:8080");

    public static final String TOKEN = "DESKMETER_TOKEN";
    static final String AUTHORITY = "DESKMETER_AUTHORITY";

    private static final String HTTPS = "https";
    private static final long LONGEST_AUTHORITY = 1 << 20;

    /**
     * What a command line says of a controller.
     *
     * @param controller its address
     * @param tokenFile with a token, or with a controller's secret
     * @param authority fingerprint, or file of certificates
     * @param data its data folder, if it is on this machine
     */
    public record Given(
            @Nullable URI controller,
            @Nullable Path tokenFile,
            @Nullable String authority,
            @Nullable Path data) {}

    /**
     * Finds out how a command reaches a controller.
     *
     * @param err is told which controller it is, if nobody has named it, and of a token that others can read
     */
    static ControllerConnection find(Given given, Map<String, String> environment, StoredLogins logins, PrintStream err)
            throws CommandException {
        Optional<Credential> said = said(given.tokenFile(), environment, err);
        URI address = given.controller();
        if (address == null) {
            // A token, a folder or an authority without an address are meant for what they were meant for before there
            // were logins.
            boolean nothing = said.isEmpty() && given.data() == null && given.authority() == null;
            Optional<StoredLogin> last = nothing ? logins.last() : Optional.empty();
            last.ifPresent(login -> err.println(
                    "Controller: " + login + " (--controller URL for another one, ./deskmeter logout ends this)"));
            address = last.map(login -> URI.create(login.url())).orElse(LOCAL);
        }
        return HTTPS.equals(address.getScheme())
                ? secure(address, given, said, environment, logins)
                : plain(address, given, said);
    }

    private static ControllerConnection plain(URI address, Given given, Optional<Credential> said)
            throws CommandException {
        Credential credential =
                said.orElseGet(() -> Credential.bearer(isLoopback(address) ? secret(given.data(), address) : ""));
        if (!isLoopback(address) && !credential.isNone()) {
            throw CommandException.input(
                    "--controller: " + address
                            + " (expected: https, or an address of this machine, because a token must not be readable on the way)");
        }
        if (given.authority() != null) {
            throw CommandException.input("--authority: with " + address + " (expected: an address with https)");
        }
        return new ControllerConnection(address, credential, null);
    }

    private static String secret(@Nullable Path data, URI address) {
        Path usual = InstallationFolders.data(data).resolve(TokenRole.ADMIN.file());
        return TokenSource.find(null, Map.of(), usual, address.getHost()).get();
    }

    private static ControllerConnection secure(
            URI address, Given given, Optional<Credential> said, Map<String, String> environment, StoredLogins logins)
            throws CommandException {
        Optional<StoredLogin> login = logins.of(address);
        Optional<String> authority = Stream.of(given.authority(), environment.get(AUTHORITY))
                .filter(text -> text != null && !text.isEmpty())
                .findFirst();
        SSLContext tls;
        if (authority.isPresent()) {
            tls = trust(authority.get());
        } else if (login.isPresent()) {
            tls = pem(login.get().authority(), "login");
        } else {
            throw CommandException.input("authority: none known for " + address
                    + " (expected: one by which this controller is known; hint: ./deskmeter login " + address
                    + ", or --authority or " + AUTHORITY
                    + " with the fingerprint that the controller prints at its start)");
        }
        Credential credential = said.or(() -> login.map(StoredLogin::credential))
                .orElseThrow(() -> CommandException.input("login: none at " + address
                        + " (expected: a session or a token; hint: ./deskmeter login " + address + ", or "
                        + TOKEN + " or --token-file FILE with an API token)"));
        return new ControllerConnection(address, credential, tls);
    }

    /**
     * Trusts an authority only.
     *
     * @param authority fingerprint, or file of certificates
     */
    static SSLContext trust(String authority) throws CommandException {
        if (authority.startsWith("sha256:")) {
            try {
                return LinkTls.webClient(Fingerprint.parse(authority));
            } catch (IllegalArgumentException e) {
                throw CommandException.input("--authority: " + e.getMessage());
            }
        }
        return pem(certificates(Path.of(authority)), "--authority: " + authority);
    }

    /** The text of a file of certificates. */
    static String certificates(Path file) throws CommandException {
        try {
            if (Files.size(file) > LONGEST_AUTHORITY) {
                throw new IOException(Files.size(file) + " bytes");
            }
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw CommandException.input("--authority: " + file + ": " + FaultText.reason(e)
                    + " (expected: sha256: and a fingerprint, or a PEM file of certificates)");
        }
    }

    static SSLContext pem(String text, String what) throws CommandException {
        try {
            return LinkTls.webClient(Pem.certificates(text));
        } catch (IOException e) {
            throw CommandException.input(what + ": " + e.getMessage());
        }
    }

    /** The token that an option or the environment names. */
    private static Optional<Credential> said(@Nullable Path option, Map<String, String> environment, PrintStream err)
            throws CommandException {
        String token = environment.getOrDefault(TOKEN, "").strip();
        String file = environment.getOrDefault(TokenSource.VARIABLE, "");
        if (option != null) {
            return Optional.of(read("--token-file", option, err));
        }
        if (!token.isEmpty() && !file.isEmpty()) {
            throw CommandException.input(
                    "environment: " + TOKEN + " and " + TokenSource.VARIABLE + " (expected: one of them)");
        }
        try {
            if (!token.isEmpty()) {
                return Optional.of(Credential.parse(token));
            }
            return file.isEmpty() ? Optional.empty() : Optional.of(read(TokenSource.VARIABLE, Path.of(file), err));
        } catch (IllegalArgumentException e) {
            throw CommandException.input((token.isEmpty() ? TokenSource.VARIABLE : TOKEN) + ": " + e.getMessage());
        }
    }

    /**
     * The token of a file.
     *
     * @param what names the file
     * @param err is told if others can read it
     */
    static Credential read(String what, Path file, PrintStream err) throws CommandException {
        try {
            Credential credential = Credential.read(file);
            Credential.warning(what, file).ifPresent(err::println);
            return credential;
        } catch (IOException e) {
            throw CommandException.input(what + ": " + e.getMessage());
        }
    }

    private static boolean isLoopback(URI address) {
        try {
            return Stream.of(InetAddress.getAllByName(address.getHost())).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
