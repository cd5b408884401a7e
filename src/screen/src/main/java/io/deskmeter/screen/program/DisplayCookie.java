package io.deskmeter.screen.program;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** The secret that grants access to one X display. */
final class DisplayCookie {
    private static final String PROTOCOL = "MIT-MAGIC-COOKIE-1";
    private static final int LENGTH = 16;
    /** {@code FamilyWild} of Xauth.h. */
    private static final int ANY_FAMILY = 0xffff;
    /** {@code FamilyLocal} of Xauth.h. */
    private static final int LOCAL = 256;

    private final Path file;
    private final byte[] secret;

    private DisplayCookie(Path file, byte[] secret) {
        this.file = file;
        this.secret = secret;
    }

    /**
     * Writes an Xauthority file with a new cookie; only its owner can read it. The entry is valid for any display, so
     * it can be written before the display number is known.
     */
    static DisplayCookie write(Path file) throws IOException {
        byte[] secret = new byte[LENGTH];
        new SecureRandom().nextBytes(secret);
        PrivateFolder.write(file, entry(ANY_FAMILY, "", "", secret));
        return new DisplayCookie(file, secret);
    }

    /**
     * Adds the entry that xauth(1) writes for a local display. Xlib accepts the one for any display, but other clients,
     * such as python-xlib, look for their host's name and the number.
     *
     * @param hostName null if the system does not say it: nothing is added
     */
    void nameDisplay(@Nullable String hostName, int display) throws IOException {
        if (hostName != null) {
            Files.write(file, entry(LOCAL, hostName, Integer.toString(display), secret), StandardOpenOption.APPEND);
        }
    }

    /** Family, then address, display number, protocol and secret, each with a length in front; big-endian 16 bits. */
    static byte[] entry(int family, String address, String display, byte[] secret) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeShort(family);
            field(out, address.getBytes(StandardCharsets.ISO_8859_1));
            field(out, display.getBytes(StandardCharsets.US_ASCII));
            field(out, PROTOCOL.getBytes(StandardCharsets.US_ASCII));
            field(out, secret);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void field(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeShort(bytes.length);
        out.write(bytes);
    }
}
