package io.deskmeter.agent.client.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.agent.client.outbox.Outbox;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.evidence.FrameRecorders;
import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.remote.DesktopAgentChannels;
import io.deskmeter.agent.session.MarkScreenMatcher;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionControl;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.link.delivery.TimingSender;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.EndRun;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.link.v1.StopSession;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.Welcome;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.testsupport.VirtualTime;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The client run handler in virtual time, with a list of messages as controller and with desktops that cannot be
 * started or never show anything.
 */
class ClientRunHandlerTest {
    private static final String PROFILE = """
            id: small
            title: Small
            workloads:
              workloads: [office/writer]
              iterations: 1
              steady: { skipFirst: 0, skipLast: 0 }
              think: { mean: 1s }
              seed: 1
            load: { fixed: { sessions: 2 } }
            """;

    @TempDir
    private Path folder;

    private final VirtualTime time = new VirtualTime();
    private final List<FromAgent> sent = new ArrayList<>();
    private boolean linkUp = true;
    private boolean desktopsFail = true;
    private @Nullable Error sessionContextFails;
    private @Nullable Error clientSessionsFail;
    private String unwanted = "";
    private TimingSpool spool;
    private ClientRunHandler runHandler;
    private Outbox outbox;
    private TimingSender sender;

    @BeforeEach
    void open() throws IOException, SpoolException {
        Path writer = Files.createDirectories(folder.resolve("workloads/office/writer/landmarks"));
        BufferedImage image = new BufferedImage(24, 24, BufferedImage.TYPE_INT_RGB);
        image.setRGB(3, 3, 0xFFFFFF);
        ImageIO.write(image, "png", writer.resolve("title.png").toFile());
        Files.writeString(writer.resolveSibling("workload.yaml"), """
                title: Writer
                application: { linux: [office] }
                operations:
                  - id: open
                    group: B
                    do: { launch: application }
                    until: { appears: landmarks/title.png, within: 60s }
                """);
        spool = TimingSpool.open(folder.resolve("spool"));
        sender = new TimingSender(spool, this::send, 8, failure -> {
            throw new AssertionError(failure);
        });
        outbox = new Outbox(this::send, sender, time.ticker(), time);
        runHandler = handler(AcceptedWorkloads.all());
    }

    private ClientRunHandler handler(AcceptedWorkloads accepted) {
        ClientRunHandler made = new ClientRunHandler(
                new Virtual(),
                WorkloadCatalog.open(folder.resolve("workloads")),
                accepted,
                outbox,
                sender,
                new Sessions(),
                new DesktopAgentChannels(this::send));
        made.connected(Welcome.newBuilder().setProtocol(1).setGraceMillis(5000).build());
        return made;
    }

    @AfterEach
    void close() throws SpoolException {
        spool.close();
    }

    /** Accepts all runs except those that the test refuses. */
    private final class Sessions implements SessionFactory {
        @Override
        public void require(RunProfile profile) throws RunRefusedException {
            if (!unwanted.isEmpty()) {
                throw new RunRefusedException(unwanted);
            }
        }

        @Override
        public SessionControl create(
                PreparedRun run,
                SessionSettings settings,
                SessionSlot slot,
                SessionContext around,
                SessionListener listener) {
            if (clientSessionsFail != null) {
                throw clientSessionsFail;
            }
            return new Session(settings, around, listener);
        }
    }

    private boolean send(FromAgent message) {
        return linkUp && sent.add(message);
    }

    private void prepare(String yaml) {
        runHandler.received(FromController.newBuilder()
                .setPrepareRun(PrepareRun.newBuilder().setRunId("r1").setRunProfileYaml(yaml))
                .build());
        time.settle();
    }

    private void start(int session) {
        runHandler.received(FromController.newBuilder()
                .setStartSession(StartSession.newBuilder().setRunId("r1").setSession(session))
                .build());
        time.settle();
    }

    private List<String> heard() {
        return sent.stream()
                .map(message -> switch (message.getMessageCase()) {
                    case SESSION_CHANGE ->
                        message.getSessionChange().getSession()
                                + " "
                                + message.getSessionChange().getState().name().substring("SESSION_STATE_".length());
                    case RUN_ENDED -> "ended: " + message.getRunEnded().getReason();
                    default -> message.getMessageCase().name();
                })
                .toList();
    }

    private List<String> ends() {
        return sent.stream()
                .filter(FromAgent::hasRunEnded)
                .map(message -> message.getRunEnded().getReason())
                .toList();
    }

    @Test
    void a_workload_that_this_machine_does_not_accept_is_refused_before_anything_is_started() throws Exception {
        Path list = Files.writeString(folder.resolve("accepted"), "0".repeat(64) + "  office/writer\n");
        runHandler = handler(AcceptedWorkloads.of(list));
        prepare(PROFILE);
        assertThat(ends())
                .singleElement()
                .asString()
                .startsWith("workload: office/writer with checksum ")
                .contains(" is not accepted by this agent (expected: one of the 1 in " + list + "; hint: ");
        assertThat(runHandler.runId()).isEmpty();
        String checksum =
                WorkloadCatalog.open(folder.resolve("workloads")).checksums().get("office/writer");
        Files.writeString(list, checksum + "  office/writer\n");
        prepare(PROFILE);
        assertThat(ends()).as("a new list needs no restart").hasSize(1);
        assertThat(runHandler.runId()).isEqualTo("r1");
    }

    @Test
    void aProfileThatIsWrongIsRefusedWithAllItsProblems() {
        prepare("workloads: { workloads: [office/wrter] }\nload: { fixed: { sessions: -2 } }\n");

        assertThat(heard()).hasSize(1);
        assertThat(heard().get(0))
                .startsWith("ended: ")
                .contains("office/wrter")
                .contains("-2");
        assertThat(runHandler.runId()).isEmpty();
    }

    @Test
    void otherWorkloadsThanTheControllersAreRefused() {
        runHandler.received(FromController.newBuilder()
                .setPrepareRun(PrepareRun.newBuilder()
                        .setRunId("r1")
                        .setRunProfileYaml(PROFILE)
                        .putWorkloadChecksums("office/writer", "abc"))
                .build());
        time.settle();

        assertThat(heard().get(0)).contains("workload: office/writer has checksum", "expected: abc");
    }

    @Test
    void aLandmarkThatIsNotAnImageIsRefused() throws IOException {
        Files.writeString(folder.resolve("workloads/office/writer/landmarks/title.png"), "no image");
        prepare(PROFILE);

        assertThat(heard().get(0)).contains("title.png");
    }

    @Test
    void aProgramThatIsNotAllowedIsRefusedBeforeAnySessionStarts() {
        unwanted = "target.viewer.command: sh is not on this agent's list of programs";
        prepare(PROFILE);
        start(0);

        assertThat(heard()).containsExactly("ended: " + unwanted);
        assertThat(runHandler.runId()).isEmpty();
    }

    @Test
    void anErrorWhileARunIsPreparedIsReportedAndTheAgentIsFreeAgain() {
        sessionContextFails = new UnsatisfiedLinkError("no opencv here");
        prepare(PROFILE);

        assertThat(heard())
                .singleElement()
                .asString()
                .startsWith("ended: agent: cannot prepare")
                .contains("no opencv");
        assertThat(runHandler.runId()).isEmpty();
    }

    @Test
    void anErrorWhileASessionIsBegunFailsTheSession() {
        clientSessionsFail = new NoClassDefFoundError("io/deskmeter/Missing");
        prepare(PROFILE);
        start(0);
        time.advance(Duration.ofSeconds(1));

        assertThat(heard()).containsExactly("0 FAILED");
    }

    /**
     * Reproducer: an agent that was stopped while a run was prepared connected again before it had prepared it. It said
     * that it had no run, got the next one, and refused that because of the first.
     */
    @Test
    void aRunThatIsToBePreparedIsNamedBeforeThePreparationBegins() {
        unwanted = "target.viewer.command: sh is not on this agent's list of programs";
        runHandler.received(FromController.newBuilder()
                .setPrepareRun(PrepareRun.newBuilder().setRunId("r1").setRunProfileYaml(PROFILE))
                .build());

        assertThat(runHandler.runId()).isEqualTo("r1");
        time.settle();
        assertThat(runHandler.runId()).isEmpty();
    }

    @Test
    void aSecondRunIsRefusedAndThePreparedOneContinues() {
        prepare(PROFILE);
        runHandler.received(FromController.newBuilder()
                .setPrepareRun(PrepareRun.newBuilder().setRunId("r2").setRunProfileYaml(PROFILE))
                .build());
        time.settle();

        assertThat(heard()).containsExactly("ended: agent: still works on run r1 (expected: free)");
        assertThat(runHandler.runId()).isEqualTo("r1");
    }

    @Test
    void sessionsAreStartedAndTheirFailureIsReported() {
        prepare(PROFILE);
        start(0);
        start(1);

        assertThat(heard()).containsExactly("0 STARTING", "0 FAILED", "1 STARTING", "1 FAILED");
        assertThat(sent.get(1).getSessionChange().getDetail()).contains("no Xvnc here");
    }

    @Test
    void theEndOfARunIsReportedAfterAllSessionsHaveEnded() {
        desktopsFail = false;
        prepare(PROFILE);
        start(0);
        runHandler.received(FromController.newBuilder()
                .setEndRun(EndRun.newBuilder().setRunId("r1").setReason("enough"))
                .build());
        time.settle();

        assertThat(heard()).containsExactly("0 STARTING", "0 STOPPED", "ended: enough");
        assertThat(runHandler.runId()).isEmpty();
    }

    @Test
    void oneSessionCanBeStopped() {
        desktopsFail = false;
        prepare(PROFILE);
        start(0);
        start(1);
        runHandler.received(FromController.newBuilder()
                .setStopSession(
                        StopSession.newBuilder().setRunId("r1").setSession(1).setNow(true))
                .build());
        time.settle();

        assertThat(heard()).containsExactly("0 STARTING", "1 STARTING", "1 STOPPED");
    }

    @Test
    void aControllerThatReconnectsInTimeReceivesTheSessionPhasesAgain() {
        desktopsFail = false;
        prepare(PROFILE);
        start(0);
        linkUp = false;
        runHandler.disconnected("reset");
        time.advance(Duration.ofMillis(4900));
        linkUp = true;
        runHandler.connected(Welcome.newBuilder().setGraceMillis(5000).build());
        time.advance(Duration.ofSeconds(30));

        assertThat(runHandler.runId()).isEqualTo("r1");
        assertThat(heard()).containsExactly("0 STARTING", "0 STARTING");
    }

    @Test
    void aControllerThatStaysDisconnectedEndsTheSessionsAndReceivesTheirEndLater() {
        desktopsFail = false;
        prepare(PROFILE);
        start(0);
        linkUp = false;
        runHandler.disconnected("reset");
        time.advance(Duration.ofSeconds(6));
        assertThat(runHandler.runId()).isEmpty();
        assertThat(heard()).containsExactly("0 STARTING");

        linkUp = true;
        runHandler.connected(Welcome.newBuilder().setGraceMillis(5000).build());

        assertThat(heard())
                .containsExactly("0 STARTING", "0 STOPPED", "ended: the controller was disconnected for more than 5 s");
    }

    /**
     * Reproducer: a controller that was stopped for longer than the agent waits sent the commands of before again when
     * it went on. The agent prepared the run that it had ended, and nobody ended its sessions.
     */
    @Test
    void aRunThatThisAgentHasEndedIsNotPreparedAgain() {
        prepare(PROFILE);
        linkUp = false;
        runHandler.disconnected("reset");
        time.advance(Duration.ofMinutes(2));
        assertThat(runHandler.runId()).isEmpty();

        linkUp = true;
        runHandler.connected(Welcome.newBuilder().setGraceMillis(5000).build());
        prepare(PROFILE);
        start(0);

        assertThat(runHandler.runId()).isEmpty();
        assertThat(ends())
                .last()
                .isEqualTo("agent: has already ended this run: the controller was disconnected for more than 5 s");
    }

    @Test
    void theEndWaitsForTheAcknowledgementOfTheLastTimingsUpToALimit() {
        prepare(PROFILE);
        outbox.timing("r1", aTiming());
        runHandler.received(FromController.newBuilder()
                .setEndRun(EndRun.newBuilder().setRunId("r1").setReason("enough"))
                .build());
        time.advance(Duration.ofSeconds(1));
        assertThat(heard()).containsExactly("TIMINGS");

        runHandler.received(FromController.newBuilder()
                .setTimingAck(
                        TimingAck.newBuilder().setBatch(sent.get(0).getTimings().getBatch()))
                .build());
        time.advance(Duration.ofSeconds(1));

        assertThat(heard()).containsExactly("TIMINGS", "ended: enough");
    }

    @Test
    void anUnknownRunIsConfirmedAsEnded() {
        runHandler.received(FromController.newBuilder()
                .setEndRun(EndRun.newBuilder().setRunId("old").setReason("enough"))
                .build());
        time.settle();

        assertThat(heard()).containsExactly("ended: not worked on by this agent");
    }

    private static Timing aTiming() {
        return Timing.builder("office/writer", "open", Group.B, Outcome.OK)
                .sequence(1)
                .intendedAt(0)
                .firedAt(0)
                .lastWithoutAt(0)
                .shownAt(5)
                .build();
    }

    private final class Virtual implements RunResources {
        @Override
        public SessionContext sessionContext(Landmarks landmarks, FrameRecorders frameRecorders) {
            if (sessionContextFails != null) {
                throw sessionContextFails;
            }
            LocalSessionDesktops sessionDesktops = new LocalSessionDesktops(
                    (session, width, height) -> {
                        if (desktopsFail) {
                            throw new DesktopException("no Xvnc here");
                        }
                        return new BlankDesktop(folder);
                    },
                    (desktop, listener, executor) -> new CompletableFuture<>(),
                    "linux",
                    time,
                    time.ticker());
            return new SessionContext(
                    sessionDesktops,
                    MarkScreenMatcher::new,
                    () -> FrameRecorder.NONE,
                    time,
                    time,
                    time,
                    time.ticker(),
                    time,
                    Probing.on());
        }

        @Override
        public Executor pool() {
            return time;
        }

        @Override
        public Executor encoder() {
            return time;
        }

        @Override
        public ScheduledExecutorService timers() {
            return time;
        }

        @Override
        public ScheduledExecutorService backgroundTasks() {
            return time;
        }

        @Override
        public LongSupplier nanoTime() {
            return time.ticker();
        }
    }
}
