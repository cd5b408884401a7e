package io.deskmeter.link.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The join token of a command line: its text, a file, or a line of standard input, so that it need not be in the list
 * of processes.
 */
public final class JoinTokenOptions {
    private static final int LONGEST = 1000;
    private static final String STANDARD_INPUT = "-";

    private JoinTokenOptions() {}

    /**
     * The join token.
     *
     * @param join its text, or {@code -} for a line of standard input; null without one
     * @param file with a join token; null without one
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it is none, or both are given; the message is for display and does not
     *     contain it
     */
    public static Optional<JoinToken> token(@Nullable String join, @Nullable Path file) throws IOException {
        if (join != null && file != null) {
            throw new IllegalArgumentException("--join and --join-file (expected: one of them)");
        }
        if (file != null) {
            if (Files.size(file) > LONGEST) {
                throw new IllegalArgumentException(
                        "--join-file: " + file + " has " + Files.size(file) + " bytes (expected: a join token)");
            }
            return Optional.of(JoinToken.parse(Files.readString(file)));
        }
        if (STANDARD_INPUT.equals(join)) {
            return Optional.of(JoinToken.parse(line(System.in)));
        }
        return Optional.ofNullable(join).map(JoinToken::parse);
    }

    /**
     * As {@link #token}, but empty where the file has gone or standard input has ended: a machine that has joined
     * starts with the same command line when the token has long been spent.
     */
    public static Optional<JoinToken> tokenIfThere(@Nullable String join, @Nullable Path file) throws IOException {
        return tokenIfThere(join, file, System.in);
    }

    static Optional<JoinToken> tokenIfThere(@Nullable String join, @Nullable Path file, InputStream in)
            throws IOException {
        if (join == null && file != null && Files.notExists(file)) {
            return Optional.empty();
        }
        if (file == null && STANDARD_INPUT.equals(join)) {
            String line = line(in);
            return line.isBlank() ? Optional.empty() : Optional.of(JoinToken.parse(line));
        }
        return token(join, file);
    }

    /** Ends with the line: a person who types it does not end the input. */
    static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n' && line.length() < LONGEST; next = in.read()) {
            line.append((char) next);
        }
        return line.toString();
    }
}
