package io.deskmeter.screen.rfb;

import io.deskmeter.screen.rfb.handshake.Login;
import io.deskmeter.screen.rfb.handshake.SecurityType;
import io.deskmeter.screen.rfb.wire.Hex;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.Deflater;
import javax.imageio.ImageIO;

/**
 * Valid server streams, from which damaged ones are made: every handshake, then every kind of message and encoding, on
 * a desktop of {@value #SIDE} by {@value #SIDE} pixels. A new encoding is one line in {@link #PIECES}.
 */
final class SoundStreams {
    static final int SIDE = 20;

    /** The bytes of one message. */
    @FunctionalInterface
    private interface Piece {
        byte[] of(Zlib zlib);
    }

    /** The zlib streams of one server, each used until it ends: those of Tight are 0 to 3. */
    private static final class Zlib implements AutoCloseable {
        private static final int ZRLE = 4;
        private static final int ZLIB = 5;
        private final Map<Integer, Deflater> deflaters = new HashMap<>();

        byte[] piece(int stream, String hex) {
            Deflater deflater = deflaters.computeIfAbsent(stream, i -> new Deflater());
            deflater.setInput(Hex.bytes(hex));
            byte[] out = new byte[2048];
            return Arrays.copyOf(out, deflater.deflate(out, 0, out.length, Deflater.SYNC_FLUSH));
        }

        @Override
        public void close() {
            deflaters.values().forEach(Deflater::end);
        }
    }

    /** The stream of one server. */
    static final class Stream {
        private final byte[] bytes;
        private final int beforeTls;

        private Stream(byte[] bytes, int beforeTls) {
            this.bytes = bytes;
            this.beforeTls = beforeTls;
        }

        byte[] bytes() {
            return bytes;
        }

        /** The offset at which TLS begins; 0 without TLS. */
        int beforeTls() {
            return beforeTls;
        }
    }

    private static final String V3_3 = "524642203030332E3030330A";
    private static final String V3_7 = "524642203030332E3030370A";
    private static final String V3_8 = "524642203030332E3030380A";
    private static final String APPLE_3_889 = "524642203030332E3838390A";
    private static final String CHALLENGE = "000102030405060708090A0B0C0D0E0F";
    private static final String OK = "00000000";
    private static final String VENCRYPT = V3_8 + "01 13" + "0002" + "00";
    private static final String SIZE = "0014 0014";
    private static final String INIT = SIZE + "20180001 00FF00FF00FF 100800 000000 00000004 64657368";

    private static final String TIGHT_4X4 = "00 00 0001 0002 0003 0004 0004 00000007";
    private static final byte[] JPEG = jpeg();

    /** {@link #login()} can connect with each. */
    private static final List<String> HANDSHAKES = List.of(
            V3_3 + "00000001" + INIT,
            V3_3 + "00000002" + CHALLENGE + OK + INIT,
            V3_7 + "02 02 10" + CHALLENGE + OK + INIT,
            V3_7 + "01 01" + INIT,
            V3_8 + "01 01" + OK + INIT,
            V3_8 + "02 01 02" + CHALLENGE + OK + INIT,
            APPLE_3_889 + "02 1E 23" + "0002 0010" + "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFF61" + "7B".repeat(16) + OK + INIT,
            VENCRYPT + "01 00000100" + OK + INIT,
            VENCRYPT + "02 00000002 00000001" + CHALLENGE + OK + INIT);

    /** The same, in two halves: before TLS and within it. */
    private static final List<List<String>> TLS_HANDSHAKES = List.of(
            List.of(VENCRYPT + "01 00000104 01", OK + INIT),
            List.of(VENCRYPT + "02 00000104 00000105 01", CHALLENGE + OK + INIT),
            List.of(VENCRYPT + "03 00000103 00000106 00000101 01", OK + INIT),
            List.of(VENCRYPT + "01 00000101 01", OK + INIT),
            List.of(VENCRYPT + "01 00000102 01", CHALLENGE + OK + INIT),
            List.of(VENCRYPT + "01 00000103 01", OK + INIT));

    /** Streams that end with a refusal, of every kind. */
    private static final List<String> REFUSALS = List.of(
            V3_3 + "00000000 00000009 746F6F206D616E7921",
            V3_8 + "00 00000009 746F6F206D616E7921",
            V3_8 + "01 02" + CHALLENGE + "00000001 00000003 626164",
            VENCRYPT + "01 00000104 00");

    private static final List<Piece> PIECES = List.of(
            piece("00 00 0001 0002 0003 0004 0002 00000000" + "11223300".repeat(8)), // Raw
            piece("00 00 0001 0001 0001 0004 0004 00000001 0002 0000"), // CopyRect
            piece("00 00 0001 0000 0000 0014 0001 00000005" + "0E 01000000 02000000 02 00 00 10 10"
                    + "1A 01000000 01 03000000 20 00"), // Hextile
            SoundStreams::zrle,
            SoundStreams::zlib,
            piece("00 00 0002 0001 0001 0008 0008 00000002 00000002 01000000"
                    + "02000000 0001 0001 0002 0003 03000000 0000 0000 0008 0001"
                    + "0000 0000 0008 0008 00000004 00000001 01000000 02000000 01 02 03 04"), // RRE, CoRRE
            piece(TIGHT_4X4 + "80 112233"), // one colour
            piece("00 00 0001 0000 0000 0003 0001 00000007 40 02 010203 040506 070809"), // too short to be compressed
            tight(0, "00", "112233".repeat(16)),
            piece(TIGHT_4X4 + "50 01 01 000001 000002 A0 A0 A0 A0"), // two colours, too short to be compressed
            tight(2, "60 01 02 000001 000002 000003", "00010201".repeat(4)), // a palette
            tight(3, "70 02", "010203".repeat(16)), // a gradient
            zlib -> JPEG.clone(),
            piece("00 00 0001 0000 0000 0009 0002 FFFFFF11" + "FF".repeat(76)), // Cursor
            piece("00 00 0001 0000 0000 0014 0015 FFFFFF21" + whole("0014 0015")), // DesktopSize
            piece("00 00 0001 0000 0000" + SIZE + "FFFFFECC 01 000000" + "00".repeat(16) + whole(SIZE)),
            piece("00 00 0003 0000 0000 0000 0000 FFFFFEFE 0000 0000 0000 0000 FFFFFEFB 04"
                    + "0003 0004 0000 0000 574D5666"), // keys, LEDs, the pointer
            piece("00 00 FFFF 0000 0000 0000 0000 574D5668 00000004 0000 0000 0000 0000 FFFFFF20"), // LastRect
            piece("01 00 0000 0001 FFFFFFFFFFFF 02"), // colours, bell
            piece("03 000000 00000003 616263"), // clipboard
            piece("03 000000 FFFFFFF8 10000001 00000000"), // the extended clipboard
            piece("96 F8 000000 80000003 02 CAFE")); // continuous updates, a fence

    private SoundStreams() {}

    /** A login with all credentials that a server may require, and every security type. */
    static Login login() {
        return new Login("me", "secret", SecurityType.all(), true, true, true);
    }

    private static Piece piece(String hex) {
        byte[] bytes = Hex.bytes(hex);
        return zlib -> bytes;
    }

    /** A complete desktop of four tiles in few bytes, so that damage hits meaningful bytes. */
    private static String whole(String size) {
        return "00 00 0001 0000 0000" + size + "00000005" + "02 01020300 00 00 00";
    }

    /** Four kinds of tile in one: palette of two, runs, runs of a palette, one colour. */
    private static byte[] zrle(Zlib zlib) {
        return join(
                Hex.bytes("00 00 0004"),
                zrleRect(zlib, "02 010000 020000" + "AA".repeat(2 * 16)),
                zrleRect(zlib, "80" + "010000 0F".repeat(16)),
                zrleRect(zlib, "82 010000 020000" + "80 3F".repeat(4)),
                zrleRect(zlib, "01 030000"));
    }

    private static byte[] zrleRect(Zlib zlib, String tile) {
        return withLength("0000 0000 0010 0010 00000010", zlib.piece(Zlib.ZRLE, tile));
    }

    private static byte[] zlib(Zlib zlib) {
        return withLength("00 00 0001 0000 0000 0004 0004 00000006", zlib.piece(Zlib.ZLIB, "01020300".repeat(16)));
    }

    private static byte[] withLength(String head, byte[] data) {
        return join(Hex.bytes(head + String.format("%08X", data.length)), data);
    }

    /** A Tight rectangle of 4 by 4 whose data goes through a zlib stream. */
    private static Piece tight(int stream, String controlAndFilter, String data) {
        return zlib -> {
            byte[] piece = zlib.piece(stream, data);
            return join(Hex.bytes(TIGHT_4X4 + controlAndFilter), compactLength(piece.length), piece);
        };
    }

    /** Lengths of up to 14 bits, as Tight writes them. */
    private static byte[] compactLength(int length) {
        return length < 0x80
                ? new byte[] {(byte) length}
                : new byte[] {(byte) ((length & 0x7F) | 0x80), (byte) (length >> 7)};
    }

    private static byte[] jpeg() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(new BufferedImage(4, 4, BufferedImage.TYPE_INT_RGB), "jpeg", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return join(Hex.bytes(TIGHT_4X4 + "90"), compactLength(out.size()), out.toByteArray());
    }

    /**
     * One stream per refusal, and as many of sessions: each has another handshake and other messages in another order.
     */
    static List<Stream> make(int sessions, Random random) {
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
            int handshake = i % (HANDSHAKES.size() + TLS_HANDSHAKES.size());
            int tls = handshake - HANDSHAKES.size();
            byte[] before =
                    tls < 0 ? new byte[0] : Hex.bytes(TLS_HANDSHAKES.get(tls).get(0));
            byte[] after = Hex.bytes(
                    tls < 0
                            ? HANDSHAKES.get(handshake)
                            : TLS_HANDSHAKES.get(tls).get(1));
            streams.add(new Stream(join(before, after, messages(random, i)), before.length));
        }
        REFUSALS.forEach(r -> streams.add(new Stream(Hex.bytes(r), 0)));
        return List.copyOf(streams);
    }

    /** The complete picture, four random messages, and one that is used in turn. */
    private static byte[] messages(Random random, int index) {
        try (Zlib zlib = new Zlib()) {
            byte[] bytes = join(
                    Hex.bytes(whole(SIZE)), PIECES.get(index % PIECES.size()).of(zlib));
            for (int i = 0; i < 4; i++) {
                bytes = join(bytes, PIECES.get(random.nextInt(PIECES.size())).of(zlib));
            }
            return bytes;
        }
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
