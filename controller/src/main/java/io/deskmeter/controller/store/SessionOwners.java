package io.deskmeter.controller.store;

import io.deskmeter.link.PeerIdentity;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Whose runs and sessions are whose, by the store: so what an agent delivers after its run, or to a restarted controller, is told apart like what it sends
 * during the run. A session belongs to the client agent that was told to start it, and to the desktop agents that were paired with it. What was found once
 * is kept in memory, because it never changes; what was not found is asked again. Thread-safe.
 */
@Component
public final class SessionOwners {
    /** The number of runs that are kept in memory; more are asked for again. */
    private static final int MOST_RUNS = 200;

    private final JdbcClient jdbc;
    private final WriteTransactions writes;
    private final Map<String, Set<Claim>> found = new ConcurrentHashMap<>();

    /** @param session −1 for the run itself */
    private record Claim(PeerIdentity peer, int session) {
        private static final int RUN = -1;
    }

    SessionOwners(JdbcClient jdbc, WriteTransactions writes) {
        this.jdbc = jdbc;
        this.writes = writes;
    }

    /** A desktop agent was paired with a session; once more is the same as once. */
    public void paired(String runId, int session, String desktop) {
        writes.run(() -> jdbc.sql("insert into session_desktop (run_id, session, agent) values (:run, :session, :agent)"
                        + " on conflict do nothing")
                .param("run", runId)
                .param("session", session)
                .param("agent", desktop)
                .update());
    }

    /** Whether this agent works for the run, or has worked for it. */
    public boolean ownsRun(PeerIdentity peer, String runId) {
        return owns(peer, runId, Claim.RUN);
    }

    /** Whether the session is, or was, that of this agent. */
    public boolean ownsSession(PeerIdentity peer, String runId, int session) {
        return session >= 0 && owns(peer, runId, session);
    }

    private boolean owns(PeerIdentity peer, String runId, int session) {
        Claim claim = new Claim(peer, session);
        Set<Claim> known = found.get(runId);
        if (known != null && known.contains(claim)) {
            return true;
        }
        if (!isStored(claim, runId)) {
            return false;
        }
        if (found.size() >= MOST_RUNS) {
            found.clear();
        }
        found.computeIfAbsent(runId, run -> ConcurrentHashMap.newKeySet()).add(claim);
        return true;
    }

    /** Asked with the writers' connections, for which readers do not compete. */
    private boolean isStored(Claim claim, String runId) {
        boolean ofRun = claim.session == Claim.RUN;
        // A client agent may be part of a run without a session.
        String table = claim.peer.isDesktop() ? "session_desktop" : ofRun ? "run_agent" : "session";
        return jdbc.sql("select count(*) from " + table + " where run_id = :run and agent = :agent"
                                + (ofRun ? "" : " and session = :session"))
                        .param("run", runId)
                        .param("agent", claim.peer.id())
                        .param("session", claim.session)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    /** The run is over: what still comes of it is asked for again. */
    public void ended(String runId) {
        found.remove(runId);
    }
}
