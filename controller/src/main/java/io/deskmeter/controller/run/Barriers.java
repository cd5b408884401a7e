package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunSnapshot.StageView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What each state waits for: pure questions to the books. */
final class Barriers {
    private Barriers() {}

    /** The event by which the books say that the wait is over. */
    static Optional<RunEvent> met(RunState state, RunBooks books, Headcount headcount) {
        return Optional.ofNullable(
                switch (state) {
                    case RAMPING_UP -> rampedUp(books, headcount);
                    case STEADY -> orShort(books, books.point()::isBehind, RunEvent.ALL_COUNTED);
                    case JUDGING -> books.awaitingTimings() && allStored(books) ? RunEvent.ALL_STORED : null;
                    case RAMPING_DOWN ->
                        books.anyMissing(entry -> !entry.phase().over()) ? null : RunEvent.ALL_OUT;
                    default -> null;
                });
    }

    private static @Nullable RunEvent rampedUp(RunBooks books, Headcount headcount) {
        if (headcount.awaitsLeavers()) {
            return books.anyMissing(SessionBook.Entry::isLeaver) ? null : RunEvent.SURPLUS_OUT;
        }
        if (headcount.toStart() > 0) {
            return tooFew(books) ? RunEvent.POINT_FAILED : null;
        }
        int skipFirst = skipFirst(books);
        return orShort(books, entry -> isCold(entry, skipFirst), RunEvent.ALL_WARM);
    }

    private static @Nullable RunEvent orShort(RunBooks books, Predicate<SessionBook.Entry> missing, RunEvent met) {
        if (!books.anyLive()) {
            return nobody(books);
        }
        if (tooFew(books)) {
            return RunEvent.POINT_FAILED;
        }
        return books.anyMissing(missing) ? null : met;
    }

    /** A load that nobody works has failed; where no other load remains, or nobody ever got in, so has the run. */
    private static RunEvent nobody(RunBooks books) {
        if (books.searches() && books.sessions().anyLoggedOn()) {
            return RunEvent.POINT_FAILED;
        }
        if (books.outcome() == null) {
            String why = books.sessions().firstLoss();
            books.outcome(RunEvent.GIVEN_UP, "all sessions were lost or failed" + (why.isEmpty() ? "" : "; " + why));
        }
        return RunEvent.NOBODY_LEFT;
    }

    /**
     * Whether the load point need not be measured to its end, as too many sessions are missing already. A search saves the minutes; other
     * loads go on, since the figures of a point that fails are part of their answer.
     */
    private static boolean tooFew(RunBooks books) {
        return books.plan().searches()
                && books.point().shortage(books).isPresent()
                && books.sessions().anyLoggedOn();
    }

    private static boolean allStored(RunBooks books) {
        PointProgress point = books.point();
        int operations = books.plan().operationsPerIteration();
        return !books.anyMissing(entry -> point.missing(entry, operations) > 0);
    }

    /** Live sessions that have not begun the iteration after their warm-up. */
    static List<SessionBook.Entry> cold(RunBooks books) {
        int skipFirst = skipFirst(books);
        return books.sessions().live().stream()
                .filter(entry -> isCold(entry, skipFirst))
                .toList();
    }

    private static int skipFirst(RunBooks books) {
        return books.plan().profile().workloads().skipFirst();
    }

    private static boolean isCold(SessionBook.Entry entry, int skipFirst) {
        return entry.live() && entry.iteration() < skipFirst;
    }

    /** How far the wait is, for people. */
    static StageView stage(RunState state, RunBooks books, Instant since, @Nullable Long remainingSeconds) {
        PointProgress point = books.pointOrNull();
        int sessions = point == null ? 0 : point.sessions();
        SessionBook book = books.sessions();
        int live = book.live().size();
        String question = point == null ? "" : point.question();
        return switch (state) {
            case RAMPING_UP ->
                new StageView(
                        since, sessions, live - cold(books).size(), sessions, "warmed up", remainingSeconds, question);
            case STEADY ->
                new StageView(
                        since, sessions, live - behind(point, book), live, "measured", remainingSeconds, question);
            case RAMPING_DOWN ->
                new StageView(
                        since, sessions, book.size() - book.unfinished().size(), book.size(), "stopped", null, "");
            default -> new StageView(since, sessions, 0, 0, "", null, "");
        };
    }

    private static int behind(@Nullable PointProgress point, SessionBook book) {
        return point == null ? 0 : point.behind(book).size();
    }
}
