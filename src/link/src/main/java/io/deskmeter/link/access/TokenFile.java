package io.deskmeter.link.access;

import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** The file in which a controller keeps a secret. */
public final class TokenFile {
    private static final int LONGEST = 200;
    private static final String EXPECTED = " (expected: a file with a secret: an API token, or the " + Token.LENGTH
            + " characters that a controller has written to its data folder";
    private static final Set<PosixFilePermission> OWN =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private TokenFile() {}

    /**
     * Reads the secret of a file; if there is no file, creates one with a new secret. Only its owner can read the file,
     * which is whole or absent at every moment.
     *
     * @throws IOException if it belongs to another user, others can read it, or it contains no secret; the message is
     *     for display
     */
    public static Token open(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            Token token = Token.random();
            if (AtomicFile.createPrivate(file, (token.text() + "\n").getBytes(StandardCharsets.US_ASCII))) {
                return token;
            }
        }
        if (PrivateFolders.isPosix(file)) {
            requirePrivate(file);
        }
        return read(
                file,
                "remove it, and the controller creates a new one at its next start, of which agents on other machines and monitoring need a copy");
    }

    /**
     * Reads a secret that somebody else has written.
     *
     * @throws IOException if it cannot be read or contains no secret; the message is for display
     */
    public static Token read(Path file) throws IOException {
        return read(file, "copy it again");
    }

    private static Token read(Path file, String hint) throws IOException {
        String text;
        try {
            if (Files.size(file) > LONGEST) {
                throw new IOException(Files.size(file) + " bytes");
            }
            text = Files.readString(file).strip();
        } catch (IOException e) {
            throw new IOException(
                    "token file: " + file + " cannot be used: " + FaultText.reason(e) + EXPECTED + ")", e);
        }
        if (text.length() < Token.LENGTH) {
            throw new IOException("token file: " + file
                    + (text.isEmpty() ? " is empty" : " is cut off: " + text.length() + " characters") + EXPECTED
                    + "; hint: " + hint + ")");
        }
        try {
            return Token.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IOException("token file: " + file + " cannot be used: " + e.getMessage() + EXPECTED + ")", e);
        }
    }

    private static void requirePrivate(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(
                    "token file: " + file
                            + " is no plain file (expected: one that the controller has created; hint: remove it to create a new one)");
        }
        String owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName();
        String we = Files.getOwner(parent(file)).getName();
        if (!owner.equals(we)) {
            throw new IOException("token file: " + file + " belongs to " + owner + " (expected: " + we
                    + ", the owner of its folder; hint: remove it to create a new one)");
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
        if (!OWN.containsAll(permissions)) {
            throw new IOException(
                    "token file: " + file + " has the rights "
                            + PosixFilePermissions.toString(permissions)
                            + " (expected: rw-------, because its content grants access; hint: chmod 600, or remove it to create a new one)");
        }
    }

    private static Path parent(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException("token file: " + file + " (expected: a file in a folder)");
        }
        return parent;
    }
}
