package io.deskmeter.bench.ingest;

import io.deskmeter.link.ControllerHandler;
import io.deskmeter.link.LinkClient;
import io.deskmeter.link.LinkClientSettings;
import io.deskmeter.link.TimingSender;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.RunEnded;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.SessionState;
import io.deskmeter.link.v1.StopSession;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.Welcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent with the real link, spool and sender. Its sessions are ready at once and report that they work; what they have measured is put into the spool
 * while nothing is sent, and then sent as fast as the controller acknowledges. Thread-safe.
 */
final class FeedingAgent implements ControllerHandler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FeedingAgent.class);
    private static final long LOGON_NANOS = 2_000_000_000L;

    private final String name;
    private final Map<String, String> checksums;
    private final TimingSpool spool;
    private final TimingSender sender;
    private final LinkClient link;
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final Set<Integer> sessions = new ConcurrentSkipListSet<>();
    private volatile String run = "";
    private boolean linked;
    private boolean sending;
    private int connections;
    private long lastBatch;
    private long acknowledged;
    private long acknowledgedAt;

    /** Connects. */
    FeedingAgent(String name, InetSocketAddress controller, Path tokenFile, Map<String, String> checksums, Path folder)
            throws IOException {
        this.name = name;
        this.checksums = checksums;
        this.spool = TimingSpool.open(folder.resolve(name), Long.MAX_VALUE);
        this.link = new LinkClient(
                LinkClientSettings.to(controller.getHostString(), controller.getPort())
                        .withToken(TokenSource.of(tokenFile)),
                this::hello,
                this,
                timers);
        this.sender = new TimingSender(
                spool, link::send, TimingSender.DEFAULT_WINDOW, e -> LOG.error("{}: {}", name, e.getMessage()));
        link.start();
    }

    private Hello hello() {
        return Hello.newBuilder()
                .setProtocol(1)
                .setAgentId(name)
                .setInstance(name)
                .setHost(name)
                .setVersion("ingest")
                .setRunId(run)
                .putFacts("os", "none: its timings are synthetic")
                .putAllWorkloadChecksums(checksums)
                .build();
    }

    @Override
    public synchronized void connected(Welcome welcome) {
        linked = true;
        connections++;
        if (sending) {
            sender.connected();
        }
    }

    @Override
    public synchronized void disconnected(String reason) {
        linked = false;
        sender.disconnected();
    }

    @Override
    public void refused(String reason) {
        LOG.error("{}: refused: {}", name, reason);
    }

    @Override
    public void received(FromController message) {
        switch (message.getMessageCase()) {
            case PREPARE_RUN -> run = message.getPrepareRun().getRunId();
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
            change(session, SessionState.SESSION_STATE_READY, 0);
            change(session, SessionState.SESSION_STATE_WORKING, 0);
            change(session, SessionState.SESSION_STATE_WORKING, 1);
        }
    }

    private void stop(StopSession asked) {
        if (sessions.remove(asked.getSession())) {
            change(asked.getSession(), SessionState.SESSION_STATE_STOPPED, 1);
        }
    }

    private void end() {
        String ended = run;
        sessions.clear();
        run = "";
        link.send(FromAgent.newBuilder()
                .setRunEnded(RunEnded.newBuilder().setRunId(ended))
                .build());
    }

    private void change(int session, SessionState state, int iteration) {
        SessionChange change = SessionChange.newBuilder()
                .setRunId(run)
                .setSession(session)
                .setState(state)
                .setIteration(iteration)
                .setLogonNanos(state == SessionState.SESSION_STATE_READY ? LOGON_NANOS : 0)
                .setWallMicros(System.currentTimeMillis() * 1000)
                .build();
        link.send(FromAgent.newBuilder().setSessionChange(change).build());
    }

    private synchronized void acknowledged(TimingAck ack) {
        long now = System.nanoTime();
        sender.acknowledged(ack);
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
        sender.disconnected();
        for (MeasuredRecords.Batch batch : batches) {
            lastBatch = spool.append(batch.timings(), batch.samples());
        }
    }

    /** Sends what is prepared. */
    synchronized void send() {
        sending = true;
        if (linked) {
            sender.connected();
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
        timers.shutdownNow();
        try {
            spool.close();
        } catch (SpoolException e) {
            LOG.warn("{}: {}", name, e.getMessage());
        }
    }
}
