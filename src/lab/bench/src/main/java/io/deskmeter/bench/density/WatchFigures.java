package io.deskmeter.bench.density;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of a window.
 *
 * @param watching sessions that still evaluate frames
 * @param updates that arrived, each counted once
 * @param missed updates that were merged into a later one
 * @param late updates that were evaluated when the next one was already due
 * @param lagP99Nanos from the writing by the server to the evaluation of the condition; −1 without updates
 * @param lagMaxNanos the same
 * @param unreadable frames that mix two updates
 * @param probes that were answered
 * @param windowNanos in which updates and probes were counted
 */
record WatchFigures(
        int watching,
        long updates,
        long missed,
        long late,
        long lagP99Nanos,
        long lagMaxNanos,
        long unreadable,
        long probes,
        long windowNanos) {
    static final String WORD = "figures";
    private static final int FIELDS = 9;
    private static final double P99 = 0.99;
    private static final double SECOND = 1e9;

    static WatchFigures of(int watching, List<Lags> sessions, long periodNanos, long probes, long windowNanos) {
        long[] lags = sessions.stream()
                .map(Lags::counted)
                .flatMapToLong(Arrays::stream)
                .sorted()
                .toArray();
        return new WatchFigures(
                watching,
                lags.length,
                sessions.stream().mapToLong(Lags::missed).sum(),
                Arrays.stream(lags).filter(lag -> lag > periodNanos).count(),
                lags.length == 0 ? -1 : lags[(int) Math.ceil(P99 * lags.length) - 1],
                lags.length == 0 ? -1 : lags[lags.length - 1],
                sessions.stream().mapToLong(Lags::unreadable).sum(),
                probes,
                windowNanos);
    }

    /** Updates of one session in a second; 0 if no session is left. */
    double updatesPerSecond() {
        return perSessionSecond(updates);
    }

    /** Answered probes of one session in a second; 0 if no session is left. */
    double probesPerSecond() {
        return perSessionSecond(probes);
    }

    private double perSessionSecond(long count) {
        return watching == 0 ? 0 : count / (windowNanos / SECOND) / watching;
    }

    /** One line of the process's output. */
    String line() {
        return Stream.of(watching, updates, missed, late, lagP99Nanos, lagMaxNanos, unreadable, probes, windowNanos)
                .map(Object::toString)
                .collect(Collectors.joining(" ", WORD + " ", ""));
    }

    static WatchFigures parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != FIELDS + 1 || !words[0].equals(WORD)) {
            throw new IllegalArgumentException(
                    "watcher: \"" + line + "\" (expected: " + WORD + " and " + FIELDS + " numbers)");
        }
        long[] numbers = Arrays.stream(words).skip(1).mapToLong(Long::parseLong).toArray();
        return new WatchFigures(
                (int) numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                numbers[5],
                numbers[6],
                numbers[7],
                numbers[8]);
    }
}
