package io.deskmeter.screen.program;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;

/** The secret that grants access to one X display. */
public final class Cookie {
    private static final String PROTOCOL = "MIT-MAGIC-COOKIE-1";
    private static final int LENGTH = 16;
    /**
     * {@code FamilyWild} of Xauth.h with an empty address and display: valid for any display, so it can be written before the display number is
     * known.
     */
    private static final int ANY_ADDRESS = 0xffff;

    private Cookie() {}

    /** Writes an Xauthority file with a new cookie; only its owner can read it. */
    public static void write(Path file) throws IOException {
        byte[] secret = new byte[LENGTH];
        new SecureRandom().nextBytes(secret);
        PrivateFolder.write(file, entry(secret));
    }

    /** Family, then address, display number, protocol and secret, each with a length in front; big-endian 16 bits. */
    static byte[] entry(byte[] secret) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        byte[] protocol = PROTOCOL.getBytes(StandardCharsets.US_ASCII);
        try {
            out.writeShort(ANY_ADDRESS);
            out.writeShort(0);
            out.writeShort(0);
            out.writeShort(protocol.length);
            out.write(protocol);
            out.writeShort(secret.length);
            out.write(secret);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }
}
