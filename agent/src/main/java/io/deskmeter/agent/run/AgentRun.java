package io.deskmeter.agent.run;

import io.deskmeter.agent.session.Patience;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionNews;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.Surroundings;
import io.deskmeter.agent.session.Worker;
import io.deskmeter.link.v1.Seat;
import io.deskmeter.screen.Frame;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sessions of one run on this agent. Used by its owner's thread only; sessions live on theirs. */
final class AgentRun {
    private static final Logger LOG = LoggerFactory.getLogger(AgentRun.class);

    private final Preparing prepared;
    private final Surroundings around;
    private final SessionListener listener;
    private final LongSupplier leftOut;
    private final Workers workers;
    private final Map<Integer, Worker> sessions = new HashMap<>();
    private boolean ending;

    /** @param leftOut says how many pictures are not kept */
    AgentRun(Preparing prepared, Surroundings around, SessionListener listener, Workers workers, LongSupplier leftOut) {
        this.prepared = prepared;
        this.workers = workers;
        this.around = around;
        this.listener = listener;
        this.leftOut = leftOut;
    }

    /** Pictures that were wanted and are not kept, because a limit was reached. */
    long picturesLeftOut() {
        return leftOut.getAsLong();
    }

    String id() {
        return prepared.id();
    }

    RunProfile profile() {
        return prepared.profile();
    }

    /** @param iterations 0: until stopped */
    void start(int session, int iterations, Seat seat) {
        if (ending || sessions.containsKey(session)) {
            LOG.warn("run {}: session {} is not started: {}", id(), session, ending ? "the run ends" : "it exists");
            return;
        }
        Target target = profile().target();
        SessionSettings settings = new SessionSettings(
                session,
                iterations,
                target.width(),
                target.height(),
                iteration -> prepared.planner().iteration(session, iteration),
                Patience.DEFAULT);
        try {
            Worker worker = workers.hire(prepared, settings, seat, around, listener);
            sessions.put(session, worker);
            worker.start();
        } catch (RunRefusedException e) {
            listener.changed(new SessionNews(session, SessionNews.Phase.FAILED, String.valueOf(e.getMessage()), 0, 0));
        } catch (RuntimeException | Error e) {
            // Nobody else would tell the controller, which waits for this session.
            sessions.remove(session);
            LOG.error("run {}: session {} cannot be started", id(), session, e);
            listener.changed(new SessionNews(session, SessionNews.Phase.FAILED, "fault: " + e, 0, 0));
        }
    }

    void stop(int session, boolean now) {
        Worker known = sessions.get(session);
        if (known == null) {
            LOG.warn("run {}: session {} is not stopped: it was never started", id(), session);
            return;
        }
        known.stop(now, "as the controller asked");
    }

    /** The picture that a session has now, empty where there is none. */
    CompletableFuture<Optional<Frame>> look(int session) {
        Worker known = sessions.get(session);
        return known == null ? CompletableFuture.completedFuture(Optional.empty()) : known.look();
    }

    /** Stops all at once; completes when nothing of them runs any more. */
    CompletableFuture<Void> end(String reason) {
        ending = true;
        sessions.values().forEach(session -> session.stop(true, reason));
        return CompletableFuture.allOf(
                sessions.values().stream().map(Worker::ended).toArray(CompletableFuture[]::new));
    }
}
