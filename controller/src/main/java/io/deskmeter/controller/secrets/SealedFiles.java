package io.deskmeter.controller.secrets;

import io.deskmeter.evidence.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;

/**
 * Files of one purpose that are sealed with a key. People may copy plain files among them, which are sealed when they
 * have been read and nobody has written to them for a while. Thread-safe.
 */
public final class SealedFiles {
    /** Until then a program may still be writing: it would write on into a file that has gone. */
    static final Duration SETTLED = Duration.ofSeconds(10);

    private static final byte[] MARK = "deskmeter sealed 1\n".getBytes(StandardCharsets.US_ASCII);

    private final SecretsKey key;
    private final String purpose;
    private final InstantSource clock;

    public SealedFiles(SecretsKey key, String purpose, InstantSource clock) {
        this.key = key;
        this.purpose = purpose;
        this.clock = clock;
    }

    /** Writes a file, in place of one of that name. */
    public void write(Path file, byte[] plain) throws IOException {
        byte[] sealed = key.seal(plain, purpose);
        byte[] content = Arrays.copyOf(MARK, MARK.length + sealed.length);
        System.arraycopy(sealed, 0, content, MARK.length, sealed.length);
        AtomicFile.writePrivate(file, content);
    }

    /**
     * Reads a file, which may be plain.
     *
     * @throws OtherKeyException if it was sealed with another key, or changed
     */
    public byte[] read(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        if (!isSealed(content)) {
            return content;
        }
        byte[] sealed = Arrays.copyOfRange(content, MARK.length, content.length);
        return key.open(sealed, purpose).orElseThrow(() -> new OtherKeyException(file));
    }

    /**
     * Seals a file, if it is plain and settled. A link is left as it is: what is behind is kept by somebody else, who
     * may change it.
     *
     * @param read what was read of it, and could be used: people can still mend a file that has a mistake
     */
    public void seal(Path file, byte[] read) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        FileTime written = Files.getLastModifiedTime(file);
        boolean settled = written.toInstant().isBefore(clock.instant().minus(SETTLED));
        if (settled && Arrays.equals(Files.readAllBytes(file), read)) {
            write(file, read);
        }
    }

    private static boolean isSealed(byte[] content) {
        return content.length >= MARK.length && Arrays.equals(content, 0, MARK.length, MARK, 0, MARK.length);
    }
}
