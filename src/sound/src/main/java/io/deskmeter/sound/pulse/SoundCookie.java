package io.deskmeter.sound.pulse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Set;

/**
 * The secret by which a client of a sound server shows that it may play: 256 bytes, which PulseAudio's clients read
 * from the file that {@code PULSE_COOKIE} names.
 */
public final class SoundCookie {
    /** Of every cookie. */
    public static final int BYTES = 256;

    private final byte[] secret;

    private SoundCookie(byte[] secret) {
        this.secret = secret;
    }

    /** A new one. */
    public static SoundCookie random(SecureRandom random) {
        byte[] secret = new byte[BYTES];
        random.nextBytes(secret);
        return new SoundCookie(secret);
    }

    /** From its file. */
    public static SoundCookie read(Path file) throws IOException {
        byte[] secret = Files.readAllBytes(file);
        if (secret.length != BYTES) {
            throw new IOException("cookie: " + secret.length + " bytes in " + file + " (expected: " + BYTES + ")");
        }
        return new SoundCookie(secret);
    }

    /** Writes a file that only its owner can read; it must not exist. */
    public void write(Path file) throws IOException {
        boolean posix = Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix");
        if (posix) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(file, secret, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } else {
            Files.write(
                    file,
                    secret,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                            .toArray(StandardOpenOption[]::new));
        }
    }

    /** In a time that tells nothing about the secret. */
    boolean matches(byte[] shown) {
        return MessageDigest.isEqual(secret, shown);
    }

    /** A copy. */
    byte[] bytes() {
        return secret.clone();
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "cookie";
    }
}
