package io.deskmeter.controller.cli.service;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.openid.OpenIdSettings;
import io.deskmeter.controller.request.Role;
import io.deskmeter.link.tls.Pem;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name a provider of OpenID Connect. */
final class OpenIdOptions {
    private static final Set<PosixFilePermission> TOO_OPEN = EnumSet.of(
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);
    private static final long LONGEST = 1 << 20;
    private static final String CLAIM = "groups";

    @Option(
            names = "--oidc-issuer",
            paramLabel = "URL",
            description =
                    "Provider of OpenID Connect whose people may log in at --https, for example https://login.example.org/realms/desk"
                            + " (default: none).")
    private @Nullable String issuer;

    @Option(
            names = "--oidc-client-id",
            paramLabel = "ID",
            description =
                    "By which that provider knows this controller. It sends browsers back to /login/openid/return.")
    private @Nullable String clientId;

    @Option(
            names = "--oidc-client-secret-file",
            paramLabel = "FILE",
            description =
                    "File with the secret of that client, not readable for others (default: a client without one).")
    private @Nullable Path clientSecretFile;

    @Option(
            names = "--oidc-role-claim",
            paramLabel = "NAME",
            description = "Claim that tells the role of somebody; a.b is b in a (default: " + CLAIM + ").")
    private @Nullable String roleClaim;

    @Option(
            names = "--oidc-role",
            paramLabel = "VALUE=ROLE",
            description =
                    "Role of those whose claim has a value: viewer, operator or admin; of several the highest. Repeat it for several values."
                            + " Whoever has none of them is not let in.")
    private List<String> roles = List.of();

    @Option(
            names = "--oidc-scope",
            paramLabel = "NAME",
            description = "What to ask the provider for beside openid. Repeat it for several (default: profile).")
    private List<String> scopes = List.of();

    @Option(
            names = "--oidc-name",
            paramLabel = "NAME",
            description = "What the page on which people log in calls the provider (default: its host).")
    private @Nullable String name;

    @Option(
            names = "--oidc-authority",
            paramLabel = "FILE",
            description = "PEM file with the authorities of the provider's certificate (default: those of this Java).")
    private @Nullable Path authority;

    /** The provider; null if there is none. */
    @Nullable
    OpenIdSettings settings() throws CommandException {
        if (issuer == null) {
            requireNone();
            return null;
        }
        if (clientId == null || clientId.isEmpty()) {
            throw CommandException.input(
                    "--oidc-client-id: none (expected: that of this controller at " + issuer + ")");
        }
        try {
            return new OpenIdSettings(
                    issuer,
                    clientId,
                    secret(),
                    name == null ? host(issuer) : name,
                    roleClaim == null ? CLAIM : roleClaim,
                    roles(),
                    scopes.isEmpty() ? List.of("profile") : scopes,
                    authorities());
        } catch (IllegalArgumentException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    private void requireNone() throws CommandException {
        Map<String, Boolean> given = Map.of(
                "--oidc-client-id", clientId != null,
                "--oidc-client-secret-file", clientSecretFile != null,
                "--oidc-role-claim", roleClaim != null,
                "--oidc-role", !roles.isEmpty(),
                "--oidc-scope", !scopes.isEmpty(),
                "--oidc-name", name != null,
                "--oidc-authority", authority != null);
        for (Map.Entry<String, Boolean> option : given.entrySet()) {
            if (option.getValue()) {
                throw CommandException.input(option.getKey() + ": without --oidc-issuer (expected: both)");
            }
        }
    }

    private static String host(String issuer) {
        String host = URI.create(issuer).getHost();
        return host == null ? issuer : host;
    }

    private Map<String, Role> roles() throws CommandException {
        Map<String, Role> read = new HashMap<>();
        for (String one : roles) {
            int equals = one.lastIndexOf('=');
            Role role = Role.of(one.substring(equals + 1)).orElse(null);
            if (equals < 1 || role == null) {
                throw CommandException.input("--oidc-role: " + one
                        + " (expected: VALUE=viewer, VALUE=operator or VALUE=admin, as desk-admins=admin)");
            }
            if (read.put(one.substring(0, equals), role) != null) {
                throw CommandException.input(
                        "--oidc-role: " + one.substring(0, equals) + " twice (expected: one role for a value)");
            }
        }
        return read;
    }

    private @Nullable String secret() throws CommandException {
        if (clientSecretFile == null) {
            return null;
        }
        try {
            requirePrivate(clientSecretFile);
            String secret = read(clientSecretFile).strip();
            if (secret.isEmpty()) {
                throw new IOException("is empty");
            }
            return secret;
        } catch (IOException e) {
            throw CommandException.input("--oidc-client-secret-file: " + clientSecretFile + ": " + e.getMessage()
                    + " (expected: a file with the secret, rw------- or rw-r-----)");
        }
    }

    private static void requirePrivate(Path file) throws IOException {
        if (Files.exists(file)
                && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
            if (rights.stream().anyMatch(TOO_OPEN::contains)) {
                throw new IOException("has the rights " + PosixFilePermissions.toString(rights));
            }
        }
    }

    private List<X509Certificate> authorities() throws CommandException {
        if (authority == null) {
            return List.of();
        }
        try {
            return Pem.certificates(read(authority));
        } catch (IOException e) {
            throw CommandException.input("--oidc-authority: " + authority + ": " + e.getMessage()
                    + " (expected: a PEM file of certificates)");
        }
    }

    private static String read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("is no file");
        }
        if (Files.size(file) > LONGEST) {
            throw new IOException("has " + Files.size(file) + " bytes");
        }
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
