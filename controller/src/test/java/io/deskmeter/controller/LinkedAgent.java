package io.deskmeter.controller;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.codec.SampleCodec;
import io.deskmeter.link.codec.TimingCodec;
import io.deskmeter.link.v1.Evidence;
import io.deskmeter.link.v1.EvidenceStrip;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.OperationInProgress;
import io.deskmeter.link.v1.OperationsInProgress;
import io.deskmeter.link.v1.ResourceSample;
import io.deskmeter.link.v1.RunEnded;
import io.deskmeter.link.v1.Screenshot;
import io.deskmeter.link.v1.ScreenshotRequest;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.SessionState;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.Welcome;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * An agent that uses the real link and simulates everything else: an iteration takes 30 ms, every batch is sent twice.
 */
public final class LinkedAgent implements ControllerHandler, AutoCloseable {
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final Set<Integer> begun = ConcurrentHashMap.newKeySet();
    private final Set<Integer> stopping = ConcurrentHashMap.newKeySet();
    private final LinkClient link;
    private final UnaryOperator<Message> disguise;
    private volatile String run = "";
    private long batch;

    /** @param controller whose secret it has */
    public LinkedAgent(ControllerServer controller, Path workloads) {
        this(controller, workloads, message -> message);
    }

    /** @param disguise what becomes of each message before it is sent */
    public LinkedAgent(ControllerServer controller, Path workloads, UnaryOperator<Message> disguise) {
        this.disguise = disguise;
        String address = controller.linkAddress();
        int colon = address.lastIndexOf(':');
        LinkClientSettings settings = LinkClientSettings.to(
                        address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))
                .withToken(TokenSource.of(controller.tokenFile(TokenRole.AGENT)));
        Map<String, String> checksums = WorkloadCatalog.open(workloads).checksums();
        this.link = new LinkClient(settings, () -> (Hello) disguise.apply(hello(checksums)), this, timers);
        link.start();
    }

    private Hello hello(Map<String, String> checksums) {
        return Hello.newBuilder()
                .setProtocol(1)
                .setAgentId("agent-1")
                .setInstance("instance-1")
                .setHost("test-host")
                .setVersion("1")
                .setRunId(run)
                .putFacts("os", "none")
                .putAllWorkloadChecksums(checksums)
                .build();
    }

    @Override
    public void connected(Welcome welcome) {
        // The controller sends the first message.
    }

    @Override
    public void disconnected(String reason) {
        // The link reconnects.
    }

    @Override
    public void refused(String reason) {
        throw new AssertionError(reason);
    }

    @Override
    public void received(FromController message) {
        switch (message.getMessageCase()) {
            case PREPARE_RUN -> run = message.getPrepareRun().getRunId();
            case START_SESSION -> begin(message.getStartSession());
            case STOP_SESSION -> stopping.add(message.getStopSession().getSession());
            case END_RUN -> later(this::end);
            case SCREENSHOT_REQUEST -> show(message.getScreenshotRequest());
            default -> {}
        }
    }

    private void send(FromAgent.Builder message) {
        link.send((FromAgent) disguise.apply(message.build()));
    }

    private void later(Runnable task) {
        Future<?> unused = timers.schedule(task, 30, TimeUnit.MILLISECONDS);
    }

    /**
     * As every agent, it ignores a command that it has received already: one that it has not confirmed is sent again
     * where its connection is told late.
     */
    private void begin(StartSession command) {
        if (begun.add(command.getSession())) {
            later(() -> start(command.getSession(), command.getIterations()));
        }
    }

    private void start(int session, int iterations) {
        change(session, SessionState.SESSION_STATE_READY, 0);
        work(session, 0, iterations);
    }

    private void work(int session, int iteration, int iterations) {
        if (run.isEmpty()) {
            return;
        }
        if (stopping.contains(session)) {
            change(session, SessionState.SESSION_STATE_STOPPED, iteration);
        } else if (iterations > 0 && iteration == iterations) {
            change(session, SessionState.SESSION_STATE_FINISHED, iteration);
        } else {
            change(session, SessionState.SESSION_STATE_WORKING, iteration);
            reportOperations(session);
            sample();
            later(() -> {
                if (!run.isEmpty()) {
                    deliver(session, iteration);
                    work(session, iteration + 1, iterations);
                }
            });
        }
    }

    private void deliver(int session, int iteration) {
        TimingBatch message = TimingBatch.newBuilder()
                .setBatch(++batch)
                .addTimings(TimingCodec.encode(run, timing(session, iteration, 1, "open", Group.B)))
                .addTimings(TimingCodec.encode(run, timing(session, iteration, 2, "modify", Group.A)))
                .addSamples(SampleCodec.encode(run, sample(session, iteration, 1, "open")))
                .addSamples(SampleCodec.encode(run, sample(session, iteration, 2, "modify")))
                .build();
        send(FromAgent.newBuilder().setTimings(message));
        send(FromAgent.newBuilder().setTimings(message));
    }

    /** Sends a picture of an operation, also after the run. */
    public void picture(String runId, int session, long sequence, String name, byte[] png) {
        Evidence picture = Evidence.newBuilder()
                .setRunId(runId)
                .setSession(session)
                .setSequence(sequence)
                .setName(name)
                .setContent(ByteString.copyFrom(png))
                .setStrip(EvidenceStrip.newBuilder()
                        .setTiming(TimingCodec.encode(
                                runId, timing(session, (int) (sequence - 1) / 2, 1, "open", Group.B)))
                        .setWhy("the first of its kind")
                        .setCondition("appears: landmarks/title.png")
                        .addFiles(name))
                .build();
        send(FromAgent.newBuilder().setEvidence(picture));
    }

    /** As alike as pictures are after a lossy transmission. */
    private static Sample sample(int session, int iteration, int number, String operation) {
        long sequence = iteration * 2L + number;
        return Sample.builder("picture-similarity")
                .session(session)
                .sequence(sequence)
                .iteration(iteration)
                .operation("office/writer", operation)
                .timing(sequence)
                .during(1_000_000, 250_000_000)
                .value(0.97, 0.01)
                .build();
    }

    private static Timing timing(int session, int iteration, int number, String operation, Group group) {
        return Timing.builder("office/writer", operation, group, Outcome.OK)
                .session(session)
                .sequence(iteration * 2L + number)
                .iteration(iteration)
                .wallFiredAt(Instant.now())
                .intendedAt(0)
                .firedAt(1_000_000)
                .lastWithoutAt(200_000_000)
                .shownAt(250_000_000)
                .build();
    }

    private void reportOperations(int session) {
        send(FromAgent.newBuilder()
                .setWorking(OperationsInProgress.newBuilder()
                        .setRunId(run)
                        .addSessions(OperationInProgress.newBuilder()
                                .setSession(session)
                                .setOperation("office/writer/open")
                                .setSinceMicros(1_000_000))));
    }

    /** Session 0 has a picture, session 1 does not. */
    private void show(ScreenshotRequest wanted) {
        Screenshot.Builder answer = Screenshot.newBuilder()
                .setRunId(wanted.getRunId())
                .setSession(wanted.getSession())
                .setCall(wanted.getCall());
        if (wanted.getSession() == 0) {
            answer.setPng(ByteString.copyFromUtf8("a picture of at most " + wanted.getMostWidth()));
        } else {
            answer.setRefusal("nobody sees it");
        }
        send(FromAgent.newBuilder().setScreenshot(answer));
    }

    private void sample() {
        ResourceSample sample = ResourceSample.newBuilder()
                .setRunId(run)
                .setHostCpuPercent(50)
                .setHarnessCpuPercent(5)
                .setHostMemoryUsedBytes(1L << 30)
                .setHostMemoryTotalBytes(1L << 33)
                .setHarnessMemoryBytes(1L << 27)
                .setDiskReadBytesPerSecond(3L << 20)
                .setNetworkSentBytesPerSecond(1L << 19)
                .build();
        send(FromAgent.newBuilder().setResources(sample));
    }

    private void change(int session, SessionState state, int iteration) {
        SessionChange change = SessionChange.newBuilder()
                .setRunId(run)
                .setSession(session)
                .setState(state)
                .setIteration(iteration)
                .build();
        send(FromAgent.newBuilder().setSessionChange(change));
    }

    private void end() {
        String ended = run;
        run = "";
        begun.clear();
        stopping.clear();
        send(FromAgent.newBuilder().setRunEnded(RunEnded.newBuilder().setRunId(ended)));
    }

    @Override
    public void close() {
        link.close();
        timers.shutdownNow();
    }
}
