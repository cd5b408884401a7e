package io.deskmeter.e2e;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * How the planned operations of a load point ended, computed from {@code timings.csv} and from what {@code report.json}
 * says of operations that have no timing. It follows the words of the documentation and shares no code with the
 * product.
 */
final class RecomputedPoint {
    private final List<Entry> entries = new ArrayList<>();

    /**
     * A planned operation.
     *
     * @param operation with its workload, {@code office/calc/open}
     * @param ending as accounts name it
     * @param millis infinite where it is a loss of the platform, NaN where it does not count
     * @param timed whether it has a timing
     */
    record Entry(int session, String operation, String group, String ending, double millis, boolean timed) {
        /** Answered, or lost by the platform. */
        boolean counts() {
            return !Double.isNaN(millis);
        }

        /** By itself or with its session. */
        boolean failed() {
            return ending.equals("failed") || ending.equals("lost");
        }
    }

    private RecomputedPoint() {}

    /**
     * Recomputes one.
     *
     * @param point of {@code report.json}
     * @param timings rows of the whole run, in their order: by session and time
     * @param thresholds of {@code report.json}, milliseconds by group
     */
    static RecomputedPoint of(JsonNode point, List<Map<String, String>> timings, JsonNode thresholds) {
        RecomputedPoint recomputed = new RecomputedPoint();
        String index = point.at("/index").asString();
        // Of each start of an application, the outcome that kept what follows from being reached.
        Map<String, String> causes = new HashMap<>();
        for (Map<String, String> row : timings) {
            if (row.get("loadPoint").equals(index) && row.get("steady").equals("true")) {
                recomputed.add(row, causes, thresholds);
            }
        }
        for (JsonNode missing : point.at("/withoutTiming")) {
            recomputed.add(missing);
        }
        return recomputed;
    }

    private void add(Map<String, String> row, Map<String, String> causes, JsonNode thresholds) {
        String outcome = row.get("outcome");
        String start = row.get("session") + " " + row.get("iteration") + " " + row.get("workload");
        if (!outcome.equals("ok") && !outcome.equals("skipped")) {
            causes.put(start, outcome);
        }
        String group = row.get("group");
        double millis = outcome.equals("ok") ? Double.parseDouble(row.get("responseMs")) : Double.POSITIVE_INFINITY;
        double threshold = thresholds.path(group).asDouble(Double.POSITIVE_INFINITY);
        String ending = switch (outcome) {
            case "ok" -> millis > threshold ? "slow" : "ok";
            case "timeout", "application-failed" -> "failed";
            case "skipped" -> "harness-error".equals(causes.get(start)) ? "not-delivered" : "not-reached";
            case "desktop-lost" -> "lost";
            case "harness-error" -> "not-delivered";
            default -> throw new AssertionError("outcome: " + outcome + " (expected: one that is documented)");
        };
        entries.add(new Entry(
                Integer.parseInt(row.get("session")),
                row.get("workload") + "/" + row.get("operation"),
                group,
                ending,
                ending.equals("not-delivered") ? Double.NaN : millis,
                true));
    }

    private void add(JsonNode missing) {
        String ending = missing.at("/ending").asString();
        for (int i = 0; i < missing.at("/count").asInt(); i++) {
            entries.add(new Entry(
                    missing.at("/session").asInt(),
                    missing.at("/workload").asString() + "/"
                            + missing.at("/operation").asString(),
                    missing.at("/group").asString(),
                    ending,
                    ending.equals("lost") ? Double.POSITIVE_INFINITY : Double.NaN,
                    false));
        }
    }

    /** Those that satisfy it. */
    List<Entry> where(Predicate<Entry> which) {
        return entries.stream().filter(which).toList();
    }

    /** How many of a group ended so. */
    int count(String group, String ending) {
        return where(entry -> entry.group().equals(group) && entry.ending().equals(ending))
                .size();
    }

    /** The planned operations of a group for each session. */
    Map<Integer, Integer> planned(String group) {
        Map<Integer, Integer> planned = new TreeMap<>();
        entries.forEach(entry -> planned.merge(entry.session(), entry.group().equals(group) ? 1 : 0, Integer::sum));
        return planned;
    }

    /** The 95th percentile by nearest rank: infinite where too many are losses, NaN where none counts. */
    static double p95(List<Entry> some) {
        double[] sorted = some.stream()
                .filter(Entry::counts)
                .mapToDouble(Entry::millis)
                .sorted()
                .toArray();
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.ceil(sorted.length * 0.95) - 1];
    }

    @Override
    public String toString() {
        Map<String, Integer> counts = new TreeMap<>();
        entries.forEach(entry -> counts.merge(entry.group() + " " + entry.ending(), 1, Integer::sum));
        return counts.toString();
    }
}
