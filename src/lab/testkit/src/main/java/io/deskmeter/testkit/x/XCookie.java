package io.deskmeter.testkit.x;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The secret of a display, from an Xauthority file. */
final class XCookie {
    static final String PROTOCOL = "MIT-MAGIC-COOKIE-1";

    private XCookie() {}

    /**
     * The secret of the first entry that is for the display or for any.
     *
     * @throws IOException if the file cannot be read or has no entry
     */
    static byte[] read(Path file, int display) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)));
        while (in.available() > 0) {
            in.readUnsignedShort(); // family: one machine has one
            field(in); // address
            String number = text(field(in));
            String protocol = text(field(in));
            byte[] secret = field(in);
            if (protocol.equals(PROTOCOL) && (number.isEmpty() || number.equals(String.valueOf(display)))) {
                return secret;
            }
        }
        throw new IOException(
                file + ": no cookie of display :" + display + " (expected: an entry of " + PROTOCOL + ")");
    }

    private static byte[] field(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readUnsignedShort()];
        in.readFully(bytes);
        return bytes;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
