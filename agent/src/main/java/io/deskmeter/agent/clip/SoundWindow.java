package io.deskmeter.agent.clip;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.analysis.LagFinder;
import java.util.Locale;

/** The last seconds of sound, as the mean of all channels; what did not come is silence. */
final class SoundWindow {
    private static final int RATE = LagFinder.WINDOW;
    private static final int SECONDS = 6;
    private static final double FULL_SCALE = 32_768;
    private static final double FRAMES_PER_MILLI = RATE / 1e3;
    private static final long NONE = -1;
    private static final SoundFormat CLOCK = new SoundFormat(RATE, 1);

    private final float[] ring = new float[SECONDS * RATE];
    /** Position of the first sample frame that came. */
    private long first = NONE;
    /** The position behind the last one. */
    private long end;
    /** Monotonic nanoseconds at which position 0 was played. */
    private long origin;

    private long uncertainty;
    private int otherRate;

    /** A second of it. */
    static final class Cut {
        private final double[] heard;
        private final long startAt;
        private final long uncertainty;
        private final String problem;

        private Cut(double[] heard, long startAt, long uncertainty, String problem) {
            this.heard = heard;
            this.startAt = startAt;
            this.uncertainty = uncertainty;
            this.problem = problem;
        }

        /** The samples, −1 to 1; not to be changed. */
        double[] heard() {
            return heard;
        }

        /** When the first one was played, in monotonic nanoseconds. */
        long startAt() {
            return startAt;
        }

        /** Nanoseconds by which {@link #startAt} may be off. */
        long uncertainty() {
            return uncertainty;
        }

        /** Why it cannot be used, without a full stop; empty if it can. */
        String problem() {
            return problem;
        }

        /** The same, which cannot be used. */
        Cut because(String reason) {
            return new Cut(heard, startAt, uncertainty, reason);
        }
    }

    void add(SoundBlock block) {
        if (block.format().rate() != RATE) {
            otherRate = block.format().rate();
            return;
        }
        if (first == NONE) {
            first = block.position();
            end = first;
        }
        origin = block.playedAt() - CLOCK.nanos(block.position());
        uncertainty = Math.max(uncertainty, block.uncertainty());
        long gap = Math.min(block.position() - end, ring.length);
        for (long position = block.position() - gap; position < block.position(); position++) {
            ring[index(position)] = 0;
        }
        for (int frame = 0; frame < block.frames(); frame++) {
            ring[index(block.position() + frame)] = mono(block, frame);
        }
        end = block.end();
    }

    private int index(long position) {
        return (int) (position % ring.length);
    }

    private static float mono(SoundBlock block, int frame) {
        double sum = 0;
        for (int channel = 0; channel < block.format().channels(); channel++) {
            sum += block.sample(frame, channel);
        }
        return (float) (sum / block.format().channels() / FULL_SCALE);
    }

    /** Until when sound came; {@link Long#MIN_VALUE} if none did. */
    long knownTo() {
        return first == NONE ? Long.MIN_VALUE : origin + CLOCK.nanos(end);
    }

    /** The second of sound that is played from an instant on. */
    Cut cut(long from) {
        if (first == NONE) {
            return none(
                    from,
                    otherRate == 0
                            ? "no sound came"
                            : "sound of " + otherRate + " Hz came (expected: " + RATE + " Hz)");
        }
        long start = CLOCK.frames(from - origin);
        if (start < first) {
            return none(from, "sound was not listened to yet");
        }
        if (start < end - ring.length) {
            return none(from, "sound was looked at too late");
        }
        double[] heard = new double[RATE];
        for (int i = 0; i < Math.min(RATE, end - start); i++) {
            heard[i] = ring[index(start + i)];
        }
        long missing = Math.min(RATE, start + RATE - end);
        String problem = missing <= 1 // times are rounded
                ? ""
                : String.format(Locale.ROOT, "%.0f ms of sound did not come", missing / FRAMES_PER_MILLI);
        Cut cut = new Cut(heard, origin + CLOCK.nanos(start), uncertainty, problem);
        uncertainty = 0;
        return cut;
    }

    /**
     * What was heard for some time.
     *
     * @param startAt when the first sample was played, in monotonic nanoseconds
     * @param samples −1 to 1
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Heard(long startAt, float[] samples) {}

    /** What was heard between two instants, as far as it is still held. */
    Heard heard(long from, long to) {
        long start = first == NONE ? 0 : Math.max(Math.max(first, end - ring.length), CLOCK.frames(from - origin));
        long stop = first == NONE ? 0 : Math.min(end, CLOCK.frames(to - origin));
        float[] samples = new float[(int) Math.max(0, stop - start)];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = ring[index(start + i)];
        }
        return new Heard(origin + CLOCK.nanos(start), samples);
    }

    private static Cut none(long from, String problem) {
        return new Cut(new double[RATE], from, 0, problem);
    }
}
