package io.deskmeter.controller.report.compare;

import io.deskmeter.controller.fleet.DesktopOptimisations;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunReport.AgentInfo;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What was different around the runs of two sides, as far as their reports tell, the largest likely effect first. */
final class SetupDifferences {
    /** So many points of percent of CPU are not worth a line. */
    private static final double LEAST_POINTS = 5;

    /** Total memory differs a little between starts of one machine. */
    private static final double LEAST_MEMORY = 0.02;

    /**
     * Less traffic, in MB of 2^20 bytes per second, is not worth a line, and a difference that is no multiple of this
     * is what equal runs have.
     */
    private static final double LEAST_TRAFFIC = 1;

    private static final double LEAST_TRAFFIC_RATIO = 1.5;

    private static final double PERCENT = 100;

    private final List<Seen> baseline;
    private final List<Seen> other;
    private final List<SetupDifference> found = new ArrayList<>();

    /**
     * A run, and what was measured around it.
     *
     * @param points that are compared
     * @param foreignCpuPct CPU of the agents' hosts by others before the first session, percent of all cores; NaN where
     *     nobody said
     */
    record Seen(RunReport report, List<LoadPoint> points, double foreignCpuPct) {
        Seen {
            points = List.copyOf(points);
        }

        private double mean(ToDoubleFunction<LoadPoint> figure) {
            return points.stream()
                    .mapToDouble(figure)
                    .filter(Double::isFinite)
                    .average()
                    .orElse(Double.NaN);
        }
    }

    private SetupDifferences(List<Seen> baseline, List<Seen> other) {
        this.baseline = baseline;
        this.other = other;
    }

    static List<SetupDifference> of(List<Seen> baseline, List<Seen> other) {
        SetupDifferences differences = new SetupDifferences(baseline, other);
        differences.figures();
        differences.words();
        return differences.found.stream()
                .sorted(Comparator.comparingDouble(SetupDifference::effect)
                        .reversed()
                        .thenComparing(SetupDifference::fact)
                        .thenComparing(SetupDifference::name))
                .toList();
    }

    private void figures() {
        cpu(SetupFact.FOREIGN_CPU, Seen::foreignCpuPct);
        cpu(SetupFact.HOST_CPU, run -> run.mean(point -> point.resources().cpuPct()));
        cpu(SetupFact.GENERATOR_CPU, run -> run.mean(point -> point.harness().generatorHostCpuPct()));
        memory();
        network();
    }

    private void network() {
        double before = mean(baseline, SetupDifferences::traffic);
        double after = mean(other, SetupDifferences::traffic);
        double ratio = Math.abs(Math.log(after / before));
        if (Math.max(before, after) >= LEAST_TRAFFIC && ratio >= Math.log(LEAST_TRAFFIC_RATIO)) {
            add(SetupFact.NETWORK, words(before), words(after), SetupFact.NETWORK.effect() * Math.min(1, ratio));
        }
    }

    private static String words(double traffic) {
        return Format.plain(Math.round(10 * traffic) / 10.0) + " MB/s";
    }

    /** Of an agent that does not tell it, nothing is known: no host of a desktop is without any. */
    private static double traffic(Seen run) {
        double traffic = run.mean(point ->
                point.resources().networkReceivedMbPerS() + point.resources().networkSentMbPerS());
        return traffic > 0 ? traffic : Double.NaN;
    }

    private void cpu(SetupFact fact, ToDoubleFunction<Seen> figure) {
        double before = mean(baseline, figure);
        double after = mean(other, figure);
        double points = Math.abs(after - before);
        if (points >= LEAST_POINTS) {
            add(fact, Math.round(before) + " %", Math.round(after) + " %", fact.effect() * points / PERCENT);
        }
    }

    private void memory() {
        ToDoubleFunction<Seen> figure =
                run -> run.mean(point -> point.resources().memTotalMb());
        double before = mean(baseline, figure);
        double after = mean(other, figure);
        double share = Math.abs(Math.log(after / before));
        if (share >= LEAST_MEMORY) {
            add(
                    SetupFact.MEMORY,
                    Math.round(before) + " MB",
                    Math.round(after) + " MB",
                    SetupFact.MEMORY.effect() * Math.min(1, share));
        }
    }

    private static double mean(List<Seen> side, ToDoubleFunction<Seen> figure) {
        return side.stream()
                .mapToDouble(figure)
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }

    private void words() {
        differ(SetupFact.MODE, run -> Map.of("", run.setup().mode()));
        differ(SetupFact.DESKTOP_SIZE, run -> Map.of("", run.setup().desktop()));
        differ(SetupFact.WORKLOAD, run -> run.setup().workloads());
        differ(SetupFact.SETTING, RunReport::configuration);
        differ(SetupFact.ENVIRONMENT, RunReport::environment);
        differ(SetupFact.THRESHOLD, SetupDifferences::thresholds);
        differ(SetupFact.CORES, run -> facts(run, "cpus"));
        differ(SetupFact.OPTIMISATIONS, run -> byRole(run, agent -> DesktopOptimisations.of(agent.facts())));
        differ(SetupFact.CLOCK_SOURCE, run -> facts(run, "clock"));
        differ(SetupFact.OPERATING_SYSTEM, run -> facts(run, "os"));
        differ(SetupFact.JAVA, run -> facts(run, "java"));
        differ(SetupFact.AGENT_VERSION, run -> byRole(run, AgentInfo::version));
        differ(SetupFact.HOSTS, run -> byRole(run, AgentInfo::host));
    }

    private static Map<String, String> thresholds(RunReport run) {
        Map<String, String> thresholds = new TreeMap<>();
        for (Group group : List.of(Group.A, Group.B)) {
            thresholds.put(group.name(), Format.plain(run.thresholds().getOrDefault(group, Double.NaN) / 1000) + " s");
        }
        return thresholds;
    }

    private static Map<String, String> facts(RunReport run, String fact) {
        return byRole(run, agent -> agent.facts().getOrDefault(fact, ""));
    }

    /** A fact of the agents, by their role. What agents of an earlier version do not tell is left out. */
    private static Map<String, String> byRole(RunReport run, Function<AgentInfo, String> fact) {
        Map<String, TreeSet<String>> values = new TreeMap<>();
        for (AgentInfo agent : run.agents()) {
            String value = fact.apply(agent);
            if (!value.isEmpty()) {
                values.computeIfAbsent(agent.facts().getOrDefault("role", ""), role -> new TreeSet<>())
                        .add(value);
            }
        }
        Map<String, String> joined = new TreeMap<>();
        values.forEach((role, all) -> joined.put(role, String.join(", ", all)));
        return joined;
    }

    /** Gives the values of a fact in a run by their names. */
    private interface Values {
        Map<String, String> of(RunReport run);
    }

    private void differ(SetupFact fact, Values values) {
        Map<String, Set<String>> before = all(baseline, values);
        Map<String, Set<String>> after = all(other, values);
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            Set<String> one = before.getOrDefault(name, Set.of());
            Set<String> two = after.getOrDefault(name, Set.of());
            if (!one.equals(two)) {
                found.add(new SetupDifference(fact.key(), name, text(one), text(two), fact.effect()));
            }
        }
    }

    private static Map<String, Set<String>> all(List<Seen> side, Values values) {
        Map<String, Set<String>> all = new TreeMap<>();
        side.forEach(run -> values.of(run.report())
                .forEach((name, value) ->
                        all.computeIfAbsent(name, any -> new TreeSet<>()).add(value)));
        return all;
    }

    private static String text(Set<String> values) {
        return values.isEmpty() ? "not told" : String.join("; ", values);
    }

    private void add(SetupFact fact, String before, String after, double effect) {
        found.add(new SetupDifference(fact.key(), "", before, after, effect));
    }
}
