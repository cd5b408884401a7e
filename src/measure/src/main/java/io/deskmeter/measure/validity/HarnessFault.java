package io.deskmeter.measure.validity;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointAccount;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.ValidityBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether Deskmeter itself was beyond its bounds while a load point was measured. A point that fails meanwhile says
 * nothing of the platform: it is repeated once, and if that is no better, the run is invalid. A point that passes all
 * the same has passed, unless errors of Deskmeter ended more of its sessions than may be lost; the checks of
 * {@link Validity} say whether its load was the planned one.
 */
public final class HarnessFault {
    /**
     * Where the generator shares the machine with the sessions and so much of all cores is busy, it is late because the
     * platform is full: that is what is measured.
     */
    private static final double FULL = 0.9;

    private static final Set<String> LATENESS = Set.of("pacing", "lag");

    private HarnessFault() {}

    /**
     * Why a point that did not pass says nothing of the platform.
     *
     * @param point what it showed
     * @param bounds of the run profile
     * @param sharesHost whether the sessions run on the machine that generates their load
     * @return for people, without a full stop; empty where its figures hold
     */
    public static Optional<String> of(Validity.Measured point, ValidityBounds bounds, boolean sharesHost) {
        LoadPointSummary summary = point.point().summary();
        boolean lacksByFaults = !isBroken(summary) && point.sessions().lacksByFaults(bounds);
        if (!lacksByFaults && (summary.pass() || lacksSessions(point, bounds))) {
            return Optional.empty();
        }
        List<String> open = open(summary);
        List<String> reasons = new ArrayList<>();
        if (!point.sessions().faults().isEmpty() && (lacksByFaults || !open.isEmpty())) {
            reasons.add("an error of Deskmeter ended " + point.sessions().faultWords());
        }
        reasons.addAll(open);
        boolean full = sharesHost && point.point().hostCpu() >= FULL;
        for (ValidityCheck check : Validity.ofGenerator(bounds, point)) {
            if (!check.kept() && !(full && LATENESS.contains(check.id()))) {
                reasons.add(check.id() + ": " + check.words());
            }
        }
        return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
    }

    /** What Deskmeter did late explains late stamps. It explains no desktop that was lost or refused. */
    private static boolean lacksSessions(Validity.Measured point, ValidityBounds bounds) {
        PointFailure failure = point.point().summary().failure();
        return (failure != null && failure.kind().isOfMissingSessions())
                || point.sessions().failure(bounds, "").isPresent();
    }

    /**
     * Criteria that something decides which was not delivered. What cannot be told of the platform's own doing is no
     * fault of the harness.
     */
    private static List<String> open(LoadPointSummary summary) {
        if (isBroken(summary)) {
            return List.of();
        }
        return summary.criteria().stream()
                .filter(result -> !result.reason().isEmpty())
                .filter(result -> notDelivered(summary.account(), result.criterion()) > 0)
                .map(CriterionResult::reason)
                .toList();
    }

    /** Whether the platform did not carry it, whatever is not known of it. */
    private static boolean isBroken(LoadPointSummary summary) {
        return summary.failure() != null
                || summary.criteria().stream().anyMatch(result -> result.verdict() == Verdict.FAIL);
    }

    private static int notDelivered(PointAccount account, Criterion criterion) {
        String line = criterion
                .group()
                .map(Group::name)
                .orElse(criterion.id().equals(Criterion.LOGON) ? PointAccount.LOGONS : criterion.id());
        return account.count(line, Ending.NOT_DELIVERED);
    }
}
