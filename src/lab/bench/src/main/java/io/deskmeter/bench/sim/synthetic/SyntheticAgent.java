package io.deskmeter.bench.sim.synthetic;

import io.deskmeter.agent.concurrent.GuardedTasks;
import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.codec.SampleCodec;
import io.deskmeter.link.codec.TimingCodec;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.ResourceSample;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.SessionState;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.link.v1.Welcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent with the real link, the real spool and synthetic timings. Its sessions work as fast as the controller stores
 * their timings, or at a fixed rate. All access to sessions is on one thread.
 */
public final class SyntheticAgent implements ControllerHandler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SyntheticAgent.class);
    /** The largest number of unacknowledged batches. */
    private static final int MOST_WAITING = 4;

    private static final int ITERATIONS_A_BATCH = 20;
    private static final long LOOK_AGAIN_MILLIS = 2;
    /** About as often as a real agent sends timings. */
    private static final long PACED_LOOK_MILLIS = 200;

    private final String name;
    private final SyntheticResponses synthetic;
    private final SimulatedAgentLink link;
    private final TreeMap<Integer, Integer> iterations = new TreeMap<>();
    private final @Nullable PacedSessions paced;
    private final Map<Integer, Instant> workedUntil = new HashMap<>();
    private int lastWorked = -1;

    /** One whose sessions work as fast as the controller stores. */
    public SyntheticAgent(
            String name,
            InetSocketAddress controller,
            AgentAccess access,
            Map<String, String> checksums,
            SyntheticResponses synthetic,
            Path folder)
            throws IOException {
        this(name, controller, access, checksums, synthetic, folder, 0, null);
    }

    /**
     * One whose sessions work at a fixed rate.
     *
     * @param limit most sessions, 0: any number
     * @param paced creates their timings; null: as fast as the controller stores
     */
    public SyntheticAgent(
            String name,
            InetSocketAddress controller,
            AgentAccess access,
            Map<String, String> checksums,
            SyntheticResponses synthetic,
            Path folder,
            int limit,
            @Nullable PacedSessions paced)
            throws IOException {
        this.paced = paced;
        this.name = name;
        this.synthetic = synthetic;
        this.link = new SimulatedAgentLink(
                new SimulatedAgentLink.Identity(name, "swift", limit, checksums),
                controller,
                access,
                folder.resolve(name),
                TimingSpool.DEFAULT_MAX_BYTES,
                this);
        link.start();
        var unused = link.timers().scheduleWithFixedDelay(GuardedTasks.guarded(this::sample), 1, 1, TimeUnit.SECONDS);
        long look = paced == null ? LOOK_AGAIN_MILLIS : PACED_LOOK_MILLIS;
        Runnable work = GuardedTasks.guarded(paced == null ? this::work : this::workPaced);
        var unusedToo = link.timers().scheduleWithFixedDelay(work, look, look, TimeUnit.MILLISECONDS);
    }

    @Override
    public void connected(Welcome welcome) {
        link.sender().connected();
        link.repeatChanges();
    }

    @Override
    public void disconnected(String reason) {
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
            case START_SESSION -> link.timers().execute(() -> start(message.getStartSession()));
            case STOP_SESSION ->
                link.timers().execute(() -> stop(message.getStopSession().getSession()));
            case TIMING_ACK -> link.sender().acknowledged(message.getTimingAck());
            case END_RUN -> link.timers().execute(this::end);
            default -> {}
        }
    }

    private void start(StartSession asked) {
        if (iterations.putIfAbsent(asked.getSession(), 0) == null) {
            workedUntil.put(asked.getSession(), Instant.now());
            link.change(asked.getSession(), SessionState.SESSION_STATE_READY, 0);
            if (paced != null) {
                paced.start(asked.getSession(), asked.getIterations(), System.nanoTime());
            }
        }
    }

    /** Sends the timings since the last call. */
    private void workPaced() {
        List<TimingRecord> batch = new ArrayList<>();
        List<SampleRecord> sampleBatch = new ArrayList<>();
        Objects.requireNonNull(paced).until(System.nanoTime(), iterations.keySet(), new PacedSessions.Heard() {
            @Override
            public void began(int session, int iteration) {
                iterations.put(session, iteration);
                link.change(session, SessionState.SESSION_STATE_WORKING, iteration);
            }

            @Override
            public void measured(Timing timing, List<Sample> samples) {
                batch.add(TimingCodec.encode(link.run(), timing));
                samples.forEach(sample -> sampleBatch.add(SampleCodec.encode(link.run(), sample)));
            }

            @Override
            public void finished(int session, int worked) {
                iterations.remove(session);
                link.change(session, SessionState.SESSION_STATE_FINISHED, worked);
            }
        });
        try {
            if (!batch.isEmpty()) {
                link.sender().offer(batch, sampleBatch);
            }
        } catch (SpoolException e) {
            LOG.error("{}: {}", name, e.getMessage());
        }
    }

    private void stop(int session) {
        Integer iteration = iterations.remove(session);
        if (iteration != null) {
            link.change(session, SessionState.SESSION_STATE_STOPPED, iteration);
        }
    }

    private void end() {
        iterations.clear();
        link.endRun();
    }

    /** Runs one iteration of each session in turn, until enough batches are unacknowledged. */
    private void work() {
        try {
            while (!iterations.isEmpty() && link.spool().backlog() < MOST_WAITING) {
                List<TimingRecord> batch = new ArrayList<>();
                List<SampleRecord> sampleBatch = new ArrayList<>();
                for (int i = 0; i < ITERATIONS_A_BATCH; i++) {
                    iterate(batch, sampleBatch);
                }
                link.sender().offer(batch, sampleBatch);
            }
        } catch (SpoolException e) {
            LOG.error("{}: {}", name, e.getMessage());
        }
    }

    private void iterate(List<TimingRecord> batch, List<SampleRecord> sampleBatch) {
        Integer next = iterations.higherKey(lastWorked);
        int session = next == null ? iterations.firstKey() : next;
        lastWorked = session;
        int iteration = iterations.merge(session, 1, Integer::sum) - 1;
        link.change(session, SessionState.SESSION_STATE_WORKING, iteration);
        Instant now = Instant.now();
        Instant from = Objects.requireNonNullElse(workedUntil.put(session, now), now);
        for (Timing timing : synthetic.iteration(session, iteration, from, now)) {
            batch.add(TimingCodec.encode(link.run(), timing));
            synthetic.samples(timing).forEach(sample -> sampleBatch.add(SampleCodec.encode(link.run(), sample)));
        }
    }

    private void sample() {
        String run = link.run();
        if (run.isEmpty()) {
            return;
        }
        ResourceSample sample = ResourceSample.newBuilder()
                .setRunId(run)
                .setWallMicros(SimulatedAgentLink.wallMicros())
                .setHostCpuPercent(synthetic.cpuPercent())
                .setHarnessCpuPercent(3)
                .setHostMemoryUsedBytes((8L << 30) + (iterations.size() * (30L << 20)))
                .setHostMemoryTotalBytes(64L << 30)
                .setHarnessMemoryBytes(1L << 28)
                .setDiskWrittenBytesPerSecond(iterations.size() * 20_000L)
                .setNetworkSentBytesPerSecond(iterations.size() * 50_000L)
                .build();
        link.send(FromAgent.newBuilder().setResources(sample).build());
    }

    @Override
    public void close() {
        link.close();
    }
}
