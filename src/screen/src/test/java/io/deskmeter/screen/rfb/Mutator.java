package io.deskmeter.screen.rfb;

import java.util.Arrays;
import java.util.Random;

/** Damages streams; equal seeds give equal damage. */
final class Mutator {
    private static final int[] CLAIMS = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0xFFFF, 0x10000, 0x00FFFFFF};

    private final Random random;

    Mutator(long seed) {
        random = new Random(seed);
    }

    /**
     * Changes one to four bytes; then removes or repeats some bytes, makes a number huge, starts another stream in the
     * middle, or ends early.
     */
    byte[] mutate(byte[] sound, byte[] other) {
        byte[] copy = sound.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            copy[random.nextInt(copy.length)] =
                    (byte) (random.nextBoolean() ? random.nextInt() : 0xFF * random.nextInt(2));
        }
        int at = random.nextInt(copy.length);
        int length = random.nextInt(Math.min(16, copy.length - at));
        return switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(copy, 1 + at);
            case 1 -> SoundStreams.join(Arrays.copyOf(copy, at), Arrays.copyOfRange(copy, at + length, copy.length));
            case 2 -> SoundStreams.join(Arrays.copyOf(copy, at + length), Arrays.copyOfRange(copy, at, copy.length));
            case 3 -> claim(copy, at);
            case 4 ->
                SoundStreams.join(
                        Arrays.copyOf(copy, at), Arrays.copyOfRange(other, random.nextInt(other.length), other.length));
            default -> copy;
        };
    }

    private byte[] claim(byte[] copy, int at) {
        int value = CLAIMS[random.nextInt(CLAIMS.length)];
        for (int i = 0; i < 4 && at + i < copy.length; i++) {
            copy[at + i] = (byte) (value >>> (24 - 8 * i));
        }
        return copy;
    }

    /** Pieces in which a stream arrives, from single bytes to all at once. */
    int chunk(int length) {
        int kind = random.nextInt(8);
        return kind == 0 ? 1 + random.nextInt(3) : 1 + random.nextInt(length);
    }

    int next(int bound) {
        return random.nextInt(bound);
    }
}
