package io.deskmeter.controller.store.run;

import io.deskmeter.controller.store.engine.StoreWatch;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.v1.AgentRole;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Whose runs and sessions are whose, by the store: so what an agent delivers after its run, or to a restarted
 * controller, is told apart like what it sends during the run. A session belongs to the client agent that was told to
 * start it, and to the desktop agents that were paired with it. What was found once is kept in memory, because it never
 * changes; what was not found is asked again after a while. Thread-safe.
 */
@Component
public final class SessionOwners {
    /** The number of runs that are kept in memory; more are asked for again. */
    private static final int MOST_RUNS = 200;

    /** A session is stored before its agents hear of it, so they never ask too early. */
    private static final Duration WRONG_FOR = Duration.ofSeconds(2);

    private static final int MOST_WRONG = 10_000;

    private final JdbcClient jdbc;
    private final WriteTransactions writes;
    private final Map<String, Set<Claim>> found = new ConcurrentHashMap<>();

    /** When the store said that a claim is wrong: a peer that repeats it does not cost a question each time. */
    private final Map<WrongClaim, Long> wrong = new ConcurrentHashMap<>();

    private final StoreWatch watch;
    private final LongSupplier nanoTime;

    /**
     * What an agent may claim to be its own.
     *
     * @param session −1 for the run itself
     * @param measured whether it must be the one that measures the session
     */
    private record Claim(PeerIdentity peer, int session, boolean measured) {
        private static final int RUN = -1;
    }

    private record WrongClaim(String runId, Claim claim) {}

    SessionOwners(JdbcClient jdbc, WriteTransactions writes, StoreWatch watch, LongSupplier nanoTime) {
        this.watch = watch;
        this.jdbc = jdbc;
        this.writes = writes;
        this.nanoTime = nanoTime;
    }

    /**
     * A desktop agent was paired with a session; once more is the same as once.
     *
     * @param measures whether it measures the session, and not its client agent
     */
    public void paired(String runId, int session, String desktop, boolean measures) {
        writes.run(() -> jdbc.sql("insert into session_desktop (run_id, session, agent, measures)"
                        + " values (:run, :session, :agent, :measures) on conflict do nothing")
                .param("run", runId)
                .param("session", session)
                .param("agent", desktop)
                .param("measures", measures)
                .update());
        PeerIdentity peer = new PeerIdentity(desktop, AgentRole.AGENT_ROLE_DESKTOP);
        keep(runId, new Claim(peer, Claim.RUN, false));
        keep(runId, new Claim(peer, session, false));
        if (measures) {
            keep(runId, new Claim(peer, session, true));
        }
        wrong.clear();
    }

    /**
     * A client agent works for a run, which is stored: its messages are not refused because the store does not answer.
     */
    void works(String runId, String agent) {
        keep(runId, new Claim(client(agent), Claim.RUN, false));
        wrong.clear();
    }

    /** A client agent is told to start a session, which is stored. */
    void begins(String runId, int session, String agent) {
        keep(runId, new Claim(client(agent), session, false));
        wrong.clear();
    }

    private static PeerIdentity client(String agent) {
        return new PeerIdentity(agent, AgentRole.AGENT_ROLE_CLIENT);
    }

    private void keep(String runId, Claim claim) {
        if (found.size() >= MOST_RUNS) {
            found.clear();
        }
        found.computeIfAbsent(runId, run -> ConcurrentHashMap.newKeySet()).add(claim);
    }

    /** Whether this agent works for the run, or has worked for it. */
    public boolean ownsRun(PeerIdentity peer, String runId) {
        return owns(runId, new Claim(peer, Claim.RUN, false));
    }

    /** Whether the session is, or was, that of this agent. */
    public boolean ownsSession(PeerIdentity peer, String runId, int session) {
        return session >= 0 && owns(runId, new Claim(peer, session, false));
    }

    /**
     * Whether the session is, or was, that of this agent, and is or was measured by it: in remote mode a desktop agent
     * measures nothing.
     */
    public boolean measuresSession(PeerIdentity peer, String runId, int session) {
        return session >= 0 && owns(runId, new Claim(peer, session, peer.isDesktop()));
    }

    private boolean owns(String runId, Claim claim) {
        if (runId.length() > RunStore.MOST_ID) {
            return false; // and is not remembered
        }
        Set<Claim> known = found.get(runId);
        if (known != null && known.contains(claim)) {
            return true;
        }
        WrongClaim asked = new WrongClaim(runId, claim);
        Long askedAt = wrong.get(asked);
        if (askedAt != null && nanoTime.getAsLong() - askedAt < WRONG_FOR.toNanos()) {
            return false;
        }
        if (!isStored(claim, runId)) {
            if (wrong.size() >= MOST_WRONG) {
                wrong.clear();
            }
            wrong.put(asked, nanoTime.getAsLong());
            return false;
        }
        keep(runId, claim);
        return true;
    }

    /** Asked with the writers' connections, for which readers do not compete. */
    private boolean isStored(Claim claim, String runId) {
        watch.silence().ifPresent(why -> {
            throw new DataAccessResourceFailureException(why);
        });
        boolean ofRun = claim.session == Claim.RUN;
        // A client agent may be part of a run without a session.
        String table = claim.peer.isDesktop() ? "session_desktop" : ofRun ? "run_agent" : "session";
        return jdbc.sql("select count(*) from " + table + " where run_id = :run and agent = :agent"
                                + (ofRun ? "" : " and session = :session")
                                + (claim.measured ? " and measures" : "")
                                // Its agents are those of another store, even if agents of this one have the same ids.
                                + " and not exists (select 1 from run where id = :run and imported_at is not null)")
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
