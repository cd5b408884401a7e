package io.deskmeter.sound.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds by how much a heard reference sound is late. Immutable, thread-safe. */
public final class LagFinder {
    /** Sample frames that are compared at a time: a second. */
    public static final int WINDOW = 48_000;

    private static final int NEAR_SECONDS = 3;
    private static final int PARTS = 4;
    /** So much of a second, or of a part of it, must not be silent. */
    private static final double LEAST_AUDIBLE = 0.1;
    /** A quarter of a millisecond: how far the coarse search may be off, which has steps of four sample frames. */
    private static final int REFINE = 12;
    /** How far a sound moves that is found again where it was; more is looked for in all of {@link #REFINE}. */
    private static final int REFINE_AGAIN = 3;

    private static final double LEAST_CORRELATION = 0.5;
    private static final double LEAST_PROMINENCE = 2;
    /** Above it nothing else is looked for: no other place is as much alike. */
    private static final double CERTAIN = 0.8;
    /** −60 dB of full scale. */
    private static final double LEAST_LEVEL = 0.001;

    private static final double NANOS_PER_SECOND = 1e9;

    private final PreparedReference reference;

    public LagFinder(ReferenceSound reference) {
        this(new PreparedReference(reference));
    }

    public LagFinder(PreparedReference reference) {
        this.reference = reference;
    }

    /**
     * Searches the whole loop: for a sound of which nothing is known yet.
     *
     * @param heard a second, mono, −1 to 1
     * @param expected position of the reference that would be heard first if nothing were late
     * @return from one second early to all but one second of the loop late
     */
    public Lag find(double[] heard, long expected) {
        checkLength(heard);
        return level(heard) < LEAST_LEVEL ? quiet(heard) : find(heard, expected, ReferencePlaces.inLoop(reference));
    }

    /**
     * Looks at the same lag first, and then three seconds before and behind: for a sound whose lag a second ago is
     * known.
     *
     * @param before that lag
     */
    public Lag find(double[] heard, long expected, Lag.Known before) {
        checkLength(heard);
        if (level(heard) < LEAST_LEVEL) {
            return quiet(heard);
        }
        int[] audible = audible(heard);
        if (length(audible) < LEAST_AUDIBLE * WINDOW) {
            return little(audible);
        }
        long same = expected - Math.round(before.nanos() * (WINDOW / NANOS_PER_SECOND));
        Fine unchanged = refineAgain(heard, audible, same);
        if (unchanged.correlation >= CERTAIN) {
            return known(heard, audible, expected, unchanged);
        }
        return find(
                heard,
                expected,
                ReferencePlaces.around(
                        reference, same, Math.min(NEAR_SECONDS * WINDOW, reference.frames() / 2 - WINDOW)));
    }

    private static void checkLength(double[] heard) {
        if (heard.length != WINDOW) {
            throw new IllegalArgumentException("heard: " + heard.length + " samples (expected: " + WINDOW + ")");
        }
    }

    private static double level(double[] sound) {
        double square = 0;
        for (double value : sound) {
            square += value * value;
        }
        return Math.sqrt(square / sound.length);
    }

    private static Lag quiet(double[] heard) {
        return new Lag.Unknown(String.format(
                Locale.ROOT,
                "nothing heard: level %.1f dB (expected: -60 or more)",
                20 * Math.log10(level(heard) + 1e-9)));
    }

    private static Lag little(int[] audible) {
        return new Lag.Unknown(String.format(
                Locale.ROOT,
                "only %.0f ms of the second are not silent (expected: %.0f or more)",
                1e3 * length(audible) / WINDOW,
                1e3 * LEAST_AUDIBLE));
    }

    private Lag find(double[] heard, long expected, ReferencePlaces places) {
        ReferencePlaces.Place place = places.of(heard, 0, WINDOW);
        int[] audible = audible(heard);
        if (length(audible) < LEAST_AUDIBLE * WINDOW) {
            return little(audible);
        }
        Fine fine = refine(heard, audible, place.position(), REFINE);
        if (fine.correlation < LEAST_CORRELATION) {
            return partwise(heard, expected, place.position())
                    .or(() -> longerSide(heard, audible, expected, places))
                    .orElseGet(() -> new Lag.Unknown(String.format(
                            Locale.ROOT,
                            "not the reference sound: correlation %.2f (expected: %.2f or more)",
                            fine.correlation,
                            LEAST_CORRELATION)));
        }
        if (place.prominence() < LEAST_PROMINENCE) {
            return longerSide(heard, audible, expected, places)
                    .orElseGet(() -> new Lag.Unknown(String.format(
                            Locale.ROOT,
                            "heard at two places: the first fits %.1f times as well as the second (expected: %.0f times or more)",
                            place.prominence(),
                            LEAST_PROMINENCE)));
        }
        return known(heard, audible, expected, fine);
    }

    /** So many parts that fit at one place are proof enough: the second is at no other place. */
    private Optional<Lag> partwise(double[] heard, long expected, long coarse) {
        return PartwiseFit.find(heard, reference, coarse)
                .map(place -> new Lag.Known(
                        nanos(late(expected, place.position())), nanos(place.spread() + 0.5), place.correlation()));
    }

    /** Of a second whose delay changes once. */
    private Optional<Lag> longerSide(double[] heard, int[] audible, long expected, ReferencePlaces places) {
        long first = places.of(heard, 0, WINDOW / 2).position();
        long second = places.of(heard, WINDOW / 2, WINDOW / 2).position();
        return StepFit.find(heard, reference, first, second).map(side -> {
            int[] runs = within(audible, side.from(), side.to());
            return known(heard, runs, expected, refine(heard, runs, side.coarse(), REFINE));
        });
    }

    private Lag.Known known(double[] heard, int[] audible, long expected, Fine fine) {
        return new Lag.Known(
                nanos(late(expected, fine.position)), nanos(spread(heard, audible, fine)), fine.correlation);
    }

    /** How the parts of the second differ from the whole, and half a sample. */
    private double spread(double[] heard, int[] audible, Fine whole) {
        double spread = 0;
        int part = WINDOW / PARTS;
        for (int i = 0; i < PARTS; i++) {
            int[] ofPart = within(audible, i * part, (i + 1) * part);
            if (length(ofPart) >= LEAST_AUDIBLE * part) {
                Fine fine = refineAgain(heard, ofPart, Math.round(whole.position));
                spread = Math.max(spread, Math.abs(fine.position - whole.position));
            }
        }
        return spread + 0.5;
    }

    /** Beginnings and ends of what is not silent, in turns: silence is missing sound, and tells nothing of the rest. */
    private static int[] audible(double[] heard) {
        List<DropoutFinder.Dropout> silences = DropoutFinder.silences(heard);
        int[] runs = new int[2 * silences.size() + 2];
        int next = 1;
        for (DropoutFinder.Dropout silence : silences) {
            runs[next++] = silence.start();
            runs[next++] = silence.start() + silence.frames();
        }
        runs[next] = heard.length;
        return runs;
    }

    private static int[] within(int[] runs, int from, int to) {
        return Arrays.stream(runs).map(at -> Math.max(from, Math.min(to, at))).toArray();
    }

    private static int length(int[] runs) {
        int length = 0;
        for (int i = 0; i < runs.length; i += 2) {
            length += runs[i + 1] - runs[i];
        }
        return length;
    }

    /** From one second early on. */
    private double late(long expected, double position) {
        double loopFrames = reference.frames();
        double late = (expected - position) % loopFrames;
        late = late < -WINDOW ? late + loopFrames : late;
        return late >= loopFrames - WINDOW ? late - loopFrames : late;
    }

    private static long nanos(double frames) {
        return Math.round(frames * (NANOS_PER_SECOND / WINDOW));
    }

    /** Position of the reference at which the first sample of the window fits best. */
    private record Fine(double position, double correlation) {}

    private Fine refineAgain(double[] heard, int[] runs, long coarse) {
        Fine near = refine(heard, runs, coarse, REFINE_AGAIN);
        return Math.abs(near.position - coarse) <= REFINE_AGAIN - 1 ? near : refine(heard, runs, coarse, REFINE);
    }

    private Fine refine(double[] heard, int[] runs, long coarse, int reach) {
        double[] fits = new double[2 * reach + 1];
        for (int i = 0; i < fits.length; i++) {
            fits[i] = fit(heard, runs, coarse + i - reach);
        }
        Fit.Peak peak = Fit.peak(fits);
        return new Fine(coarse - reach + peak.at(), peak.value());
    }

    private double fit(double[] heard, int[] runs, long position) {
        Fit fit = new Fit();
        for (int run = 0; run < runs.length; run += 2) {
            fit.add(
                    heard,
                    runs[run],
                    runs[run + 1] - runs[run],
                    reference.mono(),
                    reference.index(position + runs[run]));
        }
        return fit.correlation();
    }
}
