package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import io.deskmeter.workload.Thresholds;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
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

/** Computes the results of a load point from its steady timings. The rules stand in {@code docs/how-it-works/measurement.md}. */
public final class Judge {
    private static final double SHARE_WITHIN = 0.95;
    private static final List<Group> JUDGED = List.of(Group.A, Group.B);

    private final PointTimings point;
    private final Thresholds thresholds;
    private final Bootstrap bootstrap;
    private final Set<Integer> lost;

    /** The timings that came, and one for each that did not. */
    private final TimingList judged;

    private Judge(PointTimings point, Thresholds thresholds, Bootstrap bootstrap) {
        this.point = point;
        this.thresholds = thresholds;
        this.bootstrap = bootstrap;
        this.lost = new HashSet<>(point.lost());
        point.steady().stream().filter(t -> t.outcome() == Outcome.DESKTOP_LOST).forEach(t -> lost.add(t.session()));
        this.judged = judged(point);
    }

    private static TimingList judged(PointTimings point) {
        if (point.missing().isEmpty()) {
            return TimingList.copyOf(point.steady());
        }
        TimingColumns all = TimingColumns.of(point.steady());
        for (MissingOperations missing : point.missing()) {
            Collections.nCopies(missing.count(), neverCame(missing)).forEach(all::add);
        }
        return all.list();
    }

    private static Timing neverCame(MissingOperations missing) {
        return new Timing(
                missing.session(),
                0,
                0,
                missing.workload(),
                missing.operation(),
                missing.group(),
                Outcome.DESKTOP_LOST,
                Instant.EPOCH,
                0,
                Timing.NEVER,
                Timing.NEVER,
                Timing.NEVER,
                Timing.NEVER,
                "");
    }

    /**
     * Judges a load point of which no timing is missing.
     *
     * @param sessions of the load point, lost ones included
     * @param lost indices of sessions that lost their desktop; one with a {@code desktop-lost} timing is lost anyway
     * @param steadyTimings of all its steady iterations, in any order, those of lost sessions included
     * @param thresholds of groups A and B
     * @param seed of the resampling: equal input and seed give an equal result
     */
    public static LoadPointSummary judge(
            int sessions, Set<Integer> lost, List<Timing> steadyTimings, Thresholds thresholds, long seed) {
        return judge(sessions, lost, steadyTimings, thresholds, Bootstrap.DEFAULT, seed);
    }

    /** As above, with a given number of resamples and confidence level. */
    public static LoadPointSummary judge(
            int sessions,
            Set<Integer> lost,
            List<Timing> steadyTimings,
            Thresholds thresholds,
            Bootstrap bootstrap,
            long seed) {
        PointTimings point = new PointTimings(sessions, lost, steadyTimings, List.of());
        return new Judge(point, thresholds, bootstrap).judge(seed);
    }

    /**
     * Judges a load point.
     *
     * @param point what is known of it
     * @param thresholds of groups A and B
     * @param seed of the resampling: equal input and seed give an equal result
     */
    public static LoadPointSummary judge(PointTimings point, Thresholds thresholds, long seed) {
        return new Judge(point, thresholds, Bootstrap.DEFAULT).judge(seed);
    }

    private LoadPointSummary judge(long seed) {
        GroupSummary a = group(Group.A, seed);
        GroupSummary b = group(Group.B, seed + 1);
        List<GroupSummary> groups = Stream.of(a, b).filter(GroupSummary::judged).toList();
        return new LoadPointSummary(
                point.sessions(),
                lost.size(),
                missing(true),
                missing(false),
                thresholds,
                a,
                b,
                verdict(groups),
                !groups.isEmpty() && groups.stream().noneMatch(this::broken),
                limit(groups),
                null,
                desktopsWithinThresholds(),
                outcomes(),
                Responses.quantile(Responses.lags(judged), 0.95),
                operations());
    }

    private int missing(boolean ofLost) {
        return point.missing().stream()
                .filter(missing -> lost.contains(missing.session()) == ofLost)
                .mapToInt(MissingOperations::count)
                .sum();
    }

    private GroupSummary group(Group group, long seed) {
        return Responses.group(group, judged.where(t -> t.group() == group), bootstrap, seed);
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

    private @Nullable LimitingFactor limit(List<GroupSummary> judged) {
        return judged.stream()
                .filter(this::broken)
                .max(Comparator.comparingDouble(g -> g.p95Ms() / millis(g.group())))
                .map(this::limit)
                .orElse(null);
    }

    private LimitingFactor limit(GroupSummary group) {
        double threshold = millis(group.group());
        Map<Key, Integer> beyond = new LinkedHashMap<>();
        judged.stream()
                .filter(t -> t.group() == group.group() && Responses.ended(t) && Responses.millis(t) > threshold)
                .forEach(t -> beyond.merge(Key.of(t), 1, Integer::sum));
        Key worst = beyond.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(new Key("", "", group.group()));
        double total = beyond.values().stream().mapToInt(Integer::intValue).sum();
        double share = total == 0 ? 0 : beyond.getOrDefault(worst, 0) / total;
        return new LimitingFactor(
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
        TimingList kept = judged.ofIterations((session, iteration) -> !lost.contains(session));
        return (int) kept.bySession().values().stream().filter(this::within).count();
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
        point.steady().forEach(t -> counts.merge(t.outcome(), 1, Integer::sum));
        return counts;
    }

    private List<OperationSummary> operations() {
        return judged.by(Key::of).entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().workload()))
                .map(entry -> entry.getKey().summary(point.sessions(), entry.getValue()))
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
