package io.deskmeter.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.desk.Desks;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.evidence.Film;
import io.deskmeter.agent.evidence.FilmSource;
import io.deskmeter.agent.session.LocalWorkplaces;
import io.deskmeter.agent.session.MarkSight;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.Surroundings;
import io.deskmeter.agent.session.Worker;
import io.deskmeter.agent.watch.Landmarks;
import io.deskmeter.link.TimingSender;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.EndRun;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.Seat;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.link.v1.StopSession;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.Welcome;
import io.deskmeter.testkit.VirtualTime;
import io.deskmeter.workload.RunProfile;
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

/** The foreman in virtual time: a controller that is a list of messages, and desktops that cannot be started or never show anything. */
class ForemanTest {
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
    private @Nullable Error surroundingsFail;
    private @Nullable Error hiringFails;
    private String unwanted = "";
    private TimingSpool spool;
    private Foreman foreman;
    private Outbox outbox;

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
        TimingSender sender = new TimingSender(spool, this::send, 8, failure -> {
            throw new AssertionError(failure);
        });
        outbox = new Outbox(this::send, sender, time);
        foreman = new Foreman(
                new Virtual(),
                WorkloadCatalog.open(folder.resolve("workloads")),
                outbox,
                sender,
                new Sessions(),
                new Desks(this::send));
        foreman.connected(
                Welcome.newBuilder().setProtocol(1).setGraceMillis(5000).build());
    }

    @AfterEach
    void close() throws SpoolException {
        spool.close();
    }

    /** Works all runs but those that are not wanted here. */
    private final class Sessions implements Workers {
        @Override
        public void require(RunProfile profile) throws RunRefusedException {
            if (!unwanted.isEmpty()) {
                throw new RunRefusedException(unwanted);
            }
        }

        @Override
        public Worker hire(
                Preparing run, SessionSettings settings, Seat seat, Surroundings around, SessionListener listener) {
            if (hiringFails != null) {
                throw hiringFails;
            }
            return new Session(settings, around, listener);
        }
    }

    private boolean send(FromAgent message) {
        return linkUp && sent.add(message);
    }

    private void prepare(String yaml) {
        foreman.received(FromController.newBuilder()
                .setPrepareRun(PrepareRun.newBuilder().setRunId("r1").setRunProfileYaml(yaml))
                .build());
        time.settle();
    }

    private void start(int session) {
        foreman.received(FromController.newBuilder()
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

    @Test
    void aProfileThatIsWrongIsRefusedWithAllItsProblems() {
        prepare("workloads: { workloads: [office/wrter] }\nload: { fixed: { sessions: -2 } }\n");

        assertThat(heard()).hasSize(1);
        assertThat(heard().get(0))
                .startsWith("ended: ")
                .contains("office/wrter")
                .contains("-2");
        assertThat(foreman.runId()).isEmpty();
    }

    @Test
    void otherWorkloadsThanTheControllersAreRefused() {
        foreman.received(FromController.newBuilder()
                .setPrepareRun(PrepareRun.newBuilder()
                        .setRunId("r1")
                        .setRunProfileYaml(PROFILE)
                        .putWorkloadChecksums("office/writer", "abc"))
                .build());
        time.settle();

        assertThat(heard().get(0)).contains("workload: office/writer has checksum", "expected: abc");
    }

    @Test
    void aLandmarkThatIsNoImageIsRefused() throws IOException {
        Files.writeString(folder.resolve("workloads/office/writer/landmarks/title.png"), "no image");
        prepare(PROFILE);

        assertThat(heard().get(0)).contains("title.png");
    }

    @Test
    void whatItsWorkersMustNotDoIsRefusedBeforeAnySessionBegins() {
        unwanted = "target.viewer.command: sh is not on this agent's list of programs";
        prepare(PROFILE);
        start(0);

        assertThat(heard()).containsExactly("ended: " + unwanted);
        assertThat(foreman.runId()).isEmpty();
    }

    @Test
    void anErrorWhileARunIsPreparedIsToldAndTheAgentIsFreeAgain() {
        surroundingsFail = new UnsatisfiedLinkError("no opencv here");
        prepare(PROFILE);

        assertThat(heard())
                .singleElement()
                .asString()
                .startsWith("ended: agent: cannot prepare")
                .contains("no opencv");
        assertThat(foreman.runId()).isEmpty();
    }

    @Test
    void anErrorWhileASessionIsBegunFailsTheSession() {
        hiringFails = new NoClassDefFoundError("io/deskmeter/Missing");
        prepare(PROFILE);
        start(0);
        time.advance(Duration.ofSeconds(1));

        assertThat(heard()).containsExactly("0 FAILED");
    }

    @Test
    void aSecondRunIsRefusedAndThePreparedOneStays() {
        prepare(PROFILE);
        foreman.received(FromController.newBuilder()
                .setPrepareRun(PrepareRun.newBuilder().setRunId("r2").setRunProfileYaml(PROFILE))
                .build());
        time.settle();

        assertThat(heard()).containsExactly("ended: agent: still works on run r1 (expected: free)");
        assertThat(foreman.runId()).isEqualTo("r1");
    }

    @Test
    void sessionsAreStartedAndTheirFailureIsTold() {
        prepare(PROFILE);
        start(0);
        start(1);

        assertThat(heard()).containsExactly("0 STARTING", "0 FAILED", "1 STARTING", "1 FAILED");
        assertThat(sent.get(1).getSessionChange().getDetail()).contains("no Xvnc here");
    }

    @Test
    void theEndOfARunIsToldAfterAllSessionsHaveEnded() {
        desktopsFail = false;
        prepare(PROFILE);
        start(0);
        foreman.received(FromController.newBuilder()
                .setEndRun(EndRun.newBuilder().setRunId("r1").setReason("enough"))
                .build());
        time.settle();

        assertThat(heard()).containsExactly("0 STARTING", "0 STOPPED", "ended: enough");
        assertThat(foreman.runId()).isEmpty();
    }

    @Test
    void oneSessionCanBeStopped() {
        desktopsFail = false;
        prepare(PROFILE);
        start(0);
        start(1);
        foreman.received(FromController.newBuilder()
                .setStopSession(
                        StopSession.newBuilder().setRunId("r1").setSession(1).setNow(true))
                .build());
        time.settle();

        assertThat(heard()).containsExactly("0 STARTING", "1 STARTING", "1 STOPPED");
    }

    @Test
    void aControllerThatComesBackInTimeHearsOnceMoreWhereSessionsAre() {
        desktopsFail = false;
        prepare(PROFILE);
        start(0);
        linkUp = false;
        foreman.disconnected("reset");
        time.advance(Duration.ofMillis(4900));
        linkUp = true;
        foreman.connected(Welcome.newBuilder().setGraceMillis(5000).build());
        time.advance(Duration.ofSeconds(30));

        assertThat(foreman.runId()).isEqualTo("r1");
        assertThat(heard()).containsExactly("0 STARTING", "0 STARTING");
    }

    @Test
    void aControllerThatStaysAwayEndsTheSessionsAndHearsOfItLater() {
        desktopsFail = false;
        prepare(PROFILE);
        start(0);
        linkUp = false;
        foreman.disconnected("reset");
        time.advance(Duration.ofSeconds(6));
        assertThat(foreman.runId()).isEmpty();
        assertThat(heard()).containsExactly("0 STARTING");

        linkUp = true;
        foreman.connected(Welcome.newBuilder().setGraceMillis(5000).build());

        assertThat(heard())
                .containsExactly("0 STARTING", "0 STOPPED", "ended: the controller was away for more than 5 s");
    }

    @Test
    void theEndWaitsForTheAcknowledgementOfTheLastTimingsButNotForEver() {
        prepare(PROFILE);
        outbox.timing("r1", aTiming());
        foreman.received(FromController.newBuilder()
                .setEndRun(EndRun.newBuilder().setRunId("r1").setReason("enough"))
                .build());
        time.advance(Duration.ofSeconds(1));
        assertThat(heard()).containsExactly("TIMINGS");

        foreman.received(FromController.newBuilder()
                .setTimingAck(
                        TimingAck.newBuilder().setBatch(sent.get(0).getTimings().getBatch()))
                .build());
        time.advance(Duration.ofSeconds(1));

        assertThat(heard()).containsExactly("TIMINGS", "ended: enough");
    }

    @Test
    void aRunThatIsUnknownIsOverAsFarAsThisAgentKnows() {
        foreman.received(FromController.newBuilder()
                .setEndRun(EndRun.newBuilder().setRunId("old").setReason("enough"))
                .build());
        time.settle();

        assertThat(heard()).containsExactly("ended: not worked on by this agent");
    }

    private static io.deskmeter.measure.Timing aTiming() {
        return new io.deskmeter.measure.Timing(
                0,
                1,
                0,
                "office/writer",
                "open",
                io.deskmeter.workload.Group.B,
                io.deskmeter.measure.Outcome.OK,
                java.time.Instant.EPOCH,
                0,
                0,
                0,
                0,
                5,
                "");
    }

    private final class Virtual implements Workshop {
        @Override
        public Surroundings surroundings(Landmarks landmarks, FilmSource films) {
            if (surroundingsFail != null) {
                throw surroundingsFail;
            }
            LocalWorkplaces workplaces = new LocalWorkplaces(
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
            return new Surroundings(workplaces, MarkSight::new, () -> Film.NONE, time, time, time, time.ticker(), time);
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
        public ScheduledExecutorService chores() {
            return time;
        }

        @Override
        public LongSupplier nanoTime() {
            return time.ticker();
        }
    }
}
