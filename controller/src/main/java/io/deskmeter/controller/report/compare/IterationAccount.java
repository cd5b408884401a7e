package io.deskmeter.controller.report.compare;

import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunReport.SessionFigures;
import io.deskmeter.measure.timing.SessionValues;
import io.deskmeter.measure.verdict.OwedSamples;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * The values of a metric that belongs to no operation, such as the time that desktops did not respond: each iteration
 * that counts owes one. As in verdicts, those that a lost session still owes are the worst there are, and those that
 * another one owes are unknown. Without them a desktop that was lost would be left out as if it had responded as well
 * as the others.
 */
final class IterationAccount {
    private final Map<Integer, Builder> sessions = new TreeMap<>();

    private IterationAccount() {}

    /** Whether iterations owe it. */
    static boolean counts(MetricInfo info) {
        return MetricSource.of(info.source())
                .filter(MetricSource::samplesIterations)
                .isPresent();
    }

    /** Whether the report tells how many iterations count at the load points. */
    static boolean isKnown(RunReport report, Collection<Integer> points) {
        return points.stream()
                .allMatch(point -> report.sessions().stream().anyMatch(session -> session.loadPoint() == point)
                        && report.sessions().stream()
                                .filter(session -> session.loadPoint() == point)
                                .allMatch(session -> session.iterations() != null));
    }

    /**
     * The values of each session, by session; empty where the report does not tell what was owed.
     *
     * @param samples of the compared load points, by their index
     */
    static Optional<List<SessionValues>> of(RunReport report, Metric metric, Map<Integer, List<MetricValue>> samples) {
        if (!isKnown(report, samples.keySet())) {
            return Optional.empty();
        }
        IterationAccount account = new IterationAccount();
        // A session may be lost at one of the load points only, so each of them has its own account.
        samples.forEach((point, values) -> account.add(report, point, metric, values));
        return Optional.of(
                account.sessions.values().stream().map(Builder::values).toList());
    }

    private void add(RunReport report, int point, Metric metric, List<MetricValue> samples) {
        Map<Integer, Integer> came = new HashMap<>();
        for (MetricValue sample : samples) {
            if (sample.metric().equals(metric.id())) {
                came.merge(sample.session(), 1, Integer::sum);
                session(sample.session()).add(sample.value(), 1);
            }
        }
        for (SessionFigures figures : report.sessions()) {
            Integer owed = figures.iterations();
            if (figures.loadPoint() == point && owed != null) {
                session(figures.session())
                        .add(
                                figures.discarded() ? OwedSamples.ALL_THE_TIME : Double.NaN,
                                owed - came.getOrDefault(figures.session(), 0));
            }
        }
    }

    private Builder session(int session) {
        return sessions.computeIfAbsent(session, any -> new Builder());
    }

    /** One session, while it is read. */
    private static final class Builder {
        private final DoubleStream.Builder known = DoubleStream.builder();
        private int unknown;

        private void add(double value, int count) {
            for (int i = 0; i < count; i++) {
                if (Double.isNaN(value)) {
                    unknown++;
                } else {
                    known.accept(value);
                }
            }
        }

        private SessionValues values() {
            return new SessionValues(known.build().sorted().toArray(), unknown);
        }
    }
}
