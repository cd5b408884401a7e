package io.deskmeter.sound.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Finds by how much a heard reference sound is late. Immutable, thread-safe. */
public final class LagFinder {
    /** Sample frames that are compared at a time: a second. */
    public static final int WINDOW = 48_000;

    private static final int DECIMATION = 4;
    private static final int FILTER_REACH = 48;
    private static final double CUTOFF = 5_000;
    private static final int NEAR_SECONDS = 3;
    private static final int PARTS = 4;
    /** So much of a second, or of a part of it, must not be silent. */
    private static final double LEAST_AUDIBLE = 0.1;
    /** A quarter of a millisecond: how far the coarse search may be off, which has steps of four sample frames. */
    private static final int REFINE = 12;

    private static final double LEAST_CORRELATION = 0.5;
    private static final double LEAST_PROMINENCE = 2;
    /** Above it nothing else is looked for: no other place is as much alike. */
    private static final double CERTAIN = 0.8;
    /** −60 dB of full scale. */
    private static final double LEAST_LEVEL = 0.001;

    private static final double NANOS_PER_SECOND = 1e9;

    private final ReferenceSound reference;
    private final double[] filter;
    /** The loop, and its first second again. */
    private final double[] mono;
    /** The same at a quarter of the rate. */
    private final double[] loop;

    public LagFinder(ReferenceSound reference) {
        this.reference = reference;
        this.filter = filter();
        this.mono = new double[reference.frames() + WINDOW];
        for (int i = 0; i < mono.length; i++) {
            mono[i] = reference.mono(i);
        }
        this.loop = decimated(mono);
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
        return level(heard) < LEAST_LEVEL ? quiet(heard) : find(heard, expected, 0, loop);
    }

    /**
     * Looks at the same lag first, and then three seconds before and behind: for a sound whose lag a second ago is known.
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
        Fine unchanged = refine(heard, audible, same);
        if (unchanged.correlation >= CERTAIN) {
            return known(heard, audible, expected, same, unchanged);
        }
        int reach = Math.min(NEAR_SECONDS * WINDOW, reference.frames() / 2 - WINDOW);
        long from = same - reach;
        from -= Math.floorMod(from, (long) DECIMATION);
        int start = (int) (Math.floorMod(from, (long) reference.frames()) / DECIMATION);
        double[] near = new double[(2 * reach + WINDOW) / DECIMATION];
        int period = reference.frames() / DECIMATION;
        for (int i = 0; i < near.length; i++) {
            near[i] = loop[(start + i) % period];
        }
        return find(heard, expected, from, near);
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

    private Lag find(double[] heard, long expected, long from, double[] within) {
        Correlator.Peak peak = Correlator.find(decimated(heard), within);
        long coarse = from + (long) peak.offset() * DECIMATION;
        int[] audible = audible(heard);
        if (length(audible) < LEAST_AUDIBLE * WINDOW) {
            return little(audible);
        }
        Fine fine = refine(heard, audible, coarse);
        if (fine.correlation < LEAST_CORRELATION) {
            return new Lag.Unknown(String.format(
                    Locale.ROOT,
                    "not the reference sound: correlation %.2f (expected: %.2f or more)",
                    fine.correlation,
                    LEAST_CORRELATION));
        }
        if (peak.prominence() < LEAST_PROMINENCE) {
            return new Lag.Unknown(String.format(
                    Locale.ROOT,
                    "heard at two places: the first fits %.1f times as well as the second (expected: %.0f times or more)",
                    peak.prominence(),
                    LEAST_PROMINENCE));
        }
        return known(heard, audible, expected, coarse, fine);
    }

    private Lag.Known known(double[] heard, int[] audible, long expected, long coarse, Fine fine) {
        return new Lag.Known(
                nanos(late(expected, fine.position)), nanos(spread(heard, audible, coarse, fine)), fine.correlation);
    }

    /** How the parts of the second differ from the whole, and half a sample. */
    private double spread(double[] heard, int[] audible, long coarse, Fine whole) {
        double spread = 0;
        int part = WINDOW / PARTS;
        for (int i = 0; i < PARTS; i++) {
            int[] ofPart = within(audible, i * part, (i + 1) * part);
            if (length(ofPart) >= LEAST_AUDIBLE * part) {
                Fine fine = refine(heard, ofPart, coarse);
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

    private Fine refine(double[] heard, int[] runs, long coarse) {
        double[] fits = new double[2 * REFINE + 1];
        int best = 1;
        for (int i = 0; i < fits.length; i++) {
            fits[i] = fit(heard, runs, coarse + i - REFINE);
            if (fits[i] > fits[best]) {
                best = i;
            }
        }
        best = Math.max(1, Math.min(fits.length - 2, best));
        double bend = fits[best - 1] - 2 * fits[best] + fits[best + 1];
        double shift = bend < 0 ? 0.5 * (fits[best - 1] - fits[best + 1]) / bend : 0;
        return new Fine(coarse + best - REFINE + Math.max(-1, Math.min(1, shift)), fits[best]);
    }

    private double fit(double[] heard, int[] runs, long position) {
        double product = 0;
        double squareHeard = 0;
        double squareReference = 0;
        int shift = (int) Math.floorMod(position, (long) reference.frames());
        for (int run = 0; run < runs.length; run += 2) {
            for (int i = runs[run]; i < runs[run + 1]; i++) {
                double played = mono[shift + i];
                product += heard[i] * played;
                squareHeard += heard[i] * heard[i];
                squareReference += played * played;
            }
        }
        return product / Math.sqrt(squareHeard * squareReference + 1e-12);
    }

    private double[] decimated(double[] sound) {
        double[] result = new double[sound.length / DECIMATION];
        for (int i = 0; i < result.length; i++) {
            for (int tap = -FILTER_REACH; tap <= FILTER_REACH; tap++) {
                int frame = i * DECIMATION + tap;
                result[i] += frame < 0 || frame >= sound.length ? 0 : filter[tap + FILTER_REACH] * sound[frame];
            }
        }
        return result;
    }

    /** A low-pass that delays nothing. */
    private static double[] filter() {
        double[] taps = new double[2 * FILTER_REACH + 1];
        for (int i = 0; i < taps.length; i++) {
            double x = 2 * CUTOFF / WINDOW * (i - FILTER_REACH);
            double sinc = x == 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
            double window = 0.5 + 0.5 * Math.cos(Math.PI * (i - FILTER_REACH) / (FILTER_REACH + 1.0));
            taps[i] = 2 * CUTOFF / WINDOW * sinc * window;
        }
        return taps;
    }
}
