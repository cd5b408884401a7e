package io.deskmeter.link.access;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the secret with which a program authenticates: in the file of an option, else in the file of the environment
 * variable, else in the data folder of the same user's controller. It is read again for each attempt, because a
 * controller may start later than the programs that connect to it.
 */
public final class TokenSource {
    /** Names a file, for programs that are not given an option. */
    public static final String VARIABLE = "DESKMETER_TOKEN_FILE";

    private static final Logger LOG = LoggerFactory.getLogger(TokenSource.class);

    private final @Nullable Path file;

    private TokenSource(@Nullable Path file) {
        this.file = file;
    }

    /** No secret. */
    public static TokenSource none() {
        return new TokenSource(null);
    }

    /** A file, for any controller. */
    public static TokenSource of(Path file) {
        return new TokenSource(file.toAbsolutePath());
    }

    /**
     * Finds the source.
     *
     * @param option the file of the command line
     * @param usual in the data folder of a controller of this machine; only used if the controller is on this machine
     * @param host of the controller
     * @throws IllegalArgumentException if a named file cannot be read
     */
    public static TokenSource find(@Nullable Path option, Map<String, String> environment, Path usual, String host) {
        String named = environment.getOrDefault(VARIABLE, "");
        if (option != null || !named.isEmpty()) {
            Path file = option == null ? Path.of(named) : option;
            try {
                TokenFile.read(file);
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        (option == null ? VARIABLE : "--token-file") + ": " + e.getMessage(), e);
            }
            return new TokenSource(file.toAbsolutePath());
        }
        // The secret is not sent to another machine unless it is named explicitly.
        return new TokenSource(isLoopback(host) ? usual.toAbsolutePath() : null);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** The file, to pass it to programs that this one starts; null if there is none. */
    public @Nullable Path file() {
        return file != null && Files.isReadable(file) ? file : null;
    }

    /** The secret, empty if there is none. */
    public String get() {
        Path readable = file();
        if (readable == null) {
            return "";
        }
        try {
            return TokenFile.read(readable).text();
        } catch (IOException e) {
            LOG.warn("{}", e.getMessage());
            return "";
        }
    }
}
