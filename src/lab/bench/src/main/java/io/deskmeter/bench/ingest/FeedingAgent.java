package io.deskmeter.bench.ingest;

import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.bench.sim.synthetic.SimulatedAgentLink;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.SessionState;
import io.deskmeter.link.v1.StopSession;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.Welcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent with the real link, spool and sender. Its sessions are ready at once and report that they work; what they
 * have measured is put into the spool while nothing is sent, and then sent as fast as the controller acknowledges.
 * Thread-safe.
 */
final class FeedingAgent implements ControllerHandler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FeedingAgent.class);

    private final String name;
    private final SimulatedAgentLink link;
    private final Set<Integer> sessions = new ConcurrentSkipListSet<>();
    private boolean linked;
    private boolean sending;
    private int connections;
    private long lastBatch;
    private long acknowledged;
    private long acknowledgedAt;

    /** Connects. */
    FeedingAgent(String name, AgentAccess access, Map<String, String> checksums, Path folder) throws IOException {
        this.name = name;
        this.link = new SimulatedAgentLink(
                new SimulatedAgentLink.Identity(name, "ingest", 0, checksums),
                access.controller(),
                access,
                folder.resolve(name),
                Long.MAX_VALUE,
                this);
        link.start();
    }

    @Override
    public synchronized void connected(Welcome welcome) {
        linked = true;
        connections++;
        link.repeatChanges();
        if (sending) {
            link.sender().connected();
        }
    }

    @Override
    public synchronized void disconnected(String reason) {
        linked = false;
        link.sender().disconnected();
    }

    @Override
    public void refused(String reason) {
        LOG.error("{}: refused: {}", name, reason);
    }

    @Override
    public void received(FromController message) {
        switch (message.getMessageCase()) {
            case PREPARE_RUN -> link.prepared(message.getPrepareRun().getRunId());
            case START_SESSION -> start(message.getStartSession().getSession());
            case STOP_SESSION -> stop(message.getStopSession());
            case TIMING_ACK -> acknowledged(message.getTimingAck());
            case END_RUN -> end();
            default -> {}
        }
    }

    /** Its first iteration, which does not count, is over at once. */
    private void start(int session) {
        if (sessions.add(session)) {
            link.change(session, SessionState.SESSION_STATE_READY, 0);
            link.change(session, SessionState.SESSION_STATE_WORKING, 0);
            link.change(session, SessionState.SESSION_STATE_WORKING, 1);
        }
    }

    private void stop(StopSession asked) {
        if (sessions.remove(asked.getSession())) {
            link.change(asked.getSession(), SessionState.SESSION_STATE_STOPPED, 1);
        }
    }

    private void end() {
        sessions.clear();
        link.endRun();
    }

    private synchronized void acknowledged(TimingAck ack) {
        long now = System.nanoTime();
        link.sender().acknowledged(ack);
        if (ack.getBatch() > acknowledged) {
            acknowledged = ack.getBatch();
            acknowledgedAt = now;
            notifyAll();
        }
    }

    /** The sessions that the controller has started here. */
    List<Integer> sessions() {
        return List.copyOf(sessions);
    }

    /** Puts batches into the spool, and sends none yet. */
    synchronized void prepare(List<MeasuredRecords.Batch> batches) throws SpoolException {
        sending = false;
        link.sender().disconnected();
        for (MeasuredRecords.Batch batch : batches) {
            lastBatch = link.spool().append(batch.timings(), batch.samples());
        }
    }

    /** Sends what is prepared. */
    synchronized void send() {
        sending = true;
        if (linked) {
            link.sender().connected();
        }
    }

    /**
     * Waits until all that was prepared is acknowledged.
     *
     * @param patience longest time between two acknowledgements
     * @return the instant of the last acknowledgement, as {@link System#nanoTime}
     */
    synchronized long awaitAcknowledged(long patience, TimeUnit unit) throws IOException, InterruptedException {
        long seen = acknowledged;
        long deadline = System.nanoTime() + unit.toNanos(patience);
        while (acknowledged < lastBatch) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new IOException(name + ": no acknowledgement within " + unit.toSeconds(patience) + " s after "
                        + acknowledged + " of " + lastBatch + " batches (hint: controller.log)");
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
            if (acknowledged > seen) {
                seen = acknowledged;
                deadline = System.nanoTime() + unit.toNanos(patience);
            }
        }
        return acknowledgedAt;
    }

    /** How often it has connected: more than once where the controller has refused a batch. */
    synchronized int connections() {
        return connections;
    }

    @Override
    public void close() {
        link.close();
    }
}
