package io.deskmeter.controller.transfer;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The checksum of all parts of a file: SHA-256 of a line {@code SHA256 BYTES NAME} for each part, in the order of the
 * file. Nothing is kept of a part but its line in the checksum.
 */
final class PartsDigest {
    private final MessageDigest all = sha256();
    private long parts;
    private long bytes;

    void add(String name, long size, byte[] digest) {
        String line = HexFormat.of().formatHex(digest) + " " + size + " " + name + "\n";
        all.update(line.getBytes(StandardCharsets.UTF_8));
        parts++;
        bytes += size;
    }

    /** Ends it. */
    Manifest manifest() {
        return new Manifest(parts, bytes, HexFormat.of().formatHex(all.digest()));
    }

    /**
     * What stands last in a file.
     *
     * @param parts how many there are before it
     * @param bytes of all of them
     * @param sha256 of their lines
     */
    record Manifest(long parts, long bytes, String sha256) {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
