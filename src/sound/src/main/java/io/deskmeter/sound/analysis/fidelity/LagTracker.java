package io.deskmeter.sound.analysis.fidelity;

import io.deskmeter.sound.analysis.DropoutFinder;
import io.deskmeter.sound.analysis.Fit;
import io.deskmeter.sound.analysis.Lag;
import io.deskmeter.sound.analysis.LagFinder;
import io.deskmeter.sound.analysis.PreparedReference;
import io.deskmeter.sound.analysis.SlowSound;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Follows the place of the reference through seconds of sound, in hops of 20 ms: so it finds steps, where sound is
 * repeated or left out, and parts that are something else. A hop that does not fit where the one before did is looked
 * for within 250 ms around it, and where the second as a whole was found. Not thread-safe.
 */
final class LagTracker {
    private static final int SECOND = 48_000;
    private static final int HOP = LagTrack.HOP;
    /** A step is found by so much sound that follows it. */
    private static final int SEGMENT = 3 * HOP;
    /** Beyond the length of a note, 110 ms: until the next one sounds, its place may be some periods off. */
    private static final int NOTE = 6 * HOP;
    /** How far steps are looked for. */
    private static final int REACH = SECOND / 4;
    /** The coarse search has steps of four sample frames. */
    private static final int REFINE = 6;
    /** How far a hop may be from the one before without being looked for, in sample frames. */
    private static final int JUST_HERE = 2;
    /** A little more than a millisecond: how far one is looked for by itself, as the delay may vary from hop to hop. */
    private static final int NEARBY = 60;
    /** A hop that fits so well is where it was. */
    private static final double FITS = 0.7;
    /** What follows a step must fit so well: part of its first hop may be from before it. */
    private static final double FITS_AFTER_STEP = 0.8;
    /** A hop that fits so well, and nowhere better, is where it was, with noise. */
    private static final double FITS_WITH_NOISE = 0.5;
    /** Below it something else is heard. */
    private static final double ELSE = 0.3;
    /** A millisecond; smaller steps are none. */
    private static final int LEAST_STEP = SECOND / 1_000;
    /** Foreign sound must not cost a search for each hop. */
    private static final int MOST_SEARCHES = 10;
    /** A part at the end of a second that fits nowhere, and is not longer, is looked at again with what follows it. */
    private static final int MOST_CARRIED = 10 * HOP;

    private static final Lag.Known AS_EXPECTED = new Lag.Known(0, 0, 1);
    private static final double FRAMES_PER_NANO = SECOND / 1e9;

    private final PreparedReference reference;
    private final LagFinder lags;
    private double[] carried = new double[0];
    private boolean known;
    private double offset;
    private double steps;
    /** Sample frames of silence since the last hop without any. */
    private int silent;
    /** Hops since the last one that fitted, which do not count before it is known whether they belong elsewhere. */
    private final Unfit unfit = new Unfit();

    private int searches;
    /** Where the last step of this second was found, and how large it was. */
    private int stepAt;

    private double lastStep;

    LagTracker(PreparedReference reference) {
        this.reference = reference;
        this.lags = new LagFinder(reference);
    }

    /**
     * Follows the next second, which must follow the one before without a gap.
     *
     * @param position of its first sample as a whole, where that was found
     */
    LagTrack follow(double[] heard, OptionalDouble position) {
        LagTrack track = new LagTrack();
        if (!known && position.isPresent()) {
            begin(position.getAsDouble());
        }
        if (!known) {
            return track;
        }
        double[] sound = Arrays.copyOf(carried, carried.length + heard.length);
        System.arraycopy(heard, 0, sound, carried.length, heard.length);
        List<DropoutFinder.Dropout> silences = DropoutFinder.silences(sound);
        searches = 0;
        lastStep = 0;
        int from = hops(new Part(sound, silences, position), 0, track);
        if (unfit.at >= 0 && from - unfit.at > MOST_CARRIED && far(heard, unfit.at - carried.length, track)) {
            from = hops(new Part(sound, silences, position), unfit.restart(), track);
        }
        end(sound, from, track);
        return track;
    }

    /** What is followed at a time: the end of the second before, and this one. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Part(double[] sound, List<DropoutFinder.Dropout> silences, OptionalDouble position) {}

    /** Follows from one sample on; returns where the first hop would begin that has too little behind it. */
    private int hops(Part part, int first, LagTrack track) {
        int from = first;
        for (; from + SEGMENT <= part.sound.length; from += HOP) {
            int silence = silence(part.silences, from);
            hop(new Hop(part.sound, from, from - carried.length, silence, part.position), track);
        }
        return from;
    }

    /** Looks three seconds around for the rest of a second of which nothing fits since a hop; whether it was found. */
    private boolean far(double[] heard, int start, LagTrack track) {
        double[] rest = heard.clone();
        Arrays.fill(rest, 0, Math.max(0, start + HOP), 0);
        long expected = Math.round(offset);
        if (!(lags.find(rest, expected, AS_EXPECTED) instanceof Lag.Known known)
                || known.correlation() < FITS_AFTER_STEP) {
            return false;
        }
        double loop = reference.frames();
        double late = known.nanos() * FRAMES_PER_NANO;
        double found = expected - (late > loop / 2 ? late - loop : late);
        silent = unfit.silentBefore;
        step(start, found - offset, track);
        offset = found;
        return true;
    }

    /** What comes next does not follow what came before. */
    void forget() {
        known = false;
    }

    private void begin(double position) {
        known = true;
        offset = position;
        steps = 0;
        silent = 0;
        unfit.forget();
        carried = new double[0];
    }

    private void end(double[] sound, int from, LagTrack track) {
        int keep = from;
        if (unfit.at >= 0 && from - unfit.at <= MOST_CARRIED) {
            keep = unfit.at;
            silent = unfit.silentBefore;
            unfit.forget();
        }
        unfit.count(track, false);
        carried = Arrays.copyOfRange(sound, keep, sound.length);
        offset += SECOND;
        // Nothing of a whole second fits: it is begun anew where one fits.
        known = track.seen() == 0 || track.fitting() > 0;
    }

    /** A part of the sound. */
    private static final class Hop {
        private final double[] sound;
        /** Its first sample in the sound. */
        private final int at;
        /** The same in sample frames of the second; below 0 in the one before. */
        private final int start;
        /** Sample frames in it that are silent. */
        private final int silence;
        /** Of the second as a whole, where that was found. */
        private final OptionalDouble position;

        private Hop(double[] sound, int at, int start, int silence, OptionalDouble position) {
            this.sound = sound;
            this.at = at;
            this.start = start;
            this.silence = silence;
            this.position = position;
        }
    }

    /** Hops that do not fit where the one before did, nor anywhere near. */
    private static final class Unfit {
        /** The first of them; below 0 if there is none. */
        private int at = -1;
        /** What was silent in front of it. */
        private int silentBefore;

        private int hops;
        private int elses;
        private boolean endsWithElse;

        private void add(int hop, double fit, int silent) {
            if (at < 0) {
                at = hop;
                silentBefore = silent;
            }
            hops++;
            endsWithElse = fit < ELSE;
            elses += endsWithElse ? 1 : 0;
        }

        /** They belong nowhere else. A hop in front of a step may be cut by it. */
        private void count(LagTrack track, boolean step) {
            track.looked(hops);
            track.conceals(elses - (step && endsWithElse ? 1 : 0));
            forget();
        }

        /** They belong where the rest was found, but for the first, which the step cuts; returns where that begins. */
        private int restart() {
            int next = at + HOP;
            forget();
            return next;
        }

        private void forget() {
            at = -1;
            hops = 0;
            elses = 0;
            endsWithElse = false;
        }
    }

    private static int silence(List<DropoutFinder.Dropout> silences, int from) {
        int frames = 0;
        for (DropoutFinder.Dropout each : silences) {
            frames += Math.max(0, Math.min(each.start() + each.frames(), from + HOP) - Math.max(each.start(), from));
        }
        return frames;
    }

    private void hop(Hop hop, LagTrack track) {
        int silentBefore = silent;
        silent += hop.silence;
        if (hop.silence > HOP / 2) {
            return;
        }
        Place here = refined(hop, HOP, Math.round(offset), JUST_HERE);
        if (here.fit >= FITS) {
            settle(hop, atEdge(here) ? refined(hop, HOP, Math.round(offset), NEARBY).offset : here.offset, track);
            silent = hop.silence == 0 ? 0 : silent;
        } else {
            lookAround(hop, here, silentBefore, track);
        }
    }

    /** The best place is the last that was tried: it may fit better beyond. */
    private boolean atEdge(Place here) {
        return Math.abs(here.offset - Math.round(offset)) > JUST_HERE - 0.5;
    }

    private void lookAround(Hop hop, Place here, int silentBefore, LagTrack track) {
        OptionalDouble elsewhere = elsewhere(hop);
        if (elsewhere.isPresent()) {
            unfit.count(track, true);
            step(hop.start, elsewhere.getAsDouble() - offset, track);
            settle(hop, elsewhere.getAsDouble(), track);
            silent = 0;
        } else if (here.fit >= FITS_WITH_NOISE) {
            settle(hop, here.offset, track);
        } else {
            unfit.add(hop.at, here.fit, silentBefore);
        }
    }

    private void settle(Hop hop, double found, LagTrack track) {
        unfit.count(track, false);
        track.looked(1);
        offset = found;
        track.fits(hop.start, offset, offset - steps);
    }

    private void step(int at, double by, LagTrack track) {
        if (Math.abs(by) < LEAST_STEP) {
            return;
        }
        steps += by;
        boolean opposite = at - stepAt <= NOTE && by * lastStep < 0;
        stepAt = at;
        if (opposite && Math.abs(by) <= NEARBY) {
            // The note by which the step in front was found fitted nearly as well a period further on.
            track.corrects((int) Math.round(by));
            lastStep += by;
        } else if (opposite && Math.abs(lastStep) <= NEARBY) {
            // What seemed to be a step was a part that this step cuts.
            track.corrects((int) Math.round(-lastStep));
            lastStep += by;
            count(lastStep, track);
        } else {
            lastStep = by;
            count(by, track);
        }
    }

    private void count(double step, LagTrack track) {
        if (step > 0) {
            track.removes((int) Math.round(step));
        } else if (-step - silent >= LEAST_STEP) {
            // After a silence that delays what follows, nothing is repeated.
            track.repeats((int) Math.round(-step) - silent);
        }
    }

    /** How well a part fits at an offset. */
    private record Place(double offset, double fit) {}

    private double fit(Hop hop, int count, long at) {
        Fit fit = new Fit();
        fit.add(hop.sound, hop.at, count, reference.mono(), reference.index(at + hop.start));
        return fit.correlation();
    }

    private OptionalDouble elsewhere(Hop hop) {
        Place found = refined(hop, HOP, Math.round(offset), NEARBY);
        if (found.fit < FITS_AFTER_STEP && searches++ < MOST_SEARCHES) {
            found = refined(hop, SEGMENT, coarse(hop), REFINE);
        }
        if (found.fit < FITS_AFTER_STEP && hop.position.isPresent()) {
            found = refined(hop, SEGMENT, Math.round(hop.position.getAsDouble()), REFINE);
        }
        return found.fit < FITS_AFTER_STEP ? OptionalDouble.empty() : OptionalDouble.of(found.offset);
    }

    private Place refined(Hop hop, int count, long near, int reach) {
        double[] fits = new double[2 * reach + 1];
        for (int i = 0; i < fits.length; i++) {
            fits[i] = fit(hop, count, near + i - reach);
        }
        Fit.Peak peak = Fit.peak(fits);
        return new Place(near - reach + peak.at(), peak.value());
    }

    /** The offset within reach at which a part fits best, at a quarter of the rate. */
    private long coarse(Hop hop) {
        double[] part = SlowSound.of(hop.sound, hop.at, SEGMENT);
        long first = Math.round(offset) + hop.start - REACH;
        first -= Math.floorMod(first, (long) SlowSound.DECIMATION);
        double[] around = reference.slow(first, 2 * REACH + SEGMENT);
        int best = 0;
        double highest = Double.NEGATIVE_INFINITY;
        for (int at = 0; at + part.length <= around.length; at++) {
            Fit fit = new Fit();
            fit.add(part, 0, part.length, around, at);
            if (fit.correlation() > highest) {
                highest = fit.correlation();
                best = at;
            }
        }
        return first + (long) best * SlowSound.DECIMATION - hop.start;
    }
}
