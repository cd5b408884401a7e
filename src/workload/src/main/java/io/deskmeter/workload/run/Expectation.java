package io.deskmeter.workload.run;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a run's result is expected to be: {@code groupA.p95: "< 900ms"}.
 *
 * @param metric what is looked at: a figure of the run, or a metric of its workloads
 * @param relation how it must stand to the bound
 * @param bound in the {@linkplain Figure#unit() figure's unit}
 */
public record Expectation(Figure metric, Relation relation, double bound) {

    /** Whether a value keeps it; NaN keeps nothing. */
    public boolean holds(double value) {
        return switch (relation) {
            case AT_LEAST -> value >= bound;
            case ABOVE -> value > bound;
            case AT_MOST -> value <= bound;
            case BELOW -> value < bound;
        };
    }

    /** What figures are counted in. */
    public enum Unit {
        /** Whole sessions. */
        SESSIONS,
        /** Milliseconds. */
        DURATION,
        /** A share from 0 to 1, written in percent. */
        SHARE,
        /** What the metric of a workload is counted in; durations in milliseconds. */
        METRIC
    }

    /** What may be expected. */
    public sealed interface Figure {
        /** As it is written in a profile. */
        String word();

        /** What bound and figure are counted in. */
        Unit unit();
    }

    /** The statistic of a metric of the workloads, at the load point of the capacity. */
    public record OfMetric(String id) implements Figure {
        @Override
        public String word() {
            return id;
        }

        @Override
        public Unit unit() {
            return Unit.METRIC;
        }
    }

    /** Figures that every run has. Figures of load points are those of the point of the capacity. */
    public enum Metric implements Figure {
        /** Sessions that the platform holds. */
        CAPACITY("capacity", Unit.SESSIONS, "sessions that the platform holds"),
        /** Median of group A. */
        GROUP_A_P50("groupA.p50", Unit.DURATION, "median of group A"),
        /** 95th percentile of group A. */
        GROUP_A_P95("groupA.p95", Unit.DURATION, "95th percentile of group A"),
        /** Failed operations of group A, of all of its operations that ended. */
        GROUP_A_FAILED(
                "groupA.failed", Unit.SHARE, "failed operations of group A, of all of its operations that ended"),
        /** Median of group B. */
        GROUP_B_P50("groupB.p50", Unit.DURATION, "median of group B"),
        /** 95th percentile of group B. */
        GROUP_B_P95("groupB.p95", Unit.DURATION, "95th percentile of group B"),
        /** Failed operations of group B, of all of its operations that ended. */
        GROUP_B_FAILED(
                "groupB.failed", Unit.SHARE, "failed operations of group B, of all of its operations that ended"),
        /** Desktops within the thresholds, of the sessions: the desktop score. */
        DESKTOPS_WITHIN(
                "desktops.within", Unit.SHARE, "desktops within the thresholds, of the sessions: the desktop score"),
        /** 95th percentile of all logons of the run. */
        LOGON_P95("logon.p95", Unit.DURATION, "95th percentile of all logons of the run"),
        /** Sessions of the whole run that lost their desktop or failed, of those asked for. */
        SESSIONS_LOST(
                "sessions.lost",
                Unit.SHARE,
                "sessions of the whole run that lost their desktop or failed, of those asked for"),
        /** Mean load of all cores of the machines while steady. */
        HOST_CPU("host.cpu", Unit.SHARE, "mean load of all cores of the machines while steady"),
        /** Mean load of all cores by Deskmeter's own processes while steady. */
        HARNESS_CPU("harness.cpu", Unit.SHARE, "mean load of all cores by Deskmeter's own processes while steady");

        private final String word;
        private final Unit unit;
        private final String meaning;

        Metric(String word, Unit unit, String meaning) {
            this.word = word;
            this.unit = unit;
            this.meaning = meaning;
        }

        /** What it is, in a few words of Markdown. */
        public String meaning() {
            return meaning;
        }

        @Override
        public String word() {
            return word;
        }

        @Override
        public Unit unit() {
            return unit;
        }
    }

    /** How a figure stands to its bound. */
    public enum Relation {
        AT_LEAST(">="),
        ABOVE(">"),
        AT_MOST("<="),
        BELOW("<");

        private final String sign;

        Relation(String sign) {
            this.sign = sign;
        }

        /** As it is written in a profile. */
        public String sign() {
            return sign;
        }

        /** The relation of a sign. */
        public static Optional<Relation> of(String sign) {
            return Arrays.stream(values())
                    .filter(relation -> relation.sign.equals(sign))
                    .findFirst();
        }
    }
}
