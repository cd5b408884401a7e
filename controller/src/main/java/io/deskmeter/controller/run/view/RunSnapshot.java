package io.deskmeter.controller.run.view;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.run.fact.ResourceFact;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The complete state of a run for display; a later snapshot replaces an earlier one completely.
 *
 * @param id of the run
 * @param title of its profile
 * @param profile its id
 * @param load shape of the load: {@code fixed}, {@code steps} or {@code ramp}
 * @param seed of everything random in it
 * @param shares the workloads that only a share of the sessions works
 * @param state label of its {@link RunState}
 * @param stateTitle the same for people
 * @param ended whether anything more will come
 * @param reasons why it did not finish as planned, and remarks
 * @param createdAt a label
 * @param endedAt null while it goes on
 * @param stage what happens now
 * @param sessions all ever started
 * @param counts what was counted
 * @param groups running p95 of the present load point, A then B; without figures where none is open
 * @param metrics running figures of the metrics that have a limit, at the present load point; without figures where
 *     none is open
 * @param loadPoints judged so far
 * @param resources the latest sample
 * @param capacity where the search came to its end
 * @param log the latest lines of the stage log
 */
public record RunSnapshot(
        String id,
        String title,
        String profile,
        String load,
        long seed,
        List<ShareView> shares,
        String state,
        String stateTitle,
        boolean ended,
        List<String> reasons,
        Instant createdAt,
        @Nullable Instant endedAt,
        StageView stage,
        List<SessionView> sessions,
        RunCounts counts,
        List<LiveGroup> groups,
        List<LiveMetric> metrics,
        List<LoadPoint> loadPoints,
        @Nullable ResourceFact resources,
        @Nullable CapacityView capacity,
        List<NoteView> log) {
    public RunSnapshot {
        shares = List.copyOf(shares);
        reasons = List.copyOf(reasons);
        sessions = List.copyOf(sessions);
        groups = List.copyOf(groups);
        metrics = List.copyOf(metrics);
        loadPoints = List.copyOf(loadPoints);
        log = List.copyOf(log);
    }

    /**
     * Whether it has ended and its figures may be used. False while it goes on, and for a run that is invalid, failed,
     * or was stopped or interrupted.
     */
    @JsonProperty("valid")
    public boolean valid() {
        return state.equals(RunState.FINISHED.label());
    }

    /** The same figures of a run that has ended meanwhile. */
    public RunSnapshot ended(RunState end, List<String> why, Instant at) {
        return new RunSnapshot(
                id,
                title,
                profile,
                load,
                seed,
                shares,
                end.label(),
                end.title(),
                true,
                why,
                createdAt,
                at,
                new StageView(at, 0, 0, 0, 0, "", null, ""),
                sessions,
                counts,
                groups,
                metrics,
                loadPoints,
                resources,
                capacity,
                log);
    }

    /**
     * The current stage.
     *
     * @param since when the state began
     * @param loadPoint number of the present load point, from 1; it stays the same while the load point is extended; 0
     *     if none is open
     * @param sessions of the present load point, 0 if none is open
     * @param done sessions that have reached what the state waits for
     * @param of how many must
     * @param what {@code warmed up}, {@code measured}, {@code stopped}; empty if nothing is counted
     * @param remainingSeconds an estimate for the present load point, null if nothing is known
     * @param question what the search measures with the present load point, as {@code 19 again: undecided, A 0.92 s of
     *     1 s}; empty if the load defines it
     */
    public record StageView(
            Instant since,
            int loadPoint,
            int sessions,
            int done,
            int of,
            String what,
            @Nullable Long remainingSeconds,
            String question) {}

    /**
     * Running figures of a group at the present load point.
     *
     * @param group {@code A} or {@code B}
     * @param count operations that ended
     * @param p95Ms null if there are none, or too many failed
     * @param p95Low lower end of its 95 % interval, as of the last two seconds; null if nothing is known yet
     * @param p95High upper end; null if nothing is known yet, or where too many may have failed
     * @param thresholdMs the limit
     */
    public record LiveGroup(
            String group,
            int count,
            @Nullable Double p95Ms,
            @Nullable Double p95Low,
            @Nullable Double p95High,
            long thresholdMs) {
        /** The thresholds, without figures. */
        public static List<LiveGroup> withoutFigures(Thresholds thresholds) {
            return Stream.of(Group.A, Group.B)
                    .map(group -> new LiveGroup(
                            group.name(),
                            0,
                            null,
                            null,
                            null,
                            thresholds.of(group).toMillis()))
                    .toList();
        }
    }

    /** A line of the stage log. */
    public record NoteView(Instant at, String state, String message) {}
}
