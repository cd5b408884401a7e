package io.deskmeter.screen.x11.wire;

import io.deskmeter.screen.ScreenException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds a cookie in an authority file, the format of xauth(1): entries of family, address, display, name and data, each
 * with a length of two bytes, big endian.
 */
public final class Authority {
    /** The only supported protocol. */
    public static final String COOKIE_PROTOCOL = "MIT-MAGIC-COOKIE-1";

    private static final int FAMILY_LOCAL = 256;
    private static final int FAMILY_WILD = 65535;

    private Authority() {}

    /**
     * The cookie for a display; null if the file has none.
     *
     * @param hostName of this machine, under which entries for local displays are kept; null if unknown: any entry
     *     matches
     */
    public static byte @Nullable [] cookie(Path file, DisplayName display, @Nullable String hostName)
            throws ScreenException {
        byte[] other = null;
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (true) {
                int family = nextFamily(in);
                if (family < 0) {
                    return other;
                }
                String address = new String(field(in), StandardCharsets.ISO_8859_1);
                String number = new String(field(in), StandardCharsets.ISO_8859_1);
                String protocol = new String(field(in), StandardCharsets.ISO_8859_1);
                byte[] data = field(in);
                if (!protocol.equals(COOKIE_PROTOCOL)
                        || !(number.isEmpty() || number.equals(String.valueOf(display.number())))) {
                    continue;
                }
                if (family == FAMILY_WILD || isOurs(family, address, display, hostName)) {
                    return data;
                }
                other = other == null ? data : other;
            }
        } catch (IOException e) {
            throw new ScreenException(
                    "authority file: " + file + ": " + reason(e) + " (expected: a file as xauth(1) writes it)", e);
        }
    }

    private static boolean isOurs(int family, String address, DisplayName display, @Nullable String hostName) {
        return family == FAMILY_LOCAL && display.isLocal() && (hostName == null || hostName.equals(address));
    }

    private static String reason(IOException e) {
        return e instanceof EOFException ? "cut off within an entry" : e.toString();
    }

    private static int nextFamily(DataInputStream in) throws IOException {
        int high = in.read();
        return high < 0 ? -1 : high << 8 | in.readUnsignedByte();
    }

    private static byte[] field(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readUnsignedShort()];
        in.readFully(bytes);
        return bytes;
    }
}
