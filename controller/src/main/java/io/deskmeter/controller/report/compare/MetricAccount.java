package io.deskmeter.controller.report.compare;

import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SessionValues;
import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The values of one metric in one run, by session, with what became of those that did not come. An operation that
 * failed, was not reached or was lost counts as infinitely bad, as many times as it gives values when it works: all
 * moves of a drag, all seconds of a clip. Of one that Deskmeter spoilt as many values are unknown. As in verdicts, what
 * came of such operations all the same is not looked at: it would count twice.
 */
final class MetricAccount {
    private static final double SECOND_MILLIS = 1000;

    private final Metric metric;
    private final List<Response> worked;
    private final List<MetricValue> samples;
    private final boolean ofSeconds;
    /** Whether responses tell the numbers of their timings: a table of an earlier version does not. */
    private final boolean numbered;

    private final Map<String, Integer> ofEach = new HashMap<>();
    private final Map<Integer, Builder> sessions = new TreeMap<>();

    /** Samples of one timing; without its number, of all timings of an operation. */
    private record Key(int session, String operation, long timing) {}

    /**
     * Of the compared load points of a run.
     *
     * @param responses one for each planned operation
     * @param samples of all metrics
     */
    MetricAccount(MetricInfo info, Metric metric, List<Response> responses, List<MetricValue> samples) {
        this.metric = metric;
        this.worked = responses.stream()
                .filter(response -> info.operations().contains(response.operation()))
                .toList();
        this.samples = samples.stream()
                .filter(sample -> sample.metric().equals(metric.id()))
                .toList();
        this.ofSeconds = MetricSource.of(metric.source())
                .filter(MetricSource::samplesSeconds)
                .isPresent();
        this.numbered = worked.stream().anyMatch(response -> response.timing() != Sample.NO_TIMING);
    }

    /**
     * Whether it can be told which samples are of operations that ended well. Without numbers it cannot, if more
     * operations of a session gave samples than ended well.
     */
    boolean isKnown() {
        if (numbered) {
            return true;
        }
        Map<Key, Set<Long>> timings = new HashMap<>();
        samples.stream()
                .filter(sample -> sample.timing() != Sample.NO_TIMING)
                .forEach(sample -> timings.computeIfAbsent(
                                new Key(sample.session(), sample.operation(), Sample.NO_TIMING), key -> new HashSet<>())
                        .add(sample.timing()));
        Map<Key, Long> answered = worked.stream()
                .filter(MetricAccount::isAnswered)
                .collect(Collectors.groupingBy(MetricAccount::keyOf, Collectors.counting()));
        return timings.entrySet().stream()
                .allMatch(of -> of.getValue().size() <= answered.getOrDefault(of.getKey(), 0L));
    }

    /** The values of each session, by session. */
    List<SessionValues> values() {
        Set<Key> answered = worked.stream()
                .filter(MetricAccount::isAnswered)
                .map(MetricAccount::keyOf)
                .collect(Collectors.toSet());
        Map<Key, Integer> came = new HashMap<>();
        for (MetricValue sample : samples) {
            Key key = keyOf(sample);
            if (sample.timing() == Sample.NO_TIMING || !numbered || answered.contains(key)) {
                session(sample.session()).add(sample.value(), 1);
                came.merge(key, 1, Integer::sum);
            }
        }
        countEach(came);
        Map<Key, List<Response>> all = worked.stream().collect(Collectors.groupingBy(MetricAccount::keyOf));
        all.forEach((key, responses) -> add(key, responses, came));
        return sessions.values().stream().map(Builder::values).toList();
    }

    private static boolean isAnswered(Response response) {
        return Double.isFinite(response.millis());
    }

    private static Key keyOf(Response response) {
        return new Key(response.session(), response.operation(), response.timing());
    }

    private static Key keyOf(MetricValue sample) {
        return new Key(sample.session(), sample.operation(), sample.timing());
    }

    /** What an operation gives: the most that any of its timings has. */
    private void countEach(Map<Key, Integer> came) {
        came.forEach((key, count) -> {
            if (key.timing() != Sample.NO_TIMING) {
                ofEach.merge(key.operation(), count, Integer::max);
            }
        });
        if (ofSeconds) {
            worked.stream()
                    .filter(MetricAccount::isAnswered)
                    .forEach(response -> ofEach.merge(response.operation(), seconds(response), Integer::max));
        }
    }

    /** As verdicts count them. */
    private static int seconds(Response answered) {
        return (int) Math.max(1, answered.millis() / SECOND_MILLIS);
    }

    /** @param responses of one timing; without its number, all of the operation in that session */
    private void add(Key key, List<Response> responses, Map<Key, Integer> came) {
        int each = ofEach.getOrDefault(key.operation(), 1);
        Builder session = session(key.session());
        int due = 0;
        for (Response response : responses) {
            if (isAnswered(response)) {
                due += ofSeconds ? seconds(response) : each;
            } else {
                session.add(response.isKnown() ? worst() : Double.NaN, each);
            }
        }
        session.add(Double.NaN, Math.max(0, due - cameOf(key, came)));
    }

    private int cameOf(Key key, Map<Key, Integer> came) {
        return numbered
                ? came.getOrDefault(key, 0)
                : came.entrySet().stream()
                        .filter(of -> of.getKey().timing() != Sample.NO_TIMING
                                && of.getKey().session() == key.session()
                                && of.getKey().operation().equals(key.operation()))
                        .mapToInt(Map.Entry::getValue)
                        .sum();
    }

    private double worst() {
        return metric.better() == Better.LOWER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }

    private Builder session(int session) {
        return sessions.computeIfAbsent(session, any -> new Builder());
    }

    /** One session, while it is read. */
    private static final class Builder {
        private final DoubleStream.Builder known = DoubleStream.builder();
        private int unknown;

        private void add(double value, int count) {
            if (Double.isNaN(value)) {
                unknown += count;
            } else {
                Collections.nCopies(count, value).forEach(known::add);
            }
        }

        private SessionValues values() {
            return new SessionValues(known.build().sorted().toArray(), unknown);
        }
    }
}
