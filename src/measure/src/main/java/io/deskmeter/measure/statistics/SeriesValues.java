package io.deskmeter.measure.statistics;

import io.deskmeter.measure.timing.SampledSession;
import io.deskmeter.workload.metric.Statistic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * The values of one series of a load point, by session: the responses of a group, the samples of a metric, the logons.
 * A loss of the platform is a value that is worse than any other. Of an open value (not delivered, or unknown) only the
 * best that it may be is known: a statistic is then known between the one with all open values at their best and the
 * one with them at their worst. Immutable.
 */
public final class SeriesValues {
    private final double worstOpen;
    private final List<OfSession> sessions;

    /** Of one session. */
    private static final class OfSession {
        private final int session;

        /** Sorted, losses included. */
        private final double[] known;

        /** The best that each open value may be, in any order. */
        private final double[] open;

        OfSession(int session, double[] known, double[] open) {
            this.session = session;
            this.known = known;
            this.open = open;
        }

        double[] atBest() {
            double[] all = Arrays.copyOf(known, known.length + open.length);
            System.arraycopy(open, 0, all, known.length, open.length);
            Arrays.sort(all);
            return all;
        }

        double[] atWorst(double worst) {
            double[] all = Arrays.copyOf(known, known.length + open.length);
            Arrays.fill(all, known.length, all.length, worst);
            Arrays.sort(all);
            return all;
        }
    }

    private SeriesValues(double worstOpen, List<OfSession> sessions) {
        this.worstOpen = worstOpen;
        this.sessions = List.copyOf(sessions);
    }

    /** How many are known, losses included. */
    public int count() {
        return sessions.stream().mapToInt(session -> session.known.length).sum();
    }

    /** How many are open. */
    public int open() {
        return sessions.stream().mapToInt(session -> session.open.length).sum();
    }

    /** All known values, sorted, losses included. */
    public double[] sorted() {
        return sorted(known());
    }

    /**
     * The known values of each session that has some, sorted by session: the same values in another order must give the
     * same interval.
     */
    public List<double[]> known() {
        return filled(sessions.stream().map(session -> session.known).toList());
    }

    /**
     * Those of each session, by session.
     *
     * @param failed how many of them are losses; 0 of a session that is missing
     */
    public List<SampledSession> bySession(Map<Integer, Integer> failed) {
        return sessions.stream()
                .map(of -> new SampledSession(of.session, of.known, failed.getOrDefault(of.session, 0), of.open.length))
                .toList();
    }

    private List<double[]> atBest() {
        return filled(sessions.stream().map(OfSession::atBest).toList());
    }

    private List<double[]> atWorst() {
        return filled(
                sessions.stream().map(session -> session.atWorst(worstOpen)).toList());
    }

    private static List<double[]> filled(List<double[]> all) {
        return all.stream().filter(values -> values.length > 0).toList();
    }

    private static double[] sorted(List<double[]> sessions) {
        return sessions.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    }

    /**
     * A statistic of them.
     *
     * @param value of the known values, but never better than {@code best} nor worse than {@code worst}; NaN where none
     *     are known
     * @param best with all open values at their best
     * @param worst with all open values at their worst; like {@code best} it is {@code value} where none are open
     * @param interval 95 % interval; where values are open it reaches from that with them at their best to that with
     *     them at their worst
     */
    public record Estimate(double value, double best, double worst, Interval interval) {}

    /**
     * Estimates a statistic.
     *
     * @param nothing the value of the statistic if all values are losses: what the interval is where there are no
     *     values
     * @param seed of the resampling: equal input and seed give an equal interval
     */
    public Estimate estimate(Statistic statistic, double nothing, Bootstrap bootstrap, long seed) {
        double value = Statistics.of(statistic, sorted());
        if (open() == 0) {
            Interval interval =
                    count() == 0 ? new Interval(nothing, nothing) : bootstrap.interval(known(), statistic, seed);
            return new Estimate(value, value, value, interval);
        }
        List<double[]> atBest = atBest();
        List<double[]> atWorst = atWorst();
        Interval best = interval(atBest, statistic, nothing, bootstrap, seed);
        Interval worse = interval(atWorst, statistic, nothing, bootstrap, seed);
        double valueAtBest = numberOr(nothing, Statistics.of(statistic, sorted(atBest)));
        double valueAtWorst = numberOr(nothing, Statistics.of(statistic, sorted(atWorst)));
        return new Estimate(
                between(value, valueAtBest, valueAtWorst),
                valueAtBest,
                valueAtWorst,
                new Interval(Math.min(best.low(), worse.low()), Math.max(best.high(), worse.high())));
    }

    /**
     * What is known of open values may exclude what the known ones alone say: many that took at least 3 s, beside few
     * that took 0.5 s.
     */
    private static double between(double value, double best, double worst) {
        boolean known = !Double.isNaN(value) && !Double.isNaN(best) && !Double.isNaN(worst);
        return known ? Math.max(Math.min(best, worst), Math.min(Math.max(best, worst), value)) : value;
    }

    private static Interval interval(
            List<double[]> values, Statistic statistic, double nothing, Bootstrap bootstrap, long seed) {
        double[] estimates = Arrays.stream(bootstrap.estimates(values, statistic, seed))
                .map(estimate -> numberOr(nothing, estimate))
                .sorted()
                .toArray();
        double tail = (1 - bootstrap.confidence()) / 2;
        return new Interval(Quantiles.of(estimates, tail), Quantiles.of(estimates, 1 - tail));
    }

    /**
     * A mean of a loss and of a value that may be infinitely good is no number: a loss is infinitely bad, whatever the
     * best of the others.
     */
    private static double numberOr(double worst, double estimate) {
        return Double.isNaN(estimate) ? worst : estimate;
    }

    /** Collects values. Not thread-safe; to be built once. */
    public static final class Builder {
        private final double loss;
        private final double worstOpen;
        private final SortedMap<Integer, Collected> sessions = new TreeMap<>();

        private static final class Collected {
            private final DoubleStream.Builder known = DoubleStream.builder();
            private final DoubleStream.Builder open = DoubleStream.builder();
        }

        /**
         * @param loss what a loss counts as: worse than anything that can be measured
         * @param worstOpen the worst that an open value may be
         */
        public Builder(double loss, double worstOpen) {
            this.loss = loss;
            this.worstOpen = worstOpen;
        }

        private Collected of(int session) {
            return sessions.computeIfAbsent(session, any -> new Collected());
        }

        public void known(int session, double value) {
            of(session).known.accept(value);
        }

        public void losses(int session, int count) {
            for (int i = 0; i < count; i++) {
                of(session).known.accept(loss);
            }
        }

        /**
         * Values that nobody knows.
         *
         * @param best the best that each of them may be
         */
        public void open(int session, double best, int count) {
            for (int i = 0; i < count; i++) {
                of(session).open.accept(best);
            }
        }

        public SeriesValues build() {
            List<OfSession> built = new ArrayList<>();
            sessions.forEach((session, collected) -> built.add(new OfSession(
                    session,
                    collected.known.build().sorted().toArray(),
                    collected.open.build().toArray())));
            return new SeriesValues(worstOpen, built);
        }
    }
}
