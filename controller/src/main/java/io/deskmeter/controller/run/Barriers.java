package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunSnapshot.StageView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What each state waits for: pure questions to the books. */
final class Barriers {
    private Barriers() {}

    /** The event by which the books say that the wait is over. */
    static Optional<RunEvent> met(RunState state, RunBooks books, Headcount headcount) {
        return Optional.ofNullable(
                switch (state) {
                    case RAMPING_UP -> rampedUp(books, headcount);
                    case STEADY -> orNobody(books, books.point().behind(books.sessions()), RunEvent.ALL_COUNTED);
                    case JUDGING -> books.awaitingTimings() && missing(books) == 0 ? RunEvent.ALL_STORED : null;
                    case RAMPING_DOWN -> books.sessions().unfinished().isEmpty() ? RunEvent.ALL_OUT : null;
                    default -> null;
                });
    }

    private static @Nullable RunEvent rampedUp(RunBooks books, Headcount headcount) {
        if (headcount.awaitsLeavers()) {
            return books.sessions().leavers().isEmpty() ? RunEvent.SURPLUS_OUT : null;
        }
        return headcount.toStart() > 0 ? null : orNobody(books, cold(books), RunEvent.ALL_WARM);
    }

    private static @Nullable RunEvent orNobody(RunBooks books, List<SessionBook.Entry> missing, RunEvent met) {
        if (books.sessions().live().isEmpty()) {
            if (books.outcome() == null) {
                String why = books.sessions().firstLoss();
                books.outcome(
                        RunEvent.GIVEN_UP, "all sessions were lost or failed" + (why.isEmpty() ? "" : "; " + why));
            }
            return RunEvent.NOBODY_LEFT;
        }
        return missing.isEmpty() ? met : null;
    }

    private static int missing(RunBooks books) {
        return books.point().missing(books.sessions(), books.plan().operationsPerIteration());
    }

    /** Live sessions that have not begun the iteration after their warm-up. */
    static List<SessionBook.Entry> cold(RunBooks books) {
        int skipFirst = books.plan().profile().workloads().skipFirst();
        return books.sessions().live().stream()
                .filter(entry -> entry.phase() != SessionPhase.FINISHED && entry.iteration() < skipFirst)
                .toList();
    }

    /** How far the wait is, for people. */
    static StageView stage(RunState state, RunBooks books, Instant since, @Nullable Long remainingSeconds) {
        PointProgress point = books.pointOrNull();
        int sessions = point == null ? 0 : point.sessions();
        SessionBook book = books.sessions();
        int live = book.live().size();
        return switch (state) {
            case RAMPING_UP ->
                new StageView(since, sessions, live - cold(books).size(), sessions, "warmed up", remainingSeconds);
            case STEADY ->
                new StageView(since, sessions, live - behind(point, book), live, "measured", remainingSeconds);
            case RAMPING_DOWN ->
                new StageView(since, sessions, book.size() - book.unfinished().size(), book.size(), "stopped", null);
            default -> new StageView(since, sessions, 0, 0, "", null);
        };
    }

    private static int behind(@Nullable PointProgress point, SessionBook book) {
        return point == null ? 0 : point.behind(book).size();
    }
}
