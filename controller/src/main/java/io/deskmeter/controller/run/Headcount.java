package io.deskmeter.controller.run;

import io.deskmeter.measure.PointFailure;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Brings the number of sessions to what a load point wants: too many are stopped at the end of their operation, the newest first;
 * where every point has new logons, all are stopped; then missing ones are started, spread over time. Owned by the run's mailbox.
 */
final class Headcount {
    private final RunStage stage;
    private final RunBooks books;
    private final RunCommands commands;
    private final RunJournal journal;
    private final InstantSource wall;
    private final RunPlan plan;
    private final Seats seats;
    private int toStart;
    private @Nullable Future<?> nextStart;
    private boolean awaitsLeavers;

    Headcount(RunStage stage, RunBooks books, RunCommands commands, RunJournal journal, InstantSource wall) {
        this.stage = stage;
        this.books = books;
        this.commands = commands;
        this.journal = journal;
        this.wall = wall;
        this.plan = books.plan();
        this.seats = new Seats(plan.profile().target(), plan.accounts());
    }

    /** Sessions of the load point that are not asked for yet. */
    int toStart() {
        return toStart;
    }

    /** Whether surplus sessions must be out before any is started. */
    boolean awaitsLeavers() {
        return awaitsLeavers;
    }

    /** Begins with a load point. */
    void open(PointProgress point) {
        List<SessionBook.Entry> live = books.sessions().live();
        int keep = plan.profile().load().fresh() ? 0 : Math.min(point.sessions(), live.size());
        List<SessionBook.Entry> surplus = live.subList(keep, live.size());
        toStart = point.sessions() - keep;
        stage.note("load point of " + point.sessions() + (point.sessions() == 1 ? " session, " : " sessions, ")
                + toStart + " to start" + (surplus.isEmpty() ? "" : ", " + surplus.size() + " to stop"));
        cancelStarts();
        // Sessions are numbered in the order of their start: the newest come last.
        for (int i = surplus.size() - 1; i >= 0; i--) {
            surplus.get(i).leave();
            commands.stop(surplus.get(i));
        }
        // Others may be on their way out since the point before.
        awaitsLeavers = !books.sessions().leavers().isEmpty();
        if (!awaitsLeavers) {
            startNext();
        }
    }

    /** Starts no more sessions for the load point that was opened last. */
    void cancelStarts() {
        if (nextStart != null) {
            nextStart.cancel(false);
            nextStart = null;
        }
    }

    /** Sessions that keep the load point from its end are no use to another one: they are out before it is measured. */
    void dismiss(List<SessionBook.Entry> hanging) {
        for (SessionBook.Entry entry : hanging) {
            if (!entry.leaving()) {
                entry.leave();
                commands.stop(entry);
            }
        }
    }

    /** Goes on when those that were too many are out. */
    void startMissing() {
        awaitsLeavers = false;
        startNext();
    }

    /** Whom the load point waits for. */
    List<SessionBook.Entry> missing() {
        return Stream.concat(books.sessions().leavers().stream(), stage.cold().stream())
                .toList();
    }

    private void startNext() {
        if (toStart == 0 || stage.state() != RunState.RAMPING_UP) {
            return;
        }
        Optional<Crew.Member> agent = books.crew().next(this::sessionsOf);
        Optional<Seats.Seat> seat =
                agent.flatMap(some -> seats.take(books.sessions().size()));
        if (seat.isEmpty()) {
            // The plan and the agents had room for all when the run began; who holds a place too long is part of the
            // platform.
            books.point()
                    .fail(new PointFailure(
                            PointFailure.Kind.LOGONS_REFUSED,
                            "session " + books.sessions().size() + " could not be started: no "
                                    + (agent.isEmpty() ? "agent has room" : "host or user is free") + " for it"));
            stage.raise(RunEvent.POINT_FAILED);
            return;
        }
        toStart--;
        start(agent.orElseThrow().id(), seat.get());
        if (toStart > 0) {
            nextStart = stage.later(plan.profile().logonInterval(), this::startNext);
        }
    }

    private void start(String agent, Seats.Seat seat) {
        int session = books.sessions().add(agent);
        stage.write(() -> journal.session(plan.id(), session, agent, wall.instant()));
        commands.start(agent, session, seat);
    }

    private int sessionsOf(String agent) {
        return books.sessions().unfinishedCount(agent);
    }

    /** The session is out: others may sit there, if they have to where a logon was refused. */
    void left(int session, boolean refused) {
        seats.free(session, refused);
    }
}
