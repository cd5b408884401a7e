package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.rfb.wire.Hex;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.Deflater;

/** A zlib stream as a server writes it: pieces that can each be read to their end. */
public final class Streams implements AutoCloseable {
    private final Deflater deflater = new Deflater();

    /** The next piece, as hex. */
    public String piece(String hex) {
        return HexFormat.of().formatHex(piece(Hex.bytes(hex)));
    }

    byte[] piece(byte[] data) {
        deflater.setInput(data);
        byte[] out = new byte[data.length * 2 + 100];
        return Arrays.copyOf(out, deflater.deflate(out, 0, out.length, Deflater.SYNC_FLUSH));
    }

    /** A piece with its length before it, as Tight writes it. */
    public String tight(String hex) {
        String piece = piece(hex);
        return compactLength(piece.length() / 2) + piece;
    }

    public static String compactLength(int length) {
        if (length < 1 << 7) {
            return String.format("%02X", length);
        }
        if (length < 1 << 14) {
            return String.format("%02X%02X", (length & 0x7F) | 0x80, length >> 7);
        }
        return String.format("%02X%02X%02X", (length & 0x7F) | 0x80, ((length >> 7) & 0x7F) | 0x80, length >> 14);
    }

    @Override
    public void close() {
        deflater.end();
    }
}
