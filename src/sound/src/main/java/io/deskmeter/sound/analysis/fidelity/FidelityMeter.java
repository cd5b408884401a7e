package io.deskmeter.sound.analysis.fidelity;

import io.deskmeter.sound.analysis.Line;
import io.deskmeter.sound.analysis.PreparedReference;
import java.util.OptionalDouble;

/** Finds how true the seconds of a sound are to the reference, one after the other. Not thread-safe. */
public final class FidelityMeter {
    private static final Spectra.Band BASE = new Spectra.Band(300, 3_400);
    private static final Spectra.Band HOLE = new Spectra.Band(3_600, 3_900);
    private static final int SECOND = 48_000;
    private static final double PERCENT = 100;
    private static final double PARTS_PER_MILLION = 1e6;
    private static final double MILLIS_PER_FRAME = 1e3 / SECOND;
    /** Of fewer hops, of 20 ms each, neither jitter nor drift can be told. */
    private static final int LEAST_HOPS = 15;
    /** Of fewer pieces, of 43 ms each, no spectrum can be told. */
    private static final int LEAST_PIECES = 8;
    /** Half a sample: how well the place of a hop is known at best. */
    private static final double LEAST_UNCERTAINTY = 0.5;
    /** A hop, of 20 ms, at each end of what is concealed. */
    private static final double HOP_PERCENT = 2;

    private static final double LEAST_DRIFT_UNCERTAINTY = 2;
    private static final double TWO_SIDED_95 = 1.96;

    private final PreparedReference reference;
    private final LagTracker tracker;

    public FidelityMeter(PreparedReference reference) {
        this.reference = reference;
        this.tracker = new LagTracker(reference);
    }

    /**
     * Looks at the next second, which must follow the one before.
     *
     * @param position of the reference at its first sample, where the second as a whole was found
     */
    public Fidelity measure(HeardSecond heard, OptionalDouble position) {
        LagTrack track = tracker.follow(heard.mono(), position);
        if (track.seen() == 0) {
            return Fidelity.unknown(position.isPresent() ? "nothing is heard" : "the place of the sound is not known");
        }
        if (track.fitting() == 0) {
            return Fidelity.unknown("not the reference sound");
        }
        return figures(heard, track);
    }

    /** The next second is not known: the one after it does not follow the one before. */
    public void skip() {
        tracker.forget();
    }

    private Fidelity figures(HeardSecond heard, LagTrack track) {
        Spectra spectra = new Spectra();
        StereoSides sides = new StereoSides();
        for (int from = 0; from + Spectra.SIZE <= SECOND; from += Spectra.SIZE) {
            double offset = track.offsetAt(from);
            if (Math.abs(track.offsetAt(from + Spectra.SIZE - 1) - offset) < 2) {
                long position = Math.round(offset) + from;
                spectra.add(heard.mono(), from, reference.mono(), reference.index(position));
                sides.add(heard, from, Spectra.SIZE, reference.sound(), position);
            }
        }
        boolean few = spectra.pieces() < LEAST_PIECES;
        Figure tooFew = Figure.unknown("only " + spectra.pieces() + " pieces of 43 ms are heard where they should be"
                + " (expected: " + LEAST_PIECES + " or more)");
        Figure[] moves = moves(track);
        return new Fidelity(
                moves[0],
                moves[1],
                share(track.concealedFrames(), HOP_PERCENT),
                share(track.repeatedFrames(), PERCENT / 1_000),
                share(track.removedFrames(), PERCENT / 1_000),
                few ? tooFew : Bandwidth.of(spectra),
                few ? tooFew : gain(spectra),
                Clipping.of(heard),
                few ? tooFew : noise(spectra),
                few ? tooFew : sides.figure(heard));
    }

    private static Figure share(int frames, double uncertainty) {
        return Figure.known(PERCENT * frames / SECOND, frames == 0 ? 0 : uncertainty);
    }

    /** Jitter and drift. */
    private static Figure[] moves(LagTrack track) {
        int hops = track.fitting();
        if (hops < LEAST_HOPS) {
            Figure few = Figure.unknown("only " + hops + " parts of 20 ms fit (expected: " + LEAST_HOPS + " or more)");
            return new Figure[] {few, few};
        }
        Line line = Line.through(track.times(), track.smooth());
        double jitter = line.deviation() * MILLIS_PER_FRAME;
        double least = LEAST_UNCERTAINTY * MILLIS_PER_FRAME;
        return new Figure[] {
            Figure.known(jitter, least + TWO_SIDED_95 * jitter / Math.sqrt(2.0 * hops)),
            Figure.known(
                    PARTS_PER_MILLION * line.slope(),
                    LEAST_DRIFT_UNCERTAINTY + PARTS_PER_MILLION * line.slopeUncertainty())
        };
    }

    private static Figure gain(Spectra spectra) {
        double noiseShare = 1 - Math.min(1, spectra.coherence(BASE));
        return Figure.known(decibels(spectra.gain(BASE)), 0.1 + decibels(1 + noiseShare));
    }

    private static Figure noise(Spectra spectra) {
        // Of 13 lines and 22 pieces; the level of what has chance in it is off by 4.3 dB times its relative deviation.
        return Figure.known(decibels(Math.max(spectra.noise(HOLE), 1e-12)), 1);
    }

    private static double decibels(double power) {
        return 10 * Math.log10(power + 1e-30);
    }
}
