package io.deskmeter.measure.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.GroupSummary;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.MissingOperations;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.measure.point.PointAccount;
import io.deskmeter.measure.point.SessionSummary;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.search.RandomHistory;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampledSession;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** What holds of any history, checked against what is known of it and not against the judge. */
final class AccountProperties {
    private static final Set<Ending> ANSWERED = Set.of(Ending.OK, Ending.SLOW);
    private static final Set<Ending> LOSSES = Set.of(Ending.FAILED, Ending.NOT_REACHED, Ending.LOST);
    private static final Set<Ending> OPEN = Set.of(Ending.NOT_DELIVERED, Ending.UNKNOWN);
    private static final Set<Ending> COUNTED =
            Set.of(Ending.OK, Ending.SLOW, Ending.FAILED, Ending.NOT_REACHED, Ending.LOST);
    private static final List<Group> GROUPS = List.of(Group.values());
    private static final List<Ending> WORSE = List.of(Ending.FAILED, Ending.LOST, Ending.NOT_DELIVERED);

    private AccountProperties() {}

    /** Prints the seed, with which the same histories come again. */
    static void check(long seed, int histories) {
        System.out.printf("%d histories from seed %d%n", histories, seed);
        SplittableRandom seeds = new SplittableRandom(seed);
        for (int i = 0; i < histories; i++) {
            long own = seeds.nextLong();
            RandomHistory history = new RandomHistory(own);
            try {
                LoadPointSummary judged = history.judge();
                addsUp(history, judged);
                nothingWorseHelps(history, judged, new SplittableRandom(own));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("history of seed " + own + ": " + e.getMessage(), e);
            }
        }
    }

    static void addsUp(RandomHistory history, LoadPointSummary judged) {
        history.endings.forEach((line, endings) -> {
            PointAccount.Line found = judged.account().line(line).orElseThrow(() -> new AssertionError(line));
            for (Ending ending : Ending.values()) {
                assertThat(found.count(ending))
                        .as("%s of %s", ending.label(), line)
                        .isEqualTo(endings.getOrDefault(ending, 0));
            }
            assertThat(found.planned()).as("planned of %s", line).isEqualTo(sum(endings));
        });
        assertThat(judged.account().lines())
                .extracting(PointAccount.Line::of)
                .containsExactlyInAnyOrderElementsOf(history.endings.keySet());
        groups(history, judged);
        criteria(history, judged);
        sums(history, judged);
        samplesBySession(history);
        skipped(history);
    }

    /** What each session gave of the metric is the line of the account again. */
    private static void samplesBySession(RandomHistory history) {
        List<SampledSession> sessions = history.bySession();
        assertThat(sessions.stream()
                        .mapToInt(session -> session.values().length)
                        .sum())
                .isEqualTo(history.count(RandomHistory.METRIC, COUNTED));
        assertThat(sessions.stream().mapToInt(SampledSession::failed).sum())
                .isEqualTo(history.count(RandomHistory.METRIC, LOSSES));
        assertThat(sessions.stream().mapToInt(SampledSession::unknown).sum())
                .isEqualTo(history.count(RandomHistory.METRIC, OPEN));
    }

    /** Whoever reads timings one after another charges them to whom the account charges them. */
    private static void skipped(RandomHistory history) {
        SkippedCauses causes = new SkippedCauses();
        long spoilt = history.steady.stream()
                .filter(t -> causes.attributed(t.session(), t.iteration(), t.workload(), t.outcome())
                        == Outcome.HARNESS_ERROR)
                .count();
        long undelivered = history.endedEarly
                ? 0
                : history.missing.stream()
                        .filter(gone -> !history.lost.contains(gone.session()))
                        .count();
        assertThat(spoilt + undelivered).isEqualTo(all(history, OPEN));
    }

    private static int sum(Map<Ending, Integer> endings) {
        return endings.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static void groups(RandomHistory history, LoadPointSummary judged) {
        for (Group group : List.of(Group.A, Group.B)) {
            GroupSummary figures = judged.group(group);
            assertThat(figures.count()).isEqualTo(history.count(group.name(), COUNTED));
            assertThat(figures.failed()).isEqualTo(history.count(group.name(), Set.of(Ending.FAILED, Ending.LOST)));
            assertThat(figures.skipped()).isEqualTo(history.count(group.name(), Set.of(Ending.NOT_REACHED)));
            assertThat(figures.notDelivered()).isEqualTo(history.count(group.name(), OPEN));
        }
    }

    private static void criteria(RandomHistory history, LoadPointSummary judged) {
        for (CriterionResult result : judged.criteria()) {
            String line = result.criterion()
                    .group()
                    .map(Group::name)
                    .orElse(
                            result.criterion().id().equals(Criterion.LOGON)
                                    ? PointAccount.LOGONS
                                    : RandomHistory.METRIC);
            assertThat(result.count()).as("count of %s", line).isEqualTo(history.count(line, COUNTED));
            assertThat(result.failed()).as("failed of %s", line).isEqualTo(history.count(line, LOSSES));
            assertThat(result.unknown()).as("unknown of %s", line).isEqualTo(history.count(line, OPEN));
        }
    }

    /** Sessions, operations and outcomes are views of the same entries. */
    private static void sums(RandomHistory history, LoadPointSummary judged) {
        int counted = all(history, COUNTED);
        int open = all(history, OPEN);
        assertThat(judged.ofSessions().stream().mapToInt(SessionSummary::count).sum())
                .isEqualTo(counted);
        assertThat(judged.ofSessions().stream()
                        .mapToInt(SessionSummary::notDelivered)
                        .sum())
                .isEqualTo(open);
        assertThat(judged.operations().stream()
                        .mapToInt(OperationSummary::count)
                        .sum())
                .isEqualTo(counted);
        assertThat(judged.outcomes().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .isEqualTo(counted + open);
        assertThat(judged.count(Outcome.OK)).isEqualTo(all(history, ANSWERED));
        assertThat(judged.lostOperations() + judged.missingTimings() + all(history, Set.of(Ending.ENDED_EARLY)))
                .isEqualTo(history.missing.size());
    }

    private static int all(RandomHistory history, Set<Ending> ways) {
        return GROUPS.stream()
                .mapToInt(group -> history.count(group.name(), ways))
                .sum();
    }

    /** One thing that was planned goes worse: then a point that did not pass does not pass either. */
    private static void nothingWorseHelps(RandomHistory history, LoadPointSummary judged, SplittableRandom random) {
        List<Integer> answered = new ArrayList<>();
        for (int i = 0; i < history.steady.size(); i++) {
            if (history.steady.get(i).outcome() == Outcome.OK) {
                answered.add(i);
            }
        }
        if (answered.isEmpty()) {
            return;
        }
        int chosen = answered.get(random.nextInt(answered.size()));
        LoadPointSummary worse = switch (random.nextInt(6)) {
            case 0 -> with(history, chosen, Outcome.TIMEOUT);
            case 1 -> with(history, chosen, Outcome.SKIPPED);
            case 2 -> withLoss(history, chosen);
            case 3 -> withoutTiming(history, chosen);
            case 4 -> withoutLogon(history, random);
            default -> withoutSample(history, random);
        };
        assertThat(worse.pass() && !judged.pass()).as("a loss made it pass").isFalse();
        if (judged.verdict() == Verdict.FAIL) {
            assertThat(worse.pass())
                    .as("a loss made a point that failed surely pass")
                    .isFalse();
        }
    }

    private static LoadPointSummary with(RandomHistory history, int chosen, Outcome outcome) {
        List<Timing> steady = new ArrayList<>(history.steady);
        steady.set(chosen, steady.get(chosen).with(outcome));
        return judge(history, history.lost, steady, history.missing, withoutThoseOf(history, chosen));
    }

    private static LoadPointSummary withLoss(RandomHistory history, int chosen) {
        Set<Integer> lost = new HashSet<>(history.lost);
        lost.add(history.steady.get(chosen).session());
        List<Timing> steady = new ArrayList<>(history.steady);
        steady.set(chosen, steady.get(chosen).with(Outcome.DESKTOP_LOST));
        return judge(history, lost, steady, history.missing, withoutThoseOf(history, chosen));
    }

    private static LoadPointSummary withoutTiming(RandomHistory history, int chosen) {
        Timing gone = history.steady.get(chosen);
        if (history.endedEarly && !history.lost.contains(gone.session())) {
            // It would count as one that there was no time for.
            return history.judge();
        }
        List<Timing> steady = new ArrayList<>(history.steady);
        steady.remove(chosen);
        List<MissingOperations> missing = new ArrayList<>(history.missing);
        missing.add(new MissingOperations(gone.session(), gone.workload(), gone.operation(), gone.group(), 1));
        return judge(history, history.lost, steady, missing, withoutThoseOf(history, chosen));
    }

    private static List<Sample> withoutThoseOf(RandomHistory history, int chosen) {
        Timing timing = history.steady.get(chosen);
        return history.samples.stream()
                .filter(sample -> sample.session() != timing.session() || sample.timing() != timing.sequence())
                .toList();
    }

    private static LoadPointSummary withoutSample(RandomHistory history, SplittableRandom random) {
        List<Sample> samples = new ArrayList<>(history.samples);
        if (!samples.isEmpty()) {
            int at = random.nextInt(samples.size());
            Sample known = samples.get(at);
            history.steady.stream()
                    .filter(timing -> timing.session() == known.session() && timing.sequence() == known.timing())
                    .forEach(timing -> samples.set(at, RandomHistory.sample(timing, Double.NaN)));
        }
        return judge(history, history.lost, history.steady, history.missing, samples);
    }

    private static LoadPointSummary withoutLogon(RandomHistory history, SplittableRandom random) {
        List<Logon> logons = new ArrayList<>(history.logons);
        int at = random.nextInt(logons.size());
        if (logons.get(at).ending() == Ending.OK) {
            logons.set(at, new Logon(logons.get(at).session(), WORSE.get(random.nextInt(WORSE.size())), Double.NaN));
        }
        return RandomHistory.judge(
                new PointTimings(
                        history.sessions, history.lost, history.steady, history.missing, history.endedEarly, logons),
                history.samples);
    }

    private static LoadPointSummary judge(
            RandomHistory history,
            Set<Integer> lost,
            List<Timing> steady,
            List<MissingOperations> missing,
            List<Sample> samples) {
        return RandomHistory.judge(
                new PointTimings(history.sessions, lost, steady, missing, history.endedEarly, history.logons), samples);
    }

    /** What a wrong judge leaves out. */
    enum LeftOut {
        SKIPPED(Ending.NOT_REACHED),
        LOST(Ending.LOST),
        UNKNOWN(Ending.UNKNOWN),
        LATE(Ending.NOT_DELIVERED);

        private final Ending ending;

        LeftOut(Ending ending) {
            this.ending = ending;
        }

        /** Whether the history has what is left out, and it is no matter of chance whether that shows. */
        boolean concerns(RandomHistory history) {
            String line = this == UNKNOWN ? RandomHistory.METRIC : Group.A.name();
            boolean late = history.missing.stream().anyMatch(gone -> !history.lost.contains(gone.session()));
            return history.count(line, Set.of(ending)) > 0 && (this != LATE || (late && !history.endedEarly));
        }

        LoadPointSummary judge(RandomHistory history) {
            List<Timing> steady = history.steady.stream()
                    .filter(timing -> this != SKIPPED || timing.outcome() != Outcome.SKIPPED)
                    .toList();
            List<MissingOperations> missing = history.missing.stream()
                    .filter(gone -> this != LOST || !history.lost.contains(gone.session()))
                    .filter(gone -> this != LATE || history.lost.contains(gone.session()))
                    .toList();
            List<Sample> samples = history.samples.stream()
                    .filter(sample -> this != UNKNOWN || sample.isKnown())
                    .toList();
            return AccountProperties.judge(history, history.lost, steady, missing, samples);
        }
    }
}
