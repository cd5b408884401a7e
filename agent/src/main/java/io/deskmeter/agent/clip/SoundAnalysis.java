package io.deskmeter.agent.clip;

import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.analysis.DropoutFinder;
import io.deskmeter.sound.analysis.DropoutFinder.Dropout;
import io.deskmeter.sound.analysis.Lag;
import io.deskmeter.sound.analysis.LagFinder;
import io.deskmeter.sound.analysis.PreparedReference;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.sound.analysis.fidelity.Fidelity;
import io.deskmeter.sound.analysis.fidelity.FidelityMeter;
import io.deskmeter.workload.operation.ReferenceClip;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Looks at the sound of a clip, second by second: each knows where the one before was. Used by one thread at a time.
 */
final class SoundAnalysis {
    /** Why nothing is known of a second of silence before the first sound. */
    static final String SILENT = "no sound was heard since the input";

    private static final int RATE = LagFinder.WINDOW;
    private static final double FRAMES_PER_NANO = RATE / 1e9;
    private static final double FRAMES_PER_MILLI = RATE / 1e3;
    private static final double MOSTLY = 0.9;
    private static final SoundFormat CLOCK = new SoundFormat(RATE, 1);
    private static final Lag.Known AS_EXPECTED = new Lag.Known(0, 0, 1);

    /** Of the clip; takes half a second to make, once. */
    private static final class Sync {
        private static final ReferenceSound SOUND =
                ReferenceSound.of(ReferenceClip.SYNC.soundSeed(), ReferenceClip.SYNC.seconds());
        private static final PreparedReference PREPARED = new PreparedReference(SOUND);
        private static final LagFinder LAGS = new LagFinder(PREPARED);
    }

    /** Where the second that comes next should begin. */
    private OptionalDouble predicted = OptionalDouble.empty();

    private final FidelityMeter meter = new FidelityMeter(Sync.PREPARED);
    private boolean begun;
    /** The first sound, while it is not known whether it is the clip's. */
    private OptionalLong first = OptionalLong.empty();

    /**
     * Looks at the next second.
     *
     * @param expected position of the clip's sound at its beginning if nothing were late: that of the picture
     */
    SoundSecond analyse(SoundWindow.Cut cut, double expected) {
        SoundSecond second = cut.problem().isEmpty() ? look(cut, expected) : skip(cut);
        if (second.position().isPresent()) {
            predicted = second.position();
        }
        if (predicted.isPresent()) {
            predicted = OptionalDouble.of(predicted.getAsDouble() + RATE);
        }
        return second;
    }

    private SoundSecond skip(SoundWindow.Cut cut) {
        meter.skip();
        return SoundSecond.unknown(cut.startAt(), cut.problem());
    }

    private SoundSecond look(SoundWindow.Cut cut, double expected) {
        OptionalInt audible = DropoutFinder.firstAudible(cut.heard().mono());
        if (!begun && audible.isEmpty()) {
            return SoundSecond.unknown(cut.startAt(), SILENT);
        }
        int from = 0;
        if (!begun) {
            begun = true;
            from = audible.getAsInt();
            first = OptionalLong.of(cut.startAt() + CLOCK.nanos(from));
        }
        OptionalDouble position = OptionalDouble.empty();
        long uncertainty = 0;
        String unknown = "";
        Search search = search(cut.heard().mono(), expected);
        if (search.lag() instanceof Lag.Known known) {
            position = OptionalDouble.of(search.expected() - known.nanos() * FRAMES_PER_NANO);
            uncertainty = known.uncertainty() + cut.uncertainty();
        } else if (search.lag() instanceof Lag.Unknown reason) {
            unknown = reason.reason();
        }
        OptionalLong beganAt = position.isPresent() ? first : OptionalLong.empty();
        if (position.isPresent()) {
            first = OptionalLong.empty();
        }
        // Where next to nothing is heard, what is missing is known from the second before.
        OptionalDouble at = position.isEmpty() && isMostlySilent(cut.heard().mono()) ? predicted : position;
        Fidelity fidelity = meter.measure(cut.heard(), position);
        if (at.isEmpty()) {
            return new SoundSecond(
                    cut.startAt(), position, uncertainty, OptionalDouble.empty(), 0, beganAt, fidelity, unknown);
        }
        int notBefore = from;
        List<Dropout> dropouts =
                DropoutFinder.find(cut.heard().mono(), Sync.SOUND, Math.round(at.getAsDouble())).stream()
                        .filter(dropout -> dropout.start() >= notBefore)
                        .toList();
        double lost = dropouts.stream().mapToInt(Dropout::frames).sum() / FRAMES_PER_MILLI;
        return new SoundSecond(
                cut.startAt(),
                position,
                uncertainty,
                OptionalDouble.of(lost),
                dropouts.size(),
                beganAt,
                fidelity,
                unknown);
    }

    /**
     * The sound of the clip.
     *
     * @param position of its first sample frame
     * @param frames how many
     */
    static float[] reference(long position, int frames) {
        float[] samples = new float[frames];
        for (int i = 0; i < frames; i++) {
            samples[i] = (float) Sync.SOUND.mono(position + i);
        }
        return samples;
    }

    /**
     * Parts that were not heard.
     *
     * @param position of the first sample frame that was heard
     */
    static List<Dropout> dropouts(float[] heard, long position) {
        return DropoutFinder.find(
                IntStream.range(0, heard.length).mapToDouble(i -> heard[i]).toArray(), Sync.SOUND, position);
    }

    private static boolean isMostlySilent(double[] heard) {
        int silent =
                DropoutFinder.silences(heard).stream().mapToInt(Dropout::frames).sum();
        return silent > MOSTLY * heard.length;
    }

    /** A lag, and to which position it is relative. */
    private record Search(Lag lag, long expected) {}

    private Search search(double[] heard, double expected) {
        if (predicted.isPresent()) {
            long near = Math.round(predicted.getAsDouble());
            Lag lag = Sync.LAGS.find(heard, near, AS_EXPECTED);
            if (lag instanceof Lag.Known known) {
                return new Search(nearest(known), near);
            }
        }
        long anywhere = Math.round(expected);
        return new Search(Sync.LAGS.find(heard, anywhere), anywhere);
    }

    /** A lag of nearly the whole loop is a short one in the other direction. */
    private static Lag.Known nearest(Lag.Known lag) {
        long loop = CLOCK.nanos(Sync.SOUND.frames());
        return lag.nanos() > loop / 2 ? new Lag.Known(lag.nanos() - loop, lag.uncertainty(), lag.correlation()) : lag;
    }
}
