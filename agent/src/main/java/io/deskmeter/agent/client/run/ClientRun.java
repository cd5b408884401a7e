package io.deskmeter.agent.client.run;

import io.deskmeter.agent.agentless.AgentlessSessions;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionControl;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.screen.Frame;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sessions of one run on this agent. Used on its owner's thread only; sessions run on their own executors. */
final class ClientRun {
    private static final Logger LOG = LoggerFactory.getLogger(ClientRun.class);

    private final PreparedRun prepared;
    private final SessionContext context;
    private final SessionListener listener;
    private final LongSupplier leftOut;
    private final SessionFactory sessionFactory;
    private final Map<Integer, SessionControl> sessions = new HashMap<>();
    private boolean ending;

    /** @param leftOut receives the number of pictures that are not kept */
    ClientRun(
            PreparedRun prepared,
            SessionContext context,
            SessionListener listener,
            SessionFactory sessionFactory,
            LongSupplier leftOut) {
        this.prepared = prepared;
        this.sessionFactory = sessionFactory;
        this.context = context;
        this.listener = listener;
        this.leftOut = leftOut;
    }

    /** The number of pictures that were requested and are not kept, because a limit was reached. */
    long picturesLeftOut() {
        return leftOut.getAsLong();
    }

    String id() {
        return prepared.id();
    }

    RunProfile profile() {
        return prepared.profile();
    }

    /**
     * Starts a session.
     *
     * @param position among the sessions of the load point
     * @param iterations 0: until stopped
     */
    void start(int session, int position, int iterations, SessionSlot slot) {
        if (ending || sessions.containsKey(session)) {
            LOG.warn("run {}: session {} is not started: {}", id(), session, ending ? "the run ends" : "it exists");
            return;
        }
        Target target = profile().target();
        SessionSettings settings = new SessionSettings(
                session,
                position,
                iterations,
                target.width(),
                target.height(),
                iteration -> prepared.planner().iteration(session, position, iteration),
                target.agentless().map(AgentlessSessions::timeouts).orElse(Timeouts.DEFAULT),
                profile().handlers().handlers());
        try {
            SessionControl control = sessionFactory.create(prepared, settings, slot, context, listener);
            sessions.put(session, control);
            control.start();
        } catch (RunRefusedException e) {
            listener.changed(failed(session, String.valueOf(e.getMessage())));
        } catch (RuntimeException | Error e) {
            // The controller waits for this session and has no other source for its failure.
            sessions.remove(session);
            LOG.error("run {}: session {} cannot be started", id(), session, e);
            listener.changed(failed(session, "fault: " + e).byFault(true));
        }
    }

    private SessionUpdate failed(int session, String why) {
        return new SessionUpdate(
                session, SessionUpdate.Phase.FAILED, why, 0, context.nanoTime().getAsLong());
    }

    void stop(int session, boolean now) {
        SessionControl known = sessions.get(session);
        if (known == null) {
            LOG.warn("run {}: session {} is not stopped: it was never started", id(), session);
            return;
        }
        known.stop(now, "stopped by the controller");
    }

    /** The present picture of a session, empty if there is none. */
    CompletableFuture<Optional<Frame>> screenshot(int session) {
        SessionControl known = sessions.get(session);
        return known == null ? CompletableFuture.completedFuture(Optional.empty()) : known.screenshot();
    }

    /** Stops all sessions immediately; completes when all their processes have ended. */
    CompletableFuture<Void> end(String reason) {
        ending = true;
        sessions.values().forEach(session -> session.stop(true, reason));
        return CompletableFuture.allOf(
                sessions.values().stream().map(SessionControl::ended).toArray(CompletableFuture[]::new));
    }
}
