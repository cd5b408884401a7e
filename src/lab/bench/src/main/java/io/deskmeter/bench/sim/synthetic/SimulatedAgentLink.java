package io.deskmeter.bench.sim.synthetic;

import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.delivery.TimingSender;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.RunEnded;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.SessionState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How an agent without desktops talks to a controller: the real link, the real spool, the real sender, and the messages
 * that do not depend on what its sessions do. Thread-safe.
 */
public final class SimulatedAgentLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatedAgentLink.class);
    private static final long LOGON_NANOS = 2_000_000_000L;

    private final Identity identity;
    private final String id;
    private final TimingSpool spool;
    private final TimingSender sender;
    private final LinkClient link;
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final Map<Integer, SessionChange> changes = new ConcurrentHashMap<>();
    private volatile String run = "";

    /**
     * What the agent says of itself.
     *
     * @param name its host, and its id unless the controller gives it another one
     * @param version for display
     * @param sessionLimit most sessions, 0: any number
     * @param checksums of its workloads, by id
     */
    public record Identity(String name, String version, int sessionLimit, Map<String, String> checksums) {}

    /**
     * Prepares the link; {@link #start} connects.
     *
     * @param controller where it connects
     * @param access to the controller
     * @param folder of the spool; the agent's own
     * @param spoolBytes largest size of the spool
     * @param handler of the controller's messages
     */
    public SimulatedAgentLink(
            Identity identity,
            InetSocketAddress controller,
            AgentAccess access,
            Path folder,
            long spoolBytes,
            ControllerHandler handler)
            throws IOException {
        this.identity = identity;
        this.spool = TimingSpool.open(folder, spoolBytes);
        AgentAccess.Admitted admitted = access.admit(controller, folder, identity.name());
        this.id = admitted.id();
        this.link = new LinkClient(admitted.settings(), this::hello, handler, timers);
        this.sender = new TimingSender(
                spool,
                link::send,
                TimingSender.DEFAULT_WINDOW,
                e -> LOG.error("{}: {}", identity.name(), e.getMessage()));
    }

    /** Connects, and connects again whenever the link is lost. */
    public void start() {
        link.start();
    }

    private Hello hello() {
        return Hello.newBuilder()
                .setProtocol(1)
                .setAgentId(id)
                .setInstance(identity.name())
                .setHost(identity.name())
                .setVersion(identity.version())
                .setSessionLimit(identity.sessionLimit())
                .setRunId(run)
                .putFacts("os", "none: its timings are synthetic")
                .putAllWorkloadChecksums(identity.checksums())
                .build();
    }

    /** The run that the agent works on; empty without one. */
    public String run() {
        return run;
    }

    /**
     * Reports the latest state of each session again, as a real agent does on each connection: the one before may have
     * lost it.
     */
    public void repeatChanges() {
        timers.execute(() -> changes.values().forEach(this::send));
    }

    /** The controller has prepared a run. */
    public void prepared(String prepared) {
        if (!prepared.equals(run)) {
            changes.clear();
        }
        run = prepared;
    }

    /** Tells that the run has ended here, and forgets it. */
    public void endRun() {
        String ended = run;
        run = "";
        changes.clear();
        link.send(FromAgent.newBuilder()
                .setRunEnded(RunEnded.newBuilder().setRunId(ended))
                .build());
    }

    /** Reports the state of a session; its logon has taken two seconds. */
    public void change(int session, SessionState state, int iteration) {
        SessionChange change = SessionChange.newBuilder()
                .setRunId(run)
                .setSession(session)
                .setState(state)
                .setIteration(iteration)
                .setLogonNanos(state == SessionState.SESSION_STATE_READY ? LOGON_NANOS : 0)
                .setWallMicros(wallMicros())
                .build();
        changes.put(session, change);
        send(change);
    }

    private void send(SessionChange change) {
        link.send(FromAgent.newBuilder().setSessionChange(change).build());
    }

    /** Sends any other message; it is lost without a link. */
    public void send(FromAgent message) {
        link.send(message);
    }

    /** Microseconds since 1970, as messages say them. */
    public static long wallMicros() {
        return System.currentTimeMillis() * 1000;
    }

    /** Of unacknowledged timings. */
    public TimingSpool spool() {
        return spool;
    }

    /** Of timings. */
    public TimingSender sender() {
        return sender;
    }

    /** One thread, which ends with the link. */
    public ScheduledExecutorService timers() {
        return timers;
    }

    @Override
    public void close() {
        link.close();
        timers.shutdownNow();
        try {
            spool.close();
        } catch (SpoolException e) {
            LOG.warn("{}: {}", identity.name(), e.getMessage());
        }
    }
}
