package io.deskmeter.sound.analysis.fidelity;

/** A second of heard sound, 48,000 samples of each side, −1 to 1. The arrays are not copied, and not to be changed. */
public final class HeardSecond {
    private final double[] left;
    private final double[] right;
    private final double[] mono;
    private final boolean stereo;

    private HeardSecond(double[] left, double[] right, double[] mono, boolean stereo) {
        this.left = left;
        this.right = right;
        this.mono = mono;
        this.stereo = stereo;
    }

    public static HeardSecond stereo(double[] left, double[] right) {
        double[] mono = new double[left.length];
        for (int i = 0; i < mono.length; i++) {
            mono[i] = (left[i] + right[i]) / 2;
        }
        return new HeardSecond(left, right, mono, true);
    }

    /** Sound of one channel. */
    public static HeardSecond mono(double[] samples) {
        return new HeardSecond(samples, samples, samples, false);
    }

    public double[] left() {
        return left;
    }

    public double[] right() {
        return right;
    }

    /** The mean of both sides. */
    public double[] mono() {
        return mono;
    }

    /** Whether it has two channels. */
    public boolean isStereo() {
        return stereo;
    }
}
