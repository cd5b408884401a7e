package io.deskmeter.sound.analysis;

/** A reference sound, prepared to be compared with what is heard; made once for many comparisons. Immutable. */
public final class PreparedReference {
    private static final int SECOND = 48_000;

    private final ReferenceSound sound;
    /** The loop, and its first second again. */
    private final double[] mono;
    /** The same at a quarter of the rate. */
    private final double[] slow;

    public PreparedReference(ReferenceSound sound) {
        this.sound = sound;
        this.mono = new double[sound.frames() + SECOND];
        for (int i = 0; i < mono.length; i++) {
            mono[i] = sound.mono(i);
        }
        this.slow = SlowSound.of(mono);
    }

    public ReferenceSound sound() {
        return sound;
    }

    /** Sample frames of the loop. */
    public int frames() {
        return sound.frames();
    }

    /**
     * The mean of both sides: the loop and its first second again, so that a second can be read from any
     * {@link #index}.
     */
    public double[] mono() {
        return mono;
    }

    /** Where a position, also below 0 and beyond the loop, is in {@link #mono}. */
    public int index(long position) {
        return (int) Math.floorMod(position, (long) frames());
    }

    /**
     * A part of the loop at a quarter of the rate.
     *
     * @param from a position, a multiple of {@link SlowSound#DECIMATION}
     * @param count sample frames at the full rate
     */
    public double[] slow(long from, int count) {
        int start = index(from) / SlowSound.DECIMATION;
        int period = frames() / SlowSound.DECIMATION;
        double[] part = new double[count / SlowSound.DECIMATION];
        for (int i = 0; i < part.length; i++) {
            part[i] = slow[(start + i) % period];
        }
        return part;
    }
}
