package io.deskmeter.sound.pulse.card;

import java.util.Arrays;

/**
 * Brings a stream to the card's rate: each sample of the card is interpolated from the samples around its instant. It
 * delays nothing, because it looks ahead at samples that wait. Not thread-safe.
 */
final class Resampler {
    private final int channels;
    private double step = 1;
    private SincTable table = SincTable.of(1);
    /**
     * The instant of the card's next sample behind the first sample frame that waits, in sample frames of the stream.
     */
    private double ahead;
    /** The sample frames that were played last. */
    private float[] past = {};

    private float[] window = {};
    private float[] weights = {};

    Resampler(int channels, int from, int to) {
        this.channels = channels;
        rate(from, to);
    }

    /** Changes the rates, also in the midst of a stream. */
    void rate(int from, int to) {
        step = (double) from / to;
        table = SincTable.of(step);
        weights = new float[2 * table.reach()];
        float[] kept = new float[table.reach() * channels];
        int same = Math.min(past.length, kept.length);
        System.arraycopy(past, past.length - same, kept, kept.length - same, same);
        past = kept;
    }

    /** Silence lies behind: the next sample frame of the stream begins with the next of the card. */
    void restart() {
        ahead = 0;
        Arrays.fill(past, 0);
    }

    /** Sample frames of the card for which so many of the stream last, up to a number that is wanted. */
    int producible(int playable, int wanted) {
        return (int) Math.max(0, Math.min(wanted, (long) Math.ceil((playable - ahead) / step)));
    }

    /** Whether samples need no interpolation. */
    boolean isIdentity() {
        return step == 1 && ahead == 0;
    }

    /**
     * Interpolates; consumes nothing of the queue.
     *
     * @param playable sample frames that wait
     * @param out interleaved by channel
     * @param frames of the card, {@link #producible}
     * @return how many sample frames of the stream have been played with that
     */
    int render(PlaybackQueue queue, int playable, float[] out, int frames) {
        int last = (int) (ahead + (frames - 1) * step);
        fill(queue, last + 1 + table.reach());
        for (int frame = 0; frame < frames; frame++) {
            double at = ahead + frame * step;
            int base = (int) at;
            table.weights(at - base, weights);
            interpolate((base + 1) * channels, out, frame * channels);
        }
        double next = ahead + frames * step;
        int consumed = (int) Math.min(playable, Math.floor(next));
        ahead = next - consumed;
        System.arraycopy(window, consumed * channels, past, 0, past.length);
        return consumed;
    }

    /** The past, and so many sample frames that wait. */
    private void fill(PlaybackQueue queue, int frames) {
        int length = past.length + frames * channels;
        if (window.length < length) {
            window = new float[length];
        }
        System.arraycopy(past, 0, window, 0, past.length);
        for (int i = 0; i < frames * channels; i++) {
            window[past.length + i] = queue.sample(i / channels, i % channels);
        }
    }

    private void interpolate(int from, float[] out, int to) {
        for (int channel = 0; channel < channels; channel++) {
            float sum = 0;
            int at = from + channel;
            for (float weight : weights) {
                sum += weight * window[at];
                at += channels;
            }
            out[to + channel] = sum;
        }
    }
}
