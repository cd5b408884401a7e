package io.deskmeter.agent.tryout;

import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.measure.timing.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Samples in words: one line for all of a metric that follow each other and belong to one timing, since a gesture has
 * hundreds. Not thread-safe.
 */
final class SampleLines {
    private static final double P95 = 0.95;

    private final List<Sample> waiting = new ArrayList<>();

    /** The line of the samples before, if they are of another metric or timing than this one. */
    Optional<String> add(Sample sample) {
        boolean other = !waiting.isEmpty()
                && (waiting.get(0).timing() != sample.timing()
                        || !waiting.get(0).metric().equals(sample.metric()));
        Optional<String> line = other ? rest() : Optional.empty();
        waiting.add(sample);
        return line;
    }

    /** The line of what has not been printed. */
    Optional<String> rest() {
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        Sample first = waiting.get(0);
        String line = first.metric() + " of " + first.timing() + ": " + (waiting.size() == 1 ? one(first) : all());
        waiting.clear();
        return Optional.of(line);
    }

    private static String one(Sample sample) {
        return sample.isKnown() ? number(sample.value()) : "unknown, " + sample.unknown();
    }

    private String all() {
        double[] known = waiting.stream()
                .filter(Sample::isKnown)
                .mapToDouble(Sample::value)
                .toArray();
        Arrays.sort(known);
        String unknown = unknown(waiting.size() - known.length);
        return known.length == 0
                ? unknown
                : "p50 " + number(Quantiles.of(known, 0.5)) + ", p95 " + number(Quantiles.of(known, P95)) + " of "
                        + known.length + " samples" + (unknown.isEmpty() ? "" : "; " + unknown);
    }

    private String unknown(int count) {
        String why = waiting.stream()
                .map(Sample::unknown)
                .filter(reason -> !reason.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        return count == 0 ? "" : count + " unknown, " + why;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
