package io.deskmeter.controller.report.compare;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.measure.compare.Difference;
import io.deskmeter.measure.point.Response;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares runs with a baseline.
 *
 * @param sessions of the load points that are compared
 * @param baseline id of its first run
 * @param baselines ids of all its runs
 * @param history ids of earlier runs that tell how much equal runs differ
 * @param runs the others
 */
@Schema(name = "Comparison")
public record RunComparison(
        int sessions, String baseline, List<String> baselines, List<String> history, List<Compared> runs) {
    private static final double P95 = 0.95;

    public RunComparison {
        baselines = List.copyOf(baselines);
        history = List.copyOf(history);
        runs = List.copyOf(runs);
    }

    /**
     * One side beside the baseline.
     *
     * @param run id of its first run
     * @param title of the profile of its first run
     * @param runs ids of all its runs
     * @param refusals why the responses must not be compared; then there are no differences
     * @param remarks what else is to be known
     * @param baselineCapacity of the first run of the baseline, null if none was found
     * @param capacity of the first run, null if none was found
     * @param capacities whether the capacities of all runs differ, in words
     * @param variation what is known of the variation between runs, in words
     * @param differences of groups first, then of operations, each of its p50 and p95
     * @param metrics of each metric that all runs have, by the statistic that judges it
     * @param setup what was different around the runs, the largest likely effect first
     */
    @Schema(name = "ComparedRun")
    public record Compared(
            String run,
            String title,
            List<String> runs,
            List<String> refusals,
            List<String> remarks,
            @Nullable Integer baselineCapacity,
            @Nullable Integer capacity,
            String capacities,
            String variation,
            List<Difference> differences,
            List<MetricDifferenceFigures> metrics,
            List<SetupDifference> setup) {
        public Compared {
            runs = List.copyOf(runs);
            refusals = List.copyOf(refusals);
            remarks = List.copyOf(remarks);
            differences = List.copyOf(differences);
            metrics = List.copyOf(metrics);
            setup = List.copyOf(setup);
        }

        /**
         * The groups whose p95 is slower than this multiple of the baseline's with the whole 95 % interval, the
         * variation between runs included.
         */
        public List<Difference> slowerThan(double ratio) {
            return p95OfGroups()
                    .filter(d -> d.finding().isDecided() && d.ratioCi().low() > ratio)
                    .toList();
        }

        /**
         * The groups of whose p95 it is not known whether it is slower than this multiple of the baseline's. What was
         * lost never makes one acceptable.
         */
        public List<Difference> undecided(double ratio) {
            return p95OfGroups()
                    .filter(d -> !d.finding().isDecided() || d.isWidenedBelow(ratio))
                    .toList();
        }

        /** Whether there is the p95 of a group at all. */
        public boolean hasGroups() {
            return p95OfGroups().findAny().isPresent();
        }

        private Stream<Difference> p95OfGroups() {
            return differences.stream().filter(d -> d.ofGroup() && d.quantile() == P95);
        }
    }

    /**
     * A run and where its responses and samples are.
     *
     * @param report of the run
     * @param responses those of its steady operations at the load points of these indices, from 1: one for each timing
     * @param withoutTiming the planned operations there of which no timing came
     * @param samples values of its steady samples there
     * @param foreignCpuPct CPU of the agents' hosts before its first session, percent of all cores, without Deskmeter's
     *     own; NaN where nobody said
     */
    public record Side(
            RunReport report,
            Source<Response> responses,
            Source<LoadPoint.Missing> withoutTiming,
            Source<MetricValue> samples,
            double foreignCpuPct) {
        private String id() {
            return report.run().id();
        }
    }

    /** The planned operations of a report's load points that have no timing. */
    public static Source<LoadPoint.Missing> withoutTiming(RunReport report) {
        return indices -> report.loadPoints().stream()
                .filter(point -> indices.contains(point.index()))
                .flatMap(point -> point.withoutTiming().stream())
                .toList();
    }

    /** Gives what was measured at load points. */
    public interface Source<T> {
        List<T> at(Set<Integer> loadPoints);
    }

    /**
     * What is compared with what.
     *
     * @param baseline its runs
     * @param others each of them is compared with the baseline: the runs of one side each
     * @param history earlier runs of the same profile: those with the same setup tell how much equal runs differ
     */
    public record Question(List<Side> baseline, List<List<Side>> others, List<Side> history) {
        public Question {
            baseline = List.copyOf(baseline);
            others = List.copyOf(others);
            history = List.copyOf(history);
        }

        /** Each run with the first. */
        public static Question eachWithTheFirst(List<Side> sides, List<Side> history) {
            return new Question(
                    sides.stream().limit(1).toList(),
                    sides.stream().skip(1).map(List::of).toList(),
                    history);
        }

        private Stream<Side> compared() {
            return Stream.concat(baseline.stream(), others.stream().flatMap(List::stream));
        }
    }

    /**
     * Compares.
     *
     * @param at the number of sessions to compare at; empty: the largest that all runs measured in full
     * @throws InvalidRequestException if there is no such load point in one of them, no run on one side, or a run twice
     *     on a side
     */
    public static RunComparison of(Question question, OptionalInt at) {
        if (question.baseline().isEmpty()
                || question.others().isEmpty()
                || question.others().stream().anyMatch(List::isEmpty)) {
            throw new InvalidRequestException("runs: " + question.compared().count()
                    + " (expected: two or more, the baseline first; a run or more on each side)");
        }
        once(question);
        int sessions = sessions(question.compared().toList(), at);
        List<ComparedSide> baseline = question.baseline().stream()
                .map(side -> ComparedSide.at(side, sessions))
                .toList();
        List<ComparedSide> history = question.history().stream()
                .filter(side -> ComparedPoints.sizes(side.report()).contains(sessions))
                .filter(side -> SideComparison.isAlike(baseline, side.report()))
                .map(side -> ComparedSide.at(side, sessions))
                .filter(side -> side.doubt().isEmpty())
                .toList();
        List<Compared> compared = question.others().stream()
                .map(sides -> sides.stream()
                        .map(side -> ComparedSide.at(side, sessions))
                        .toList())
                .map(other -> new SideComparison(baseline, other, history).compared())
                .toList();
        return new RunComparison(
                sessions, question.baseline().get(0).id(), ids(question.baseline()), ids(history), compared);
    }

    private static List<String> ids(List<?> sides) {
        return sides.stream()
                .map(side ->
                        side instanceof ComparedSide one ? one.report().run().id() : ((Side) side).id())
                .toList();
    }

    /** The same run twice would look like two runs that do not vary. */
    private static void once(Question question) {
        List<Side> fixed = Stream.concat(question.baseline().stream(), question.history().stream())
                .toList();
        List<List<Side>> sets = new ArrayList<>(question.others());
        sets.add(fixed);
        for (List<Side> set : sets) {
            Set<String> ids = new HashSet<>();
            for (Side side : set) {
                if (!ids.add(side.id())) {
                    throw new InvalidRequestException(
                            "runs: " + side.id()
                                    + " twice on a side (expected: each run once; equal copies of a run do not show how runs vary)");
                }
            }
        }
    }

    private static int sessions(List<Side> sides, OptionalInt at) {
        TreeSet<Integer> measured = common(sides, ComparedPoints::measured);
        if (at.isPresent() ? measured.contains(at.getAsInt()) : !measured.isEmpty()) {
            TreeSet<Integer> whole = common(sides, ComparedPoints::sizes);
            return at.isPresent() ? at.getAsInt() : whole.isEmpty() ? measured.last() : whole.last();
        }
        String all = sides.stream()
                .map(side -> side.id() + ": " + ComparedPoints.measured(side.report()))
                .collect(Collectors.joining("; "));
        throw new InvalidRequestException((at.isPresent() ? "at: " + at.getAsInt() : "runs")
                + " (expected: a number of sessions that was measured in all runs; measured were " + all + ")");
    }

    private static TreeSet<Integer> common(List<Side> sides, Function<RunReport, Set<Integer>> sizes) {
        TreeSet<Integer> common = new TreeSet<>(sizes.apply(sides.get(0).report()));
        sides.forEach(side -> common.retainAll(sizes.apply(side.report())));
        return common;
    }
}
