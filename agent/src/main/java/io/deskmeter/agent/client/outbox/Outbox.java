package io.deskmeter.agent.client.outbox;

import com.google.protobuf.ByteString;
import io.deskmeter.agent.evidence.EvidenceFile;
import io.deskmeter.agent.resources.ResourceUsage;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.link.codec.FilmStripCodec;
import io.deskmeter.link.codec.SampleCodec;
import io.deskmeter.link.codec.TimingCodec;
import io.deskmeter.link.delivery.TimingQueue;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.v1.DelegatedSessionChange;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.Evidence;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.OperationInProgress;
import io.deskmeter.link.v1.OperationsInProgress;
import io.deskmeter.link.v1.ResourceSample;
import io.deskmeter.link.v1.RunEnded;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.Screenshot;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.SessionState;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues messages for the controller, in order. Timings and the samples of metrics are batched and kept on disk until
 * they are acknowledged; if the disk refuses them, their operations are reported as harness errors. Session changes and
 * the end of a run wait in memory while the link is down; samples of the machine and pictures are dropped then; dropped
 * pictures are counted, and the longest pause is told again. Thread-safe.
 */
public final class Outbox {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    /**
     * The longest detail, so that a batch of any timings fits into
     * {@link io.deskmeter.link.spool.TimingSpool#MAX_BATCH_BYTES}.
     */
    private static final int MOST_DETAIL = 4_000;

    /** Timings and samples that wait for {@link #flush} before a batch is made of them at once. */
    private static final int BATCH = 64;

    private final Predicate<FromAgent> link;
    private final TimingQueue sender;
    private final LongSupplier nanoTime;
    private final InstantSource wall;
    private final List<TimingRecord> timings = new ArrayList<>();
    private final List<SampleRecord> samples = new ArrayList<>();
    private final Deque<Supplier<FromAgent>> unsent = new ArrayDeque<>();
    private final PauseReports pauses;
    private long keptTimings;
    private long refusedTimings;

    /** Pictures that met no link, by run, until they are reported. */
    private final Map<String, Long> lostPictures = new HashMap<>();

    /** Pictures that were reported as missing: of the run of the last report only. */
    private final Map<String, Long> reportedPictures = new HashMap<>();

    /**
     * Sends nothing yet.
     *
     * @param link sends a message; false if there is no link
     * @param nanoTime the clock of what is sent
     * @param wall labels only
     */
    public Outbox(Predicate<FromAgent> link, TimingQueue sender, LongSupplier nanoTime, InstantSource wall) {
        this.nanoTime = nanoTime;
        this.link = link;
        this.sender = sender;
        this.wall = wall;
        this.pauses = new PauseReports(nanoTime);
    }

    public synchronized void timing(String run, Timing timing) {
        timings.add(shortened(TimingCodec.encode(run, timing)));
        flushIfFull();
    }

    /** A sample travels with the timings, and like them is kept until it is acknowledged. */
    public synchronized void sample(String run, Sample sample) {
        samples.add(SampleCodec.encode(run, sample));
        flushIfFull();
    }

    private void flushIfFull() {
        if (timings.size() + samples.size() >= BATCH) {
            flush();
        }
    }

    private static TimingRecord shortened(TimingRecord record) {
        String detail = record.getDetail();
        return detail.length() <= MOST_DETAIL
                ? record
                : record.toBuilder().setDetail(shortened(detail)).build();
    }

    private static String shortened(String detail) {
        return detail.length() <= MOST_DETAIL
                ? detail
                : detail.substring(0, MOST_DETAIL) + "… (" + detail.length() + " characters)";
    }

    /** Puts the timings and samples that wait on disk and on their way; to be called a few times a second. */
    public synchronized void flush() {
        if (timings.isEmpty() && samples.isEmpty()) {
            return;
        }
        FromAgent refused = null;
        try {
            sender.keep(List.copyOf(timings), List.copyOf(samples));
            keptTimings += timings.size();
        } catch (SpoolException | RuntimeException | Error e) {
            refusedTimings += timings.size();
            LOG.error(
                    "{} timings cannot be kept, {} in all, nor {} samples: {}",
                    timings.size(),
                    refusedTimings,
                    samples.size(),
                    e.getMessage());
            refused = refusal(e instanceof SpoolException ? String.valueOf(e.getMessage()) : e.toString());
        }
        timings.clear();
        samples.clear();
        if (refused != null) {
            keep(refused);
        }
    }

    /**
     * A timing that is not on disk may not be believed, but it must not vanish: its operation counts as spoilt by the
     * harness. Neither must a sample: it is unknown.
     */
    private FromAgent refusal(String why) {
        TimingBatch.Builder refused = TimingBatch.newBuilder();
        for (TimingRecord record : timings) {
            refused.addTimings(record.toBuilder()
                    .setOutcome(Outcome.HARNESS_ERROR.label())
                    .setLastWithoutAt(Timing.NEVER)
                    .setShownAt(Timing.NEVER)
                    .setDetail("the agent could not keep its timing: " + why));
        }
        for (SampleRecord record : samples) {
            refused.addSamples(record.toBuilder()
                    .setValue(Double.NaN)
                    .setUncertainty(Double.NaN)
                    .setUnknown("the agent could not keep it: " + why));
        }
        return FromAgent.newBuilder().setTimings(refused).build();
    }

    /** A change is sent after the earlier timings. */
    public synchronized void change(String run, SessionUpdate sessionUpdate) {
        flush();
        keep(() -> FromAgent.newBuilder()
                .setSessionChange(encode(run, sessionUpdate))
                .build());
    }

    /** A change of the session on this screen as it is sent now to its client agent. */
    public DesktopAgentMessage delegatedChange(
            DesktopAgentMessage.Builder to, String run, SessionUpdate sessionUpdate) {
        return to.setChange(DelegatedSessionChange.newBuilder().setChange(encode(run, sessionUpdate)))
                .build();
    }

    /** A change as it is sent now: the other side has other clocks, so it is told how long ago it happened. */
    private SessionChange encode(String run, SessionUpdate sessionUpdate) {
        long ago = Math.max(0, nanoTime.getAsLong() - sessionUpdate.at());
        return SessionChange.newBuilder()
                .setRunId(run)
                .setSession(sessionUpdate.session())
                .setState(state(sessionUpdate.phase()))
                .setDetail(shortened(sessionUpdate.detail()))
                .setIteration(sessionUpdate.iteration())
                .setLogonNanos(sessionUpdate.logonNanos())
                .setLogonQueuedNanos(Math.max(0, sessionUpdate.queuedNanos()))
                .setCleaningUp(sessionUpdate.cleaningUp())
                .setFault(sessionUpdate.fault())
                .setLeftOpen(sessionUpdate.leftOpen())
                .setAgoNanos(ago)
                .setWallMicros(micros(wall.instant().minusNanos(ago)))
                .build();
    }

    /**
     * Sends a message to the other agent of the session, after the earlier timings; its exchange keeps it until it has
     * arrived.
     *
     * @return false if there is no link
     */
    public synchronized boolean desktopAgent(DesktopAgentMessage message) {
        flush();
        return link.test(FromAgent.newBuilder().setDesktopAgentMessage(message).build());
    }

    public synchronized void runEnded(String run, String reason) {
        flush();
        keep(FromAgent.newBuilder()
                .setRunEnded(RunEnded.newBuilder().setRunId(run).setReason(reason))
                .build());
    }

    private void keep(FromAgent message) {
        keep(() -> message);
    }

    /** The message is made when it is sent. */
    private void keep(Supplier<FromAgent> message) {
        unsent.add(message);
        sendKept();
    }

    private void sendKept() {
        while (!unsent.isEmpty() && link.test(unsent.element().get())) {
            unsent.remove();
        }
    }

    /** The number of timings that the spool has stored. */
    public synchronized long keptTimings() {
        return keptTimings;
    }

    /** The number of timings that the spool has refused. */
    public synchronized long refusedTimings() {
        return refusedTimings;
    }

    /** The number of batches that the controller has not acknowledged. */
    public long backlog() {
        return sender.backlog();
    }

    /**
     * The link is established: sends the waiting messages.
     *
     * @param storeId of the controller's store
     */
    public synchronized void connected(String storeId) {
        // What was measured until now is for the controller of the run, not for another one.
        flush();
        sender.connected(storeId);
        pauses.connected();
        sendKept();
    }

    public void health(String run, ResourceUsage health) {
        PauseReports.Report pause = pauses.tell(run, health.longestPauseNanos());
        boolean accepted = link.test(FromAgent.newBuilder()
                .setResources(ResourceSample.newBuilder()
                        .setRunId(run)
                        .setWallMicros(micros(health.wall()))
                        .setHostCpuPercent(health.hostCpuPercent())
                        .setHostMemoryUsedBytes(health.hostMemoryUsedBytes())
                        .setHostMemoryTotalBytes(health.hostMemoryTotalBytes())
                        .setHarnessCpuPercent(health.harnessCpuPercent())
                        .setHarnessMemoryBytes(health.harnessMemoryBytes())
                        .setDiskReadBytesPerSecond(health.perSecond().diskRead())
                        .setDiskWrittenBytesPerSecond(health.perSecond().diskWritten())
                        .setNetworkReceivedBytesPerSecond(health.perSecond().networkReceived())
                        .setNetworkSentBytesPerSecond(health.perSecond().networkSent())
                        .setLongestPauseNanos(pause.nanos()))
                .build());
        pauses.sent(pause, accepted);
    }

    /** The current operations of sessions. */
    public void working(String run, List<OperationInProgress> sessions) {
        if (!sessions.isEmpty()) {
            boolean unused = link.test(FromAgent.newBuilder()
                    .setWorking(OperationsInProgress.newBuilder().setRunId(run).addAllSessions(sessions))
                    .build());
        }
    }

    /** The reply to a screenshot request. */
    public void frame(Screenshot answer) {
        boolean unused = link.test(FromAgent.newBuilder().setScreenshot(answer).build());
    }

    public void picture(String run, EvidenceFile picture) {
        Evidence.Builder evidence = Evidence.newBuilder()
                .setRunId(run)
                .setSession(picture.timing().session())
                .setSequence(picture.timing().sequence())
                .setName(picture.name())
                .setContent(ByteString.copyFrom(picture.content()));
        FilmStrip strip = picture.strip();
        if (strip != null) {
            evidence.setStrip(FilmStripCodec.encode(run, strip));
        }
        if (!link.test(FromAgent.newBuilder().setEvidence(evidence).build())) {
            LOG.warn("evidence: {} is dropped: no link to the controller", picture.name());
            synchronized (this) {
                lostPictures.merge(run, 1L, Long::sum);
            }
        }
    }

    /**
     * Reports how many pictures of a run are missing, to be called when a session's or a run's last picture has been
     * passed on. Pictures that met no link are added, and those of earlier calls for the run: the controller keeps the
     * last number of each agent.
     *
     * @param count pictures that were requested and are not kept, since the last call
     */
    public synchronized void picturesLeftOut(String run, long count) {
        Long lost = lostPictures.remove(run);
        long unsaid = count + (lost == null ? 0 : lost);
        if (unsaid > 0) {
            reportedPictures.keySet().retainAll(Set.of(run));
            long all = reportedPictures.merge(run, unsaid, Long::sum);
            keep(FromAgent.newBuilder()
                    .setEvidence(Evidence.newBuilder().setRunId(run).setLeftOut(all))
                    .build());
        }
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    private static SessionState state(SessionUpdate.Phase phase) {
        return SessionState.valueOf("SESSION_STATE_" + phase.name());
    }
}
