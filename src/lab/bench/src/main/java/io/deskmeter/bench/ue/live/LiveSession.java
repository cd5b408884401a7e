package io.deskmeter.bench.ue.live;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopProvider;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.agent.watch.landmark.TemplateScreenMatcher;
import io.deskmeter.bench.session.SessionRunner;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.testkit.truth.Relay;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.step.ReferenceStage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A session of {@code ue/drag} on a desktop of its own, through the built-in RFB client, with a fault between. */
final class LiveSession implements AutoCloseable {
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 800;
    private static final Rect STAGE = new Rect(
            (WIDTH - ReferenceStage.WIDTH) / 2,
            (HEIGHT - ReferenceStage.HEIGHT) / 2,
            ReferenceStage.WIDTH,
            ReferenceStage.HEIGHT);

    private final SessionRunner runner = new SessionRunner("bench-ue");
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final AtomicReference<@Nullable Desktop> desktop = new AtomicReference<>();
    private final AtomicReference<@Nullable Relay> relay = new AtomicReference<>();
    private final Workload workload;
    private final Fault fault;

    LiveSession(Workload workload, Fault fault) {
        this.workload = workload;
        this.fault = fault;
    }

    /**
     * Drags twice: in an iteration that warms the programs up, and in another.
     *
     * @param folder empty, with a short name
     * @throws IOException if the session does not come to its end
     */
    List<LiveDrag> drags(Path folder) throws Exception {
        Landmarks landmarks = Landmarks.load(List.of(workload));
        MatcherBuffers buffers = new MatcherBuffers();
        DragRecorder recorder = new DragRecorder(STAGE, this::record);
        Phase end;
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), folder.resolve("d"), path(folder))) {
            DesktopProvider noting = (session, width, height) -> {
                Desktop started = desktops.start(session, width, height);
                desktop.set(started);
                return started;
            };
            end = runner.run(
                    workload,
                    1,
                    new LocalSessionDesktops(
                            noting,
                            (at, listener, executor) -> connect(at, recorder.before(listener), executor),
                            Platforms.here().name(),
                            runner.blocking(),
                            System::nanoTime),
                    () -> new TemplateScreenMatcher(landmarks, buffers),
                    recorder);
        }
        if (end != Phase.FINISHED || recorder.drags().isEmpty()) {
            throw new IOException(workload.id() + ", " + fault.words() + ": the session " + end + ": "
                    + recorder.detail() + " (expected: FINISHED; hint: `deskmeter agent try " + workload.id() + "`)");
        }
        return recorder.drags();
    }

    private String path(Path folder) throws IOException {
        String path = System.getenv("PATH");
        return fault == Fault.AT_ONCE ? FrequentUpdates.before(path, folder.resolve("bin")) : path;
    }

    private CompletableFuture<Screen> connect(Desktop at, FrameListener listener, Executor executor) {
        return screens.connect(RfbTarget.unix(socket(at)), RfbSettings.defaults(), listener, executor)
                .thenApply(screen -> new FaultyScreen(screen, fault, new StoppedProbe(timers)));
    }

    private Path socket(Desktop at) {
        if (!fault.isRelayed()) {
            return at.rfbSocket();
        }
        try {
            Path socket = at.folder().resolve("relay");
            relay.set(Relay.start(socket, UnixDomainSocketAddress.of(at.rfbSocket()), fault.relay()));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of the application that is open now; those of earlier iterations have been removed. */
    private List<ProbePaint> record() throws IOException {
        Desktop at = desktop.get();
        if (at == null) {
            throw new IOException("the probe's record: no desktop (expected: one that runs)");
        }
        try (Stream<Path> instances = Files.list(at.appInstances())) {
            Path content = instances
                    .filter(path -> Files.exists(path.resolve(ProbePaint.FILE)))
                    .findFirst()
                    .orElseThrow(() -> new IOException("the probe's record: none in " + at.appInstances()
                            + " (expected: app-N/" + ProbePaint.FILE + ")"));
            return ProbePaint.read(content);
        }
    }

    @Override
    public void close() throws IOException {
        runner.close();
        screens.close();
        timers.shutdownNow();
        Relay between = relay.get();
        if (between != null) {
            between.close();
        }
    }
}
