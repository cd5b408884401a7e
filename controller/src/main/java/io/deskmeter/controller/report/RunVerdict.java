package io.deskmeter.controller.report;

import io.deskmeter.measure.point.LimitingFactor;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.operation.Group;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run.
 *
 * @param capacity sessions that the platform holds; null if the run ended before it could say
 * @param capacityInterval see {@link Capacity#interval()}; null with {@code capacity}
 * @param limitedBy the group whose threshold broke, {@code A} or {@code B}, or the id of the metric whose limit broke;
 *     null where none did
 * @param limitedByOperation {@code office/calc/compute}, the operation that contributed most; null where none could be
 *     worked
 * @param failure what kept the platform from carrying more at all, {@code sessions-lost}; null where a threshold
 *     limited, or nothing did
 * @param sentence the answer for people, with a full stop
 * @param valid false: the figures must not be used
 * @param reasons why it is not valid, empty if it is
 * @param sessionsPerCore capacity by processors of the machines that sessions ran on; null where either is not known
 * @param remarks what is to be known of a valid run, empty if there is nothing, as in reports of earlier versions
 */
@Schema(name = "ReportVerdict")
public record RunVerdict(
        @Nullable Integer capacity,
        @Nullable Interval capacityInterval,
        @Nullable String limitedBy,
        @Nullable String limitedByOperation,
        @Nullable String failure,
        String sentence,
        boolean valid,
        List<String> reasons,
        @Nullable Double sessionsPerCore,
        List<String> remarks) {
    public RunVerdict {
        reasons = List.copyOf(reasons);
        remarks = known(remarks);
    }

    private static List<String> known(@Nullable List<String> added) {
        return added == null ? List.of() : List.copyOf(added);
    }

    /**
     * The verdict of a run whose search has ended.
     *
     * @param onePassed whether any load point passed
     * @param limit of the load point that ended the search, null if no threshold broke
     * @param failure of that point, null if its timings decided
     * @param reasons why the run is not valid; empty if it is
     */
    public static RunVerdict of(
            Capacity capacity,
            boolean onePassed,
            @Nullable LimitingFactor limit,
            @Nullable PointFailure failure,
            List<String> reasons) {
        LimitingFactor told = failure == null ? limit : null;
        return new RunVerdict(
                capacity.sessions(),
                capacity.interval(),
                told == null ? null : limitedBy(told),
                told == null || !told.hasOperation() ? null : told.workload() + "/" + told.operation(),
                failure == null ? null : failure.kind().label(),
                sentence(capacity, onePassed),
                reasons.isEmpty(),
                reasons,
                null,
                List.of());
    }

    private static String limitedBy(LimitingFactor factor) {
        Group group = factor.group();
        return group == null ? factor.criterion().id() : group.name();
    }

    /** The verdict of a run that ended before its search did. */
    public static RunVerdict unknown(List<String> reasons) {
        return new RunVerdict(
                null,
                null,
                null,
                null,
                null,
                "The run ended before a capacity was found.",
                false,
                reasons,
                null,
                List.of());
    }

    /** The same, for sessions on this number of processors; 0 if unknown. */
    public RunVerdict on(int cores) {
        Double perCore = capacity == null || cores == 0 ? null : (double) capacity / cores;
        return new RunVerdict(
                capacity,
                capacityInterval,
                limitedBy,
                limitedByOperation,
                failure,
                sentence,
                valid,
                reasons,
                perCore,
                remarks);
    }

    /** The same with what is to be known of it. */
    public RunVerdict remarked(List<String> more) {
        return new RunVerdict(
                capacity,
                capacityInterval,
                limitedBy,
                limitedByOperation,
                failure,
                sentence,
                valid,
                reasons,
                sessionsPerCore,
                more);
    }

    private static String sentence(Capacity capacity, boolean onePassed) {
        if (capacity.sessions() == 0 && onePassed) {
            // A search takes a size that passed for no capacity only where other points of it, of fewer sessions, or
            // all points together say that it fails.
            return "It is not known whether this platform holds any number of sessions, as load points contradict each other: "
                    + capacity.reason() + ".";
        }
        String sessions = Plural.of(capacity.sessions(), "session");
        if (capacity.thresholdBroken()) {
            String holds = capacity.sessions() == 0
                    ? "This platform cannot carry the smallest load measured: "
                    : "This platform holds " + sessions + ": ";
            return holds + capacity.reason() + ".";
        }
        return capacity.sessions() == 0
                ? "No capacity was found: " + capacity.reason() + "."
                : "This platform holds at least " + sessions + ": " + capacity.reason() + ".";
    }
}
