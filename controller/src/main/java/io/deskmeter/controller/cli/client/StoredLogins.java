package io.deskmeter.controller.cli.client;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.access.PrivateFolders;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The logins of this user: a private file for each controller, which is whole or absent. */
final class StoredLogins {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String SUFFIX = ".json";
    private static final int HTTPS_PORT = 443;

    private final Path folder;

    StoredLogins(Path folder) {
        this.folder = folder;
    }

    /** In {@code ~/.config/deskmeter}, or below {@code XDG_CONFIG_HOME}. */
    static StoredLogins ofUser(Map<String, String> environment) {
        String configured = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path config = configured.isEmpty()
                ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", "")), ".config")
                : Path.of(configured);
        return new StoredLogins(config.resolve("deskmeter"));
    }

    /** The same for all ways to write the address of a controller. */
    static String key(URI address) {
        int port = address.getPort() < 0 ? HTTPS_PORT : address.getPort();
        String path = address.getPath() == null ? "" : address.getPath().replaceAll("/+$", "");
        return address.getHost().toLowerCase(Locale.ROOT) + ":" + port + path;
    }

    private Path file(URI address) {
        return folder.resolve(key(address).replaceAll("[^a-z0-9._-]", "_") + SUFFIX);
    }

    Optional<StoredLogin> of(URI address) throws CommandException {
        Path file = file(address);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        StoredLogin login = read(file);
        // Two names can have one file; the login of the one is not for the other.
        return key(URI.create(login.url())).equals(key(address)) ? Optional.of(login) : Optional.empty();
    }

    /** The newest. */
    Optional<StoredLogin> last() throws CommandException {
        List<StoredLogin> all = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
                for (Path file : files) {
                    all.add(read(file));
                }
            } catch (IOException e) {
                throw CommandException.input(
                        folder + ": " + FaultText.reason(e) + " (expected: a folder that this user can read)");
            }
        }
        return all.stream().max(Comparator.comparing(StoredLogin::at));
    }

    private static StoredLogin read(Path file) throws CommandException {
        try {
            requirePrivate(file);
            StoredLogin login = JSON.readValue(Files.readString(file), StoredLogin.class);
            if (login.url() == null || login.authority() == null || login.at() == null || login.user() == null) {
                throw new IOException("url, user, at or authority: none");
            }
            return login;
        } catch (IOException | JacksonException e) {
            // That of the parser may have the text.
            String what = e instanceof IOException ? String.valueOf(e.getMessage()) : "no JSON of a login";
            throw CommandException.input(
                    file + ": " + what
                            + " (expected: a login, which only its owner can read; hint: remove it, and ./deskmeter login again)");
        }
    }

    private static void requirePrivate(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            String rights =
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
            if (!rights.endsWith("------")) {
                throw new IOException("has the rights " + rights);
            }
        }
    }

    void store(StoredLogin login) throws CommandException {
        try {
            Path parent = folder.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            PrivateFolders.provide(folder);
            AtomicFile.writePrivate(file(URI.create(login.url())), JSON.writeValueAsBytes(login));
        } catch (IOException e) {
            throw CommandException.failed(folder + ": cannot be written: " + FaultText.reason(e)
                    + " (expected: a folder of this user; hint: XDG_CONFIG_HOME)");
        }
    }

    void remove(StoredLogin login) throws CommandException {
        Path file = file(URI.create(login.url()));
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw CommandException.failed(
                    file + ": cannot be removed: " + FaultText.reason(e) + " (expected: a file of this user)");
        }
    }
}
