package io.deskmeter.agent.client.identity;

import io.deskmeter.evidence.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The set of optimisations that {@code agent setup} has applied: a file of one line, which desktop agents of all users
 * can read.
 *
 * @param profile such as {@code measure}
 * @param checksum SHA-256 over all that decides what is set, in hexadecimal digits
 */
public record AppliedOptimisations(String profile, String checksum) {
    public static final String FILE = "optimisations";

    /** Digits of the checksum that are shown: enough to tell sets apart. */
    private static final int SHOWN = 12;

    private static final Pattern LINE = Pattern.compile("([a-z]+) ([0-9a-f]{64})\\R?");

    /**
     * What was applied by the setup that keeps its state in a folder; empty if nothing was, or it was taken back.
     *
     * @throws IOException also if the file has something else
     */
    public static Optional<AppliedOptimisations> in(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        String line;
        try {
            line = Files.readString(file);
        } catch (NoSuchFileException nothingApplied) {
            return Optional.empty();
        }
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new IOException(
                    file
                            + ": not what agent setup writes (expected: a profile and a checksum; hint: run agent setup again)");
        }
        return Optional.of(new AppliedOptimisations(parts.group(1), parts.group(2)));
    }

    public void write(Path folder) throws IOException {
        AtomicFile.write(folder.resolve(FILE), (profile + " " + checksum + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Says that nothing is applied any more. */
    public static void remove(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(FILE));
    }

    /** For display and comparisons: {@code measure 0123456789ab}. */
    public String words() {
        return profile + " " + checksum.substring(0, SHOWN);
    }
}
