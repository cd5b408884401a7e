package io.deskmeter.agent.clip;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.analysis.LagFinder;
import io.deskmeter.sound.analysis.fidelity.HeardSecond;
import java.util.Locale;

/** The last seconds of sound; what did not come is silence. Of more than two channels only the first two are kept. */
final class SoundWindow {
    private static final int RATE = LagFinder.WINDOW;
    private static final int SECONDS = 6;
    private static final double FULL_SCALE = 32_768;
    private static final double FRAMES_PER_MILLI = RATE / 1e3;
    private static final long NONE = -1;
    private static final SoundFormat CLOCK = new SoundFormat(RATE, 1);

    private final float[] left = new float[SECONDS * RATE];
    private final float[] right = new float[SECONDS * RATE];
    private boolean stereo;
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
        private final HeardSecond heard;
        private final long startAt;
        private final long uncertainty;
        private final String problem;

        private Cut(HeardSecond heard, long startAt, long uncertainty, String problem) {
            this.heard = heard;
            this.startAt = startAt;
            this.uncertainty = uncertainty;
            this.problem = problem;
        }

        HeardSecond heard() {
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
        long gap = Math.min(block.position() - end, left.length);
        for (long position = block.position() - gap; position < block.position(); position++) {
            left[index(position)] = 0;
            right[index(position)] = 0;
        }
        int at = index(block.position());
        int last = block.format().channels() - 1;
        for (int frame = 0; frame < block.frames(); frame++) {
            left[at] = sample(block, frame, 0);
            right[at] = sample(block, frame, last);
            at = at + 1 == left.length ? 0 : at + 1;
        }
        stereo = block.format().channels() > 1;
        end = block.end();
    }

    private int index(long position) {
        return (int) (position % left.length);
    }

    private static float sample(SoundBlock block, int frame, int channel) {
        return (float) (block.sample(frame, Math.min(1, channel)) / FULL_SCALE);
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
        if (start < end - left.length) {
            return none(from, "sound was looked at too late");
        }
        long missing = Math.min(RATE, start + RATE - end);
        String problem = missing <= 1 // times are rounded
                ? ""
                : String.format(Locale.ROOT, "%.0f ms of sound did not come", missing / FRAMES_PER_MILLI);
        Cut cut = new Cut(heard(start), origin + CLOCK.nanos(start), uncertainty, problem);
        uncertainty = 0;
        return cut;
    }

    private HeardSecond heard(long start) {
        double[] ofLeft = new double[RATE];
        double[] ofRight = stereo ? new double[RATE] : ofLeft;
        for (int i = 0; i < Math.min(RATE, end - start); i++) {
            ofLeft[i] = left[index(start + i)];
            ofRight[i] = right[index(start + i)];
        }
        return stereo ? HeardSecond.stereo(ofLeft, ofRight) : HeardSecond.mono(ofLeft);
    }

    /**
     * What was heard for some time, as the mean of both sides.
     *
     * @param startAt when the first sample was played, in monotonic nanoseconds
     * @param samples −1 to 1
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Heard(long startAt, float[] samples) {}

    /** What was heard between two instants, as far as it is still held. */
    Heard heard(long from, long to) {
        long start = first == NONE ? 0 : Math.max(Math.max(first, end - left.length), CLOCK.frames(from - origin));
        long stop = first == NONE ? 0 : Math.min(end, CLOCK.frames(to - origin));
        float[] samples = new float[(int) Math.max(0, stop - start)];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (left[index(start + i)] + right[index(start + i)]) / 2;
        }
        return new Heard(origin + CLOCK.nanos(start), samples);
    }

    private static Cut none(long from, String problem) {
        return new Cut(HeardSecond.mono(new double[RATE]), from, 0, problem);
    }
}
