package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import io.deskmeter.workload.Thresholds;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns the steady timings of a load point into what it showed. The rules stand in {@code docs/measurement.md}. */
public final class Judge {
    private static final double SHARE_WITHIN = 0.95;
    private static final List<Group> JUDGED = List.of(Group.A, Group.B);

    private final int sessions;
    private final Thresholds thresholds;
    private final Bootstrap bootstrap;
    private final List<Timing> all;
    private final Set<Integer> discarded;
    private final List<Timing> kept;

    private Judge(int sessions, Set<Integer> discarded, List<Timing> all, Thresholds thresholds, Bootstrap bootstrap) {
        this.sessions = sessions;
        this.thresholds = thresholds;
        this.bootstrap = bootstrap;
        this.all = all;
        this.discarded = new HashSet<>(discarded);
        all.stream().filter(t -> t.outcome() == Outcome.DESKTOP_LOST).forEach(t -> this.discarded.add(t.session()));
        this.kept =
                all.stream().filter(t -> !this.discarded.contains(t.session())).toList();
    }

    /**
     * Judges a load point.
     *
     * @param sessions of the load point, discarded ones included
     * @param discarded indices of sessions that lost their desktop; one with a {@code desktop-lost} timing is discarded anyway
     * @param steadyTimings of all its steady iterations, in any order, those of discarded sessions included
     * @param thresholds of groups A and B
     * @param seed of the resampling: equal input and seed give an equal result
     */
    public static LoadPointSummary judge(
            int sessions, Set<Integer> discarded, List<Timing> steadyTimings, Thresholds thresholds, long seed) {
        return judge(sessions, discarded, steadyTimings, thresholds, Bootstrap.DEFAULT, seed);
    }

    /** As above, with intervals as exact and as sure as one likes. */
    public static LoadPointSummary judge(
            int sessions,
            Set<Integer> discarded,
            List<Timing> steadyTimings,
            Thresholds thresholds,
            Bootstrap bootstrap,
            long seed) {
        return new Judge(sessions, discarded, steadyTimings, thresholds, bootstrap).judge(seed);
    }

    private LoadPointSummary judge(long seed) {
        GroupSummary a = group(Group.A, seed);
        GroupSummary b = group(Group.B, seed + 1);
        List<GroupSummary> judged = Stream.of(a, b).filter(GroupSummary::judged).toList();
        return new LoadPointSummary(
                sessions,
                discarded.size(),
                thresholds,
                a,
                b,
                verdict(judged),
                !judged.isEmpty() && judged.stream().noneMatch(this::broken),
                limit(judged),
                null,
                desktopsWithinThresholds(),
                outcomes(),
                Responses.quantile(Responses.lags(kept), 0.95),
                operations());
    }

    private GroupSummary group(Group group, long seed) {
        List<Timing> timings = kept.stream().filter(t -> t.group() == group).toList();
        return Responses.group(group, timings, bootstrap, seed);
    }

    private Verdict verdict(List<GroupSummary> judged) {
        Set<Verdict> verdicts =
                judged.stream().map(g -> g.verdict(millis(g.group()))).collect(Collectors.toSet());
        if (verdicts.contains(Verdict.FAIL)) {
            return Verdict.FAIL;
        }
        return verdicts.equals(Set.of(Verdict.PASS)) ? Verdict.PASS : Verdict.UNDECIDED;
    }

    private boolean broken(GroupSummary group) {
        return !(group.p95Ms() <= millis(group.group()));
    }

    private @Nullable Limit limit(List<GroupSummary> judged) {
        return judged.stream()
                .filter(this::broken)
                .max(Comparator.comparingDouble(g -> g.p95Ms() / millis(g.group())))
                .map(this::limit)
                .orElse(null);
    }

    private Limit limit(GroupSummary group) {
        double threshold = millis(group.group());
        Map<Key, Integer> beyond = new LinkedHashMap<>();
        kept.stream()
                .filter(t -> t.group() == group.group() && Responses.ended(t) && Responses.millis(t) > threshold)
                .forEach(t -> beyond.merge(Key.of(t), 1, Integer::sum));
        Key worst = beyond.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(new Key("", "", group.group()));
        double total = beyond.values().stream().mapToInt(Integer::intValue).sum();
        double share = total == 0 ? 0 : beyond.getOrDefault(worst, 0) / total;
        return new Limit(
                group.group(),
                group.p95Ms(),
                threshold,
                group.count(),
                group.failed(),
                worst.workload(),
                worst.operation(),
                share);
    }

    /** The second published wording of the score. */
    private int desktopsWithinThresholds() {
        Map<Integer, List<Timing>> bySession = kept.stream().collect(Collectors.groupingBy(Timing::session));
        return (int) bySession.values().stream().filter(this::within).count();
    }

    private boolean within(List<Timing> ofSession) {
        boolean measured = ofSession.stream().anyMatch(t -> t.group() != Group.C && Responses.ended(t));
        return measured && JUDGED.stream().allMatch(group -> within(ofSession, group));
    }

    private boolean within(List<Timing> ofSession, Group group) {
        List<Timing> ofGroup =
                ofSession.stream().filter(t -> t.group() == group).toList();
        double ended = ofGroup.stream().filter(Responses::ended).count();
        if (ended == 0) {
            return ofGroup.stream().noneMatch(t -> t.outcome() == Outcome.SKIPPED);
        }
        long within = ofGroup.stream()
                .filter(t -> Responses.ended(t) && Responses.millis(t) <= millis(group))
                .count();
        return within / ended >= SHARE_WITHIN;
    }

    private Map<Outcome, Integer> outcomes() {
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, 0);
        }
        all.forEach(t -> counts.merge(t.outcome(), 1, Integer::sum));
        return counts;
    }

    private List<OperationSummary> operations() {
        Map<Key, List<Timing>> byOperation =
                kept.stream().collect(Collectors.groupingBy(Key::of, LinkedHashMap::new, Collectors.toList()));
        return byOperation.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().workload()))
                .map(entry -> entry.getKey().summary(sessions, entry.getValue()))
                .toList();
    }

    private double millis(Group group) {
        Duration threshold = thresholds.of(group);
        return threshold.toNanos() / 1e6;
    }

    /** What tells operations apart. */
    private record Key(String workload, String operation, Group group) {
        static Key of(Timing timing) {
            return new Key(timing.workload(), timing.operation(), timing.group());
        }

        OperationSummary summary(int sessions, List<Timing> timings) {
            return Responses.operation(workload, operation, group, sessions, timings);
        }
    }
}
