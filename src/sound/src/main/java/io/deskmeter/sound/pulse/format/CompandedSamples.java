package io.deskmeter.sound.pulse.format;

/** The 8-bit codes of ITU-T G.711, expanded to the range of 16 bits. */
final class CompandedSamples {
    private static final int[] ALAW = new int[256];
    private static final int[] ULAW = new int[256];
    private static final int SEGMENTS = 8;
    private static final int STEPS = 16;

    static {
        // A code has a sign, a segment of three bits and a step of four: within a segment steps are equal, and each
        // segment's are twice as wide.
        for (int segment = 0; segment < SEGMENTS; segment++) {
            for (int step = 0; step < STEPS; step++) {
                int code = segment * STEPS + step;
                int ulaw = ((2 * step + 33) << (segment + 2)) - 132;
                ULAW[0xFF - code] = ulaw;
                ULAW[0x7F - code] = -ulaw;
                int alaw = segment == 0 ? (2 * step + 1) * 8 : (2 * step + 33) << (segment + 2);
                ALAW[(0x80 | code) ^ 0x55] = alaw;
                ALAW[code ^ 0x55] = -alaw;
            }
        }
    }

    private CompandedSamples() {}

    static int alaw(int code) {
        return ALAW[code];
    }

    static int ulaw(int code) {
        return ULAW[code];
    }
}
