package io.deskmeter.agent.desktopagent;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.desktop.CurrentDesktopProvider;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.sound.analysis.TestTone;
import io.deskmeter.sound.xrdp.ChannelServerOutput;
import io.deskmeter.workload.Application;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.operation.Plays;
import io.deskmeter.workload.operation.ReferenceClip;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import io.deskmeter.workload.yaml.RunProfiles;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real player that a run starts, and what of it the channel server of xrdp would read. */
@Tag("slow")
@Timeout(60)
class XrdpSoundTest {
    private static final double FULL_SCALE = 32_767;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final BlockingQueue<DesktopAgentMessage> answers = new LinkedBlockingQueue<>();
    private Path folder;
    private Path socket;
    private CurrentDesktopProvider desktops;
    private DesktopRun run;

    @BeforeEach
    void prepare() throws Exception {
        requirePlayer();
        folder = PrivateFolder.createIn(Path.of("/tmp"), "dmx");
        socket = folder.resolve("audio");
        desktops = CurrentDesktopProvider.open(Platforms.here(), folder.resolve("state"), System.getenv());
        LocalSessionDesktops sessions = new LocalSessionDesktops(
                desktops,
                (desktop, listener, on) -> CompletableFuture.failedFuture(new IllegalStateException("no screen")),
                Platforms.here().name(),
                Runnable::run,
                System::nanoTime);
        Workload workload = workload();
        run = new DesktopRun(
                new DesktopRun.Task(RunProfiles.parseSelfContained("p.yaml", """
                                workloads: { workloads: [av/tone] }
                                load: { fixed: { sessions: 1 } }
                                """), List.of(workload), 800, 600),
                DesktopAgentReplies.to(
                        DesktopAgentMessage.newBuilder().setRunId("r").build(), answers::add),
                sessions.start(0, 800, 600),
                Runnable::run);
    }

    @AfterEach
    void end() throws Exception {
        run.end("the test is over").get(20, TimeUnit.SECONDS);
        desktops.close();
        executor.shutdownNow();
        PrivateFolder.remove(folder);
    }

    private static void requirePlayer() {
        try {
            new SearchPath(System.getenv("PATH")).find("paplay");
        } catch (ProgramException e) {
            Assumptions.abort("skipped: paplay is not on the PATH; install pulseaudio-utils");
        }
    }

    private Workload workload() throws IOException {
        Path content = Files.createDirectories(folder.resolve("w/content"));
        Files.write(content.resolve("tone.wav"), TestTone.wave(1_000));
        Until until = new Until(new Condition.Appears("landmarks/x.png"), Duration.ofSeconds(30));
        Operation operation = new Operation(
                "play",
                Group.C,
                List.of(new Occurrence(List.of(), List.of(new Step.Launch()), until)),
                Optional.of(new Plays(ReferenceClip.SYNC, "landmarks/start.png")));
        Application player = new Application(Map.of("linux", List.of("paplay", "${content}/tone.wav")));
        return new Workload("av/tone", "av/tone", "", player, List.of(operation), folder.resolve("w"), "");
    }

    private void play() throws InterruptedException {
        run.openApp(1, "av/tone", 1);
        assertThat(answers.take().hasDone()).isTrue();
        run.launch(2);
        assertThat(answers.take().hasDone()).isTrue();
    }

    @Test
    void whatAnApplicationPlaysGoesToTheChannelServer() throws Exception {
        try (ServerSocketChannel server =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket))) {
            new XrdpSound(Optional.of(socket), System::nanoTime, executor).passOn(run);
            play();
            double[] heard = new double[ChannelServerOutput.FORMAT.rate() / 2];
            try (SocketChannel client = server.accept()) {
                for (int filled = 0; filled < heard.length; ) {
                    filled = read(client, heard, filled);
                }
            }
            // TestTone takes sound of 48 kHz: at 44.1 kHz its pitch is that much higher.
            TestTone.Heard tone = TestTone.find(heard);
            assertThat(tone.hertz() * ChannelServerOutput.FORMAT.rate() / 48_000)
                    .isBetween(TestTone.HERTZ - 5, TestTone.HERTZ + 5);
            assertThat(tone.decibels()).isBetween(TestTone.DECIBELS - 2, TestTone.DECIBELS + 2);
        }
        assertThat(answers.take().getAppExited().getCode()).isZero();
    }

    /** The left side of one message. */
    private static int read(SocketChannel client, double[] heard, int from) throws IOException {
        ByteBuffer header = bytes(client, 8);
        assertThat(header.getInt()).as("code of data").isZero();
        ByteBuffer samples = bytes(client, header.getInt() - 8);
        int filled = from;
        while (samples.hasRemaining()) {
            double left = samples.getShort() / FULL_SCALE;
            samples.getShort();
            if (filled < heard.length) {
                heard[filled++] = left;
            }
        }
        return filled;
    }

    private static ByteBuffer bytes(SocketChannel client, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.nativeOrder());
        while (bytes.hasRemaining()) {
            assertThat(client.read(bytes)).isPositive();
        }
        return bytes.flip();
    }

    /** Then the session's own server plays to it, or the client wants no sound: nothing is replaced. */
    @Test
    void aSessionWhoseSocketIsTakenKeepsItsOwnServer() throws Exception {
        new XrdpSound(Optional.of(socket), System::nanoTime, executor).passOn(run);
        play();
        answers.take();
        try (var found = Files.find(folder.resolve("state"), 9, (path, facts) -> path.endsWith("sound.cookie"))) {
            assertThat(found).isEmpty();
        }
    }
}
