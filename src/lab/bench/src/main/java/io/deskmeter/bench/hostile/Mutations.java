package io.deskmeter.bench.hostile;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Changes true bytes as a hostile peer, a broken program or a bad line would. */
final class Mutations {
    private static final int MOST_CHANGES = 4;
    private static final int LONGEST_PIECE = 64;
    private static final int KINDS = 7;
    private static final byte[][] EXTREMES = {
        {0}, {-1}, {0x7f}, {(byte) 0x80}, {-1, -1}, {0, 0, 0, 0}, {-1, -1, -1, -1}, {0x7f, -1, -1, -1}, {0, 0, -1, -1}
    };

    private Mutations() {}

    /** One to four changes, each anywhere. */
    static byte[] mutate(byte[] bytes, RandomGenerator random) {
        byte[] changed = bytes;
        for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
            changed = changed.length == 0 ? random(random, LONGEST_PIECE) : once(changed, random);
        }
        return changed;
    }

    private static byte[] once(byte[] bytes, RandomGenerator random) {
        int at = random.nextInt(bytes.length);
        int end = Math.min(bytes.length, at + 1 + random.nextInt(LONGEST_PIECE));
        return switch (random.nextInt(KINDS)) {
            case 0 -> flipped(bytes, at, random);
            case 1 -> overwritten(bytes, at, EXTREMES[random.nextInt(EXTREMES.length)]);
            case 2 -> joined(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, end, bytes.length));
            case 3 -> joined(Arrays.copyOf(bytes, end), Arrays.copyOfRange(bytes, at, bytes.length));
            case 4 ->
                joined(
                        Arrays.copyOf(bytes, at),
                        random(random, LONGEST_PIECE),
                        Arrays.copyOfRange(bytes, at, bytes.length));
            case 5 -> Arrays.copyOf(bytes, at);
            default -> joined(bytes, bytes);
        };
    }

    private static byte[] flipped(byte[] bytes, int at, RandomGenerator random) {
        byte[] changed = bytes.clone();
        changed[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        return changed;
    }

    private static byte[] overwritten(byte[] bytes, int at, byte[] with) {
        byte[] changed = bytes.clone();
        System.arraycopy(with, 0, changed, at, Math.min(with.length, bytes.length - at));
        return changed;
    }

    /** Up to so many bytes. */
    static byte[] random(RandomGenerator random, int most) {
        byte[] bytes = new byte[1 + random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** One after another. */
    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
