package io.deskmeter.controller.check;

import io.deskmeter.controller.run.view.ShareTexts;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds valid but unreasonable values, such as thresholds that are always or never exceeded. */
final class ValueCheck implements Check {
    /** Screens show frames at 50 to 60 Hz (docs/how-it-works/measurement.md): this is the resolution of a response. */
    static final Duration RESOLUTION = Duration.ofMillis(20);

    /** A search needs about so many: two to bracket the capacity, and two to look between. */
    private static final int LOAD_POINTS = 4;

    @Override
    public String name() {
        return "values";
    }

    @Override
    public Duration within(CheckInput checkInput) {
        return Duration.ofSeconds(5);
    }

    @Override
    public void find(CheckInput checkInput, Consumer<PreflightFinding> found) {
        findings(checkInput).forEach(found);
    }

    private static List<PreflightFinding> findings(CheckInput checkInput) {
        List<PreflightFinding> findings = new ArrayList<>();
        for (Group group : List.of(Group.A, Group.B)) {
            if (checkInput.workloads().isEmpty()
                    || checkInput.workloads().stream()
                            .flatMap(w -> w.operations().stream())
                            .anyMatch(o -> o.group() == group)) {
                threshold(checkInput, group).ifPresent(findings::add);
            }
        }
        checkInput
                .profile()
                .workloads()
                .shares()
                .forEach((workload, share) -> few(checkInput, workload, share).ifPresent(findings::add));
        shortBudget(checkInput).ifPresent(findings::add);
        return findings;
    }

    /** A search that has time for a load point or two does not find much. */
    private static Optional<PreflightFinding> shortBudget(CheckInput checkInput) {
        if (!(checkInput.profile().load() instanceof Load.FindMax search)
                || search.budget().isEmpty()) {
            return Optional.empty();
        }
        Duration budget = search.budget().get();
        Duration thinking = RunEstimate.thinking(checkInput);
        Duration needed = thinking.multipliedBy(LOAD_POINTS);
        if (budget.compareTo(needed) >= 0) {
            return Optional.empty();
        }
        return Optional.of(PreflightFinding.warning(
                "time budget",
                "load.find-max.budget",
                RunEstimate.minutes(budget) + ", and the think time alone of a load point is "
                        + RunEstimate.minutes(thinking),
                "at least " + RunEstimate.minutes(needed) + ", the think time of " + LOAD_POINTS
                        + " load points: the interval of the capacity is wide otherwise",
                "a longer budget (`demo --minutes`), fewer iterations, or shorter think times"));
    }

    /** At least one session works a workload, so a small load point has more of it than its share. */
    private static Optional<PreflightFinding> few(CheckInput checkInput, String workload, double share) {
        int fewest = RunEstimate.fewest(checkInput.profile().load());
        if (fewest * share >= 1) {
            return Optional.empty();
        }
        String percent = ShareTexts.percent(share);
        return Optional.of(PreflightFinding.note(
                "share of sessions",
                "workloads",
                workload + ", " + percent + ": 1 of " + Plural.of(fewest, "session")
                        + " works it at the smallest load point",
                (int) Math.ceil(1 / share) + " sessions or more: below, the load is heavier than planned",
                "begin with more sessions, or read small load points accordingly"));
    }

    private static Optional<PreflightFinding> threshold(CheckInput checkInput, Group group) {
        Duration threshold = checkInput.profile().thresholds().of(group);
        String where = "thresholds." + group;
        if (threshold.compareTo(RESOLUTION) < 0) {
            return Optional.of(PreflightFinding.error(
                    "threshold",
                    where,
                    millis(threshold),
                    millis(RESOLUTION) + " or more: the interval between two frames limits what can be measured",
                    "raise it, for example to 1s"));
        }
        List<String> sooner = new ArrayList<>();
        int judged = 0;
        for (Workload workload : checkInput.workloads()) {
            for (Operation operation : workload.operations()) {
                judged += operation.group() == group ? 1 : 0;
                Duration within = shortest(operation);
                if (operation.group() == group && within.compareTo(threshold) < 0) {
                    sooner.add(workload.id() + "/" + operation.id() + " after " + millis(within));
                }
            }
        }
        return sooner.isEmpty()
                ? Optional.empty()
                : Optional.of(beyondTimeouts(where, threshold, sooner, sooner.size() == judged));
    }

    /**
     * An operation that ends between its timeout and the threshold counts as failed, although it would be within the
     * threshold.
     */
    private static PreflightFinding beyondTimeouts(String where, Duration threshold, List<String> sooner, boolean all) {
        String value = millis(threshold) + ", but " + (all ? "all time out before: " : "some time out before: ")
                + String.join(", ", sooner);
        String expected = "timeouts above the threshold: operations that end between the two count as failed";
        String remedy = "lower the threshold, or raise `within` of the operations";
        return all
                ? PreflightFinding.error("threshold", where, value, expected, remedy)
                : PreflightFinding.warning("threshold", where, value, expected, remedy);
    }

    private static Duration shortest(Operation operation) {
        return operation.occurrences().stream()
                .map(occurrence -> occurrence.until().within())
                .min(Duration::compareTo)
                .orElseThrow();
    }

    private static String millis(Duration duration) {
        return duration.toMillis() + " ms";
    }
}
