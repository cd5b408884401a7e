package io.deskmeter.controller.report;

import io.deskmeter.measure.Response;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.SessionValues;
import io.deskmeter.workload.Better;
import io.deskmeter.workload.Metric;
import io.deskmeter.workload.MetricSource;
import java.util.Arrays;
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
 * The values of one metric in one run, by session, with what became of those that did not come. An operation that failed, was not reached or was lost counts as
 * infinitely bad, as many times as it gives values when it works: all moves of a drag, all seconds of a clip. Of one that Deskmeter spoilt as many values are unknown.
 */
final class MetricAccount {
    private final MetricInfo info;
    private final Metric metric;
    private final Map<String, Integer> ofEach = new HashMap<>();
    private final Map<Integer, Builder> sessions = new TreeMap<>();

    private MetricAccount(MetricInfo info, Metric metric) {
        this.info = info;
        this.metric = metric;
    }

    /**
     * The values of each session, by session.
     *
     * @param responses of the compared load points, one for each operation
     * @param samples of the same
     */
    static List<SessionValues> of(MetricInfo info, Metric metric, List<Response> responses, List<MetricValue> samples) {
        MetricAccount account = new MetricAccount(info, metric);
        List<MetricValue> own = samples.stream()
                .filter(sample -> sample.metric().equals(metric.id()))
                .toList();
        account.count(own);
        own.forEach(account::add);
        account.addOperations(responses);
        return account.sessions.values().stream().map(Builder::values).toList();
    }

    /** What an operation gives: the most that any of its timings has. */
    private void count(List<MetricValue> samples) {
        Map<Key, Integer> ofTiming = new HashMap<>();
        samples.stream()
                .filter(sample -> sample.timing() != Sample.NO_TIMING)
                .forEach(sample -> ofTiming.merge(
                        new Key(sample.session(), sample.operation(), sample.timing()), 1, Integer::sum));
        ofTiming.forEach((key, count) -> ofEach.merge(key.operation(), count, Integer::max));
    }

    private record Key(int session, String operation, long timing) {}

    private void add(MetricValue sample) {
        Builder session = session(sample.session());
        if (Double.isNaN(sample.value())) {
            session.unknown++;
        } else {
            session.known.add(sample.value());
        }
        if (sample.timing() != Sample.NO_TIMING) {
            session.came.merge(sample.operation(), 1, Integer::sum);
            session.timings
                    .computeIfAbsent(sample.operation(), operation -> new HashSet<>())
                    .add(sample.timing());
        }
    }

    private void addOperations(List<Response> responses) {
        Map<Integer, Map<String, List<Response>>> worked = responses.stream()
                .filter(response -> info.operations().contains(response.operation()))
                .collect(Collectors.groupingBy(Response::session, Collectors.groupingBy(Response::operation)));
        worked.forEach((session, operations) ->
                operations.forEach((operation, ended) -> add(session(session), operation, ended)));
    }

    private void add(Builder session, String operation, List<Response> ended) {
        int each = ofEach.getOrDefault(operation, 1);
        int failed =
                (int) ended.stream().filter(r -> Double.isInfinite(r.millis())).count();
        int spoilt = (int) ended.stream().filter(r -> !r.isKnown()).count();
        Collections.nCopies(failed * each, worst()).forEach(session.known::add);
        session.unknown += spoilt * each + missing(session, operation, ended.size() - failed - spoilt, each);
    }

    /** Values of operations that worked, which never came. */
    private int missing(Builder session, String operation, int worked, int each) {
        return MetricSource.of(metric.source())
                        .filter(MetricSource::samplesSeconds)
                        .isPresent()
                ? each
                        * Math.max(
                                0,
                                worked
                                        - session.timings
                                                .getOrDefault(operation, Set.of())
                                                .size())
                : Math.max(0, worked * each - session.came.getOrDefault(operation, 0));
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
        private final Map<String, Integer> came = new HashMap<>();
        private final Map<String, Set<Long>> timings = new HashMap<>();
        private int unknown;

        private SessionValues values() {
            double[] values = known.build().toArray();
            Arrays.sort(values);
            return new SessionValues(values, unknown);
        }
    }
}
