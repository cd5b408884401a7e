package io.deskmeter.measure.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whether the responses of two runs may be held against each other.
 *
 * @param refusals why not; none: they may
 * @param remarks what differs between them and may explain a difference
 */
public record Comparability(List<String> refusals, List<String> remarks) {
    public Comparability {
        refusals = List.copyOf(refusals);
        remarks = List.copyOf(remarks);
    }

    /**
     * What of a run must be alike.
     *
     * @param valid whether its figures may be used at all
     * @param workloads checksums by id, empty if they are not known
     * @param shares for people: workloads that only a share of the sessions works; {@code none} if all sessions work
     *     all
     * @param thinkTime for people: mean and spread
     * @param thresholds for people
     * @param mode who drove and measured
     * @param desktop size of the desktops
     */
    public record Setup(
            boolean valid,
            Map<String, String> workloads,
            String shares,
            String thinkTime,
            String thresholds,
            String mode,
            String desktop) {
        public Setup {
            workloads = new TreeMap<>(workloads);
        }
    }

    /**
     * Different content or pacing changes responses on any platform; other differences may be the subject of the
     * comparison.
     */
    public static Comparability of(Setup baseline, Setup other) {
        List<String> refusals = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        if (!baseline.valid() || !other.valid()) {
            refusals.add((baseline.valid() ? "the run" : other.valid() ? "the baseline" : "each of the runs")
                    + " is invalid: its figures must not be used");
        }
        differ(refusals, "think times", baseline.thinkTime(), other.thinkTime());
        workloads(refusals, remarks, baseline.workloads(), other.workloads());
        differ(refusals, "shares of sessions", baseline.shares(), other.shares());
        differ(remarks, "modes", baseline.mode(), other.mode());
        differ(remarks, "desktop sizes", baseline.desktop(), other.desktop());
        differ(remarks, "thresholds", baseline.thresholds(), other.thresholds());
        return new Comparability(refusals, remarks);
    }

    private static void workloads(
            List<String> refusals, List<String> remarks, Map<String, String> baseline, Map<String, String> other) {
        if (baseline.isEmpty() || other.isEmpty()) {
            remarks.add("workloads: checksums are unknown; the content may differ");
            return;
        }
        TreeSet<String> all = new TreeSet<>(baseline.keySet());
        all.addAll(other.keySet());
        for (String id : all) {
            if (!other.containsKey(id) || !baseline.containsKey(id)) {
                refusals.add("workload " + id + ": only in " + (baseline.containsKey(id) ? "the baseline" : "the run")
                        + " (expected: in both)");
            } else if (!Objects.equals(baseline.get(id), other.get(id))) {
                refusals.add(
                        "workload " + id + ": its content has changed between the runs (expected: equal checksums)");
            }
        }
    }

    private static void differ(List<String> messages, String what, String baseline, String other) {
        if (!baseline.equals(other)) {
            messages.add("different " + what + ": " + baseline + " and " + other);
        }
    }
}
