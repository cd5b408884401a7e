package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.IterationSize;
import io.deskmeter.controller.run.view.RunSnapshot.StageView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Decides when the current state of a run is complete. Pure functions of the run context. */
final class StageCompletion {
    private StageCompletion() {}

    /** The event that ends the current state, if its condition is met. */
    static Optional<RunEvent> met(RunState state, RunContext runContext, SessionScaler scaler) {
        return Optional.ofNullable(
                switch (state) {
                    case RAMPING_UP -> rampedUp(runContext, scaler);
                    case STEADY -> measured(runContext);
                    case JUDGING -> runContext.awaitingTimings() && allStored(runContext) ? RunEvent.ALL_STORED : null;
                    case RAMPING_DOWN -> runContext.anyMissing(entry -> !entry.gone()) ? null : RunEvent.ALL_STOPPED;
                    default -> null;
                });
    }

    private static @Nullable RunEvent rampedUp(RunContext runContext, SessionScaler scaler) {
        if (scaler.awaitsSurplusSessions()) {
            return runContext.anyMissing(SessionTracker.Entry::isSurplus) ? null : RunEvent.SURPLUS_STOPPED;
        }
        if (scaler.toStart() > 0) {
            return tooFew(runContext) ? RunEvent.POINT_FAILED : null;
        }
        int skipFirst = skipFirst(runContext);
        return orPointFailed(runContext, entry -> isNotWarmedUp(entry, skipFirst), RunEvent.ALL_WARMED_UP);
    }

    private static @Nullable RunEvent measured(RunContext runContext) {
        RunEvent met = orPointFailed(runContext, runContext.point()::isBehind, RunEvent.ALL_COUNTED);
        return met == null && runContext.point().hasFailedEarly() ? RunEvent.SURELY_FAILED : met;
    }

    private static @Nullable RunEvent orPointFailed(
            RunContext runContext, Predicate<SessionTracker.Entry> missing, RunEvent met) {
        if (!runContext.anyLive()) {
            return noSessionsLeft(runContext);
        }
        if (tooFew(runContext)) {
            return RunEvent.POINT_FAILED;
        }
        return runContext.anyMissing(missing) ? null : met;
    }

    /**
     * A load point without sessions has failed, or is not judged if that is Deskmeter's own doing. If no other load
     * point remains, or no session ever logged on, the run has failed.
     */
    private static RunEvent noSessionsLeft(RunContext runContext) {
        boolean goesOn = runContext.searches() && runContext.sessions().anyLoggedOn();
        if (goesOn || runContext.point().lacksByFaults(runContext)) {
            return RunEvent.POINT_FAILED;
        }
        if (runContext.outcome() == null) {
            String why = runContext.sessions().firstLoss();
            runContext.outcome(
                    RunEvent.GIVEN_UP, "all sessions were lost or failed" + (why.isEmpty() ? "" : "; " + why));
        }
        return RunEvent.NO_SESSIONS_LEFT;
    }

    /**
     * Whether the load point can be ended early, because too many sessions are missing. A search saves the time; other
     * loads continue, because the figures of a failed point are part of their result.
     */
    private static boolean tooFew(RunContext runContext) {
        return runContext.plan().searches()
                && (runContext.point().shortage(runContext).isPresent()
                        || runContext.point().lacksByFaults(runContext))
                && runContext.sessions().anyLoggedOn();
    }

    private static boolean allStored(RunContext runContext) {
        LoadPointProgress point = runContext.point();
        IterationSize operations = runContext.iterationSize();
        return !runContext.anyMissing(entry -> point.missing(entry, operations) > 0 || point.missingSamples(entry) > 0);
    }

    /** Live sessions that have not begun the iteration after their warm-up. */
    static List<SessionTracker.Entry> notWarmedUp(RunContext runContext) {
        int skipFirst = skipFirst(runContext);
        return runContext.sessions().live().stream()
                .filter(entry -> isNotWarmedUp(entry, skipFirst))
                .toList();
    }

    private static int skipFirst(RunContext runContext) {
        return runContext.plan().profile().workloads().skipFirst();
    }

    private static boolean isNotWarmedUp(SessionTracker.Entry entry, int skipFirst) {
        return entry.live() && entry.iteration() < skipFirst;
    }

    /** The progress of the current state, for display. */
    static StageView stage(RunState state, RunContext runContext, Instant since, @Nullable Long remainingSeconds) {
        LoadPointProgress point = runContext.pointOrNull();
        int number = point == null ? 0 : point.number() + 1;
        int sessions = point == null ? 0 : point.sessions();
        SessionTracker tracker = runContext.sessions();
        int live = tracker.live().size();
        String question = point == null ? "" : point.question();
        return switch (state) {
            case RAMPING_UP ->
                new StageView(
                        since,
                        number,
                        sessions,
                        live - notWarmedUp(runContext).size(),
                        sessions,
                        "warmed up",
                        remainingSeconds,
                        question);
            case STEADY ->
                new StageView(
                        since,
                        number,
                        sessions,
                        live - behind(point, tracker),
                        live,
                        "measured",
                        remainingSeconds,
                        question);
            case RAMPING_DOWN ->
                new StageView(
                        since,
                        number,
                        sessions,
                        tracker.size() - tracker.unfinished().size(),
                        tracker.size(),
                        "stopped",
                        null,
                        "");
            default -> new StageView(since, number, sessions, 0, 0, "", null, "");
        };
    }

    private static int behind(@Nullable LoadPointProgress point, SessionTracker tracker) {
        return point == null ? 0 : point.behind(tracker).size();
    }
}
