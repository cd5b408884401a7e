package io.deskmeter.controller.run;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
        // Sessions are numbered in the order of their start: the newest come last.
        for (int i = surplus.size() - 1; i >= 0; i--) {
            surplus.get(i).leave();
            commands.stop(surplus.get(i));
        }
        awaitsLeavers = !surplus.isEmpty();
        if (!awaitsLeavers) {
            startNext();
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
            // The plan and the crew had room for all when the run began; what took it since then is no capacity.
            books.outcome(
                    RunEvent.INVALIDATED,
                    "session " + books.sessions().size() + ": no "
                            + (agent.isEmpty() ? "agent has room" : "host or user is free") + " for it");
            stage.raise(RunEvent.STOP);
            return;
        }
        toStart--;
        start(agent.orElseThrow().id(), seat.get());
        if (toStart > 0) {
            stage.after(plan.profile().logonInterval(), this::startNext);
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

    /** The session is out: others may sit there. */
    void left(int session) {
        seats.free(session);
    }
}
