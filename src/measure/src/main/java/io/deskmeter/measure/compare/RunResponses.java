package io.deskmeter.measure.compare;

import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.workload.operation.Group;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The responses of one run by group and by operation, and by session in each of them. */
final class RunResponses {
    /** A response of 0 has no logarithm; no screen answers within a nanosecond. */
    private static final double LEAST = 1e-6;

    private final Map<Group, NavigableMap<Integer, Values>> groups = new LinkedHashMap<>();
    private final NavigableMap<String, NavigableMap<Integer, Values>> operations = new TreeMap<>();
    private final Map<String, Group> groupOf = new TreeMap<>();

    RunResponses(List<Response> responses) {
        for (Response response : responses) {
            groupOf.putIfAbsent(response.operation(), response.group());
            add(groups.computeIfAbsent(response.group(), group -> new TreeMap<>()), response);
            add(operations.computeIfAbsent(response.operation(), operation -> new TreeMap<>()), response);
        }
    }

    private static void add(NavigableMap<Integer, Values> sessions, Response response) {
        sessions.computeIfAbsent(response.session(), session -> new Values()).add(response.millis());
    }

    /** Operations and their groups, by name. */
    Map<String, Group> operations() {
        return groupOf;
    }

    /** The sessions that worked operations of a group; none: nobody did. */
    NavigableMap<Integer, Values> of(Group group) {
        return groups.getOrDefault(group, new TreeMap<>());
    }

    /** The sessions that worked an operation; none: nobody did. */
    NavigableMap<Integer, Values> of(String operation) {
        return operations.getOrDefault(operation, new TreeMap<>());
    }

    /**
     * The logarithm of a quantile.
     *
     * @param sessions with at least one known response
     */
    static RunFigure figure(
            NavigableMap<Integer, Values> sessions, double q, Bootstrap bootstrap, SplittableRandom seeds) {
        List<double[]> high = sessions.values().stream()
                .map(values -> values.with(Double.POSITIVE_INFINITY))
                .toList();
        long seed = seeds.nextLong();
        double[] highs = bootstrap.estimates(high, q, seed);
        if (sessions.values().stream().allMatch(values -> values.unknown == 0)) {
            return RunFigure.known(quantile(high, q), highs, sessions.size()).on(RunResponses::log);
        }
        List<double[]> low =
                sessions.values().stream().map(values -> values.with(0)).toList();
        List<double[]> known = sessions.values().stream().map(Values::known).toList();
        return new RunFigure(
                        quantile(low, q),
                        quantile(known, q),
                        quantile(high, q),
                        bootstrap.estimates(low, q, seed),
                        highs,
                        sessions.size())
                .on(RunResponses::log);
    }

    /** An unknown response at its best has a logarithm below any. */
    private static double log(double millis) {
        return millis == 0 ? Double.NEGATIVE_INFINITY : Math.log(Math.max(LEAST, millis));
    }

    private static double quantile(List<double[]> sessions, double q) {
        return Quantiles.of(
                sessions.stream().flatMapToDouble(Arrays::stream).sorted().toArray(), q);
    }

    /** What is known of one session: grows while responses are read. */
    static final class Values {
        private double[] known = new double[8];
        private int count;
        private int unknown;

        private void add(double millis) {
            if (Double.isNaN(millis)) {
                unknown++;
                return;
            }
            if (count == known.length) {
                known = Arrays.copyOf(known, 2 * count);
            }
            known[count++] = Math.max(LEAST, millis);
        }

        int unknown() {
            return unknown;
        }

        int lost() {
            return (int)
                    Arrays.stream(known, 0, count).filter(Double::isInfinite).count();
        }

        /** Infinite ones included. */
        double[] known() {
            return Arrays.copyOf(known, count);
        }

        /** All, with the unknown ones at this value. */
        double[] with(double value) {
            double[] all = Arrays.copyOf(known, count + unknown);
            Arrays.fill(all, count, all.length, value);
            return all;
        }
    }
}
