package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.handshake.Login;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.Limits;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Thousands of damaged conversations: each ends, with a {@link ScreenException} if at all. */
class MutationTest {
    private static final long SEED = 20260101;
    private static final int ROUNDS = 3000;
    private static final Limits SMALL = new Limits(256, 256 * 256, 1 << 10, 1 << 10);

    @Test
    void damagedStreamsNeverHangAndFailOnlyAsTheyShould() {
        byte[] sound = soundStream();
        assertThat(refused(sound, 0, sound.length)).as("the sound stream").isFalse();
        Random random = new Random(SEED);
        int[] refusals = {0};
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (int round = 0; round < ROUNDS; round++) {
                byte[] damaged = mutate(sound, random);
                if (refused(damaged, round, 1 + random.nextInt(damaged.length))) {
                    refusals[0]++;
                }
            }
        });
        assertThat(refusals[0]).as("of %d, seed %d", ROUNDS, SEED).isGreaterThan(ROUNDS / 4);
    }

    private static boolean refused(byte[] stream, int round, int chunk) {
        Conversation.Events nobody = new Conversation.Events() {
            @Override
            public void onReady() {}

            @Override
            public void onFrame(FrameUpdate update) {}

            @Override
            public void onPointerMoved(int x, int y) {}

            @Override
            public void onExtendedKeys() {}

            @Override
            public void onCapsLock(boolean on) {}
        };
        try (Conversation conversation = new Conversation(
                Login.local(null, "secret"),
                RfbSettings.defaults().withLimits(SMALL),
                message -> {},
                (certified, secured) -> secured.run(),
                nobody,
                0)) {
            for (int i = 0; i < stream.length; i += chunk) {
                conversation.feed(Arrays.copyOfRange(stream, i, Math.min(stream.length, i + chunk)), i);
            }
            return false;
        } catch (ScreenException e) {
            assertThat(e).hasMessageContaining("expected: ");
            return true;
        } catch (RuntimeException e) {
            throw new AssertionError("round " + round + ", seed " + SEED, e);
        }
    }

    /** One to four bytes changed, some bytes cut out or doubled, or an end that comes early. */
    private static byte[] mutate(byte[] sound, Random random) {
        byte[] copy = sound.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            copy[random.nextInt(copy.length)] =
                    (byte) (random.nextBoolean() ? random.nextInt() : 0xFF * random.nextInt(2));
        }
        int at = random.nextInt(copy.length);
        int length = random.nextInt(Math.min(16, copy.length - at));
        return switch (random.nextInt(4)) {
            case 0 -> Arrays.copyOf(copy, 1 + at);
            case 1 -> join(Arrays.copyOf(copy, at), Arrays.copyOfRange(copy, at + length, copy.length));
            case 2 -> join(Arrays.copyOf(copy, at + length), Arrays.copyOfRange(copy, at, copy.length));
            default -> copy;
        };
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** A conversation with every kind of message, encoding and tile. */
    private static byte[] soundStream() {
        String init = "524642203030332E3030380A 01 02" + "00".repeat(16) + "00000000"
                + "0050 0050 20180001 00FF00FF00FF 100800 000000 00000004 64657368";
        String hextile = "00 00 0001 0000 0000 0014 0001 00000005" + "0E 01000000 02000000 02 00 00 10 10"
                + "1A 01000000 01 03000000 20 00";
        String copy = "00 00 0001 0001 0001 0004 0004 00000001 0002 0000";
        String resize = "00 00 0001 0000 0000 0050 0051 FFFFFECC 01 000000" + "00".repeat(16);
        String cursor = "00 00 0001 0000 0000 0009 0002 FFFFFF11" + "FF".repeat(76);
        String others = "02 01 00 0000 0001 FFFFFFFFFFFF 03 000000 00000003 616263 96 F8 000000 80000003 02 CAFE";
        Deflater deflater = new Deflater();
        try {
            return join(
                    Hex.bytes(init),
                    raw(80, 80),
                    zrle(deflater),
                    Hex.bytes(hextile),
                    Hex.bytes(copy),
                    Hex.bytes(others),
                    Hex.bytes(cursor),
                    Hex.bytes(resize),
                    raw(80, 81),
                    zrle(deflater),
                    Hex.bytes(others));
        } finally {
            deflater.end();
        }
    }

    private static byte[] raw(int width, int height) {
        String head = String.format("00 00 0001 0000 0000 %04X %04X 00000000", width, height);
        return join(Hex.bytes(head), new byte[width * height * 4]);
    }

    /** Four tiles: palette, plain runs, palette runs, solid. */
    private static byte[] zrle(Deflater deflater) {
        String packed = "02 010000 020000" + "AA".repeat(8 * 64);
        String runs = "80" + "010000 0F".repeat(64);
        String paletteRuns = "82 010000 020000" + "80 3F".repeat(16);
        deflater.setInput(Hex.bytes(packed + runs + paletteRuns + "01 030000"));
        byte[] out = new byte[4096];
        int length = deflater.deflate(out, 0, out.length, Deflater.SYNC_FLUSH);
        String head = String.format("00 00 FFFF 0000 0000 0050 0050 00000010 %08X", length);
        return join(Hex.bytes(head), Arrays.copyOf(out, length), Hex.bytes("0000 0000 0000 0000 FFFFFF20"));
    }
}
