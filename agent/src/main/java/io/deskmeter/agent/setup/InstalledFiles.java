package io.deskmeter.agent.setup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** The files of a package, against the checksums that it has brought. */
final class InstalledFiles {
    /** As {@code sha256sum} writes it, with names below its folder. */
    static final String CHECKSUMS = "files.sha256";

    private static final int HEX = 64;

    private InstalledFiles() {}

    /**
     * Checks that all files are whole.
     *
     * @return the checksum of all of them; empty if the folder has no list, as a tree of sources
     * @throws IOException if one is not; the message is for display
     */
    static Optional<String> check(Path home) throws IOException {
        Path list = home.resolve(CHECKSUMS);
        if (!Files.exists(list)) {
            return Optional.empty();
        }
        for (String line : Files.readAllLines(list)) {
            if (line.length() <= HEX + 2) {
                throw new IOException(
                        list + ": `" + line + "` (expected: a checksum and a name; hint: install the package again)");
            }
            Path file = home.resolve(line.substring(HEX + 2));
            String expected = line.substring(0, HEX);
            String found = Files.isRegularFile(file) ? sha256(file) : "missing";
            if (!found.equals(expected)) {
                throw new IOException(
                        file + ": " + found + " (expected: " + expected + "; hint: install the package again)");
            }
        }
        return Optional.of(sha256(list));
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                DigestInputStream digested = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
            digested.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digested.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 (expected: in every Java platform)", e);
        }
    }
}
