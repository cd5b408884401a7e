package io.deskmeter.e2e;

import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.evidence.FrameRecorder;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.LocalSessionDesktops;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.SessionUpdate;
import io.deskmeter.agent.session.Timeouts;
import io.deskmeter.agent.watch.Landmarks;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.testkit.truth.Relay;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/** Sessions of {@code ue/drag} on local desktops, each seen through a line with a delay of its own. */
final class GestureSessions implements AutoCloseable {
    private static final String DRAG = "ue/drag";

    private final AgentResources resources;
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 2);
    private final Queue<Relay> relays = new ConcurrentLinkedQueue<>();
    private final Path folder;
    private final Workload workload;
    private final Landmarks landmarks;
    private int sessions;

    private GestureSessions(Path folder, AgentResources resources, Workload workload, Landmarks landmarks) {
        this.folder = folder;
        this.resources = resources;
        this.workload = workload;
        this.landmarks = landmarks;
    }

    static GestureSessions open(Path folder) throws Exception {
        Files.createDirectories(folder);
        Workload workload =
                WorkloadCatalog.open(Program.HOME.resolve("workloads")).load(DRAG);
        return new GestureSessions(
                folder,
                AgentResources.open(Platforms.here(), folder.resolve("s")),
                workload,
                Landmarks.load(List.of(workload)));
    }

    /** Works one iteration; completes with its samples. */
    CompletableFuture<List<Sample>> drag(Relay.Shape line) {
        int number = sessions++;
        WorkloadProfile profile = new WorkloadProfile(
                "ue", List.of(DRAG), 1, 0, 0, new ThinkTime(Duration.ofMillis(200), 0), WorkloadProfile.Order.FIXED, 1);
        Planner planner = new Planner(profile, List.of(workload));
        SessionSettings settings = new SessionSettings(
                number, number, 1, 1280, 800, iteration -> planner.iteration(number, iteration), Timeouts.DEFAULT);
        Queue<Sample> samples = new ConcurrentLinkedQueue<>();
        SessionContext context = resources.sessionContext(landmarks, () -> FrameRecorder.NONE);
        Session session = new Session(settings, context.at(behind(number, line)), collecting(samples));
        session.start();
        return session.ended().thenApply(phase -> List.copyOf(samples));
    }

    private LocalSessionDesktops behind(int number, Relay.Shape line) {
        return new LocalSessionDesktops(
                resources.desktops(),
                (desktop, listener, executor) -> connect(number, line, desktop, listener, executor),
                Platforms.here().name(),
                ForkJoinPool.commonPool(),
                System::nanoTime);
    }

    private CompletableFuture<Screen> connect(
            int number, Relay.Shape line, Desktop desktop, FrameListener listener, Executor executor) {
        Path socket = folder.resolve("line-" + number);
        try {
            relays.add(Relay.start(socket, UnixDomainSocketAddress.of(desktop.rfbSocket()), line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return screens.connect(RfbTarget.unix(socket), RfbSettings.defaults(), listener, executor);
    }

    private static SessionListener collecting(Queue<Sample> samples) {
        return new SessionListener() {
            @Override
            public void changed(SessionUpdate change) {}

            @Override
            public void timed(Timing timing) {}

            @Override
            public void sampled(Sample sample) {
                samples.add(sample);
            }
        };
    }

    /** In milliseconds. */
    static double medianLag(CompletableFuture<List<Sample>> drag) throws Exception {
        double[] lags = drag.get(2, TimeUnit.MINUTES).stream()
                .filter(sample -> sample.metric().equals("drag-lag") && sample.isKnown())
                .mapToDouble(Sample::value)
                .sorted()
                .toArray();
        if (lags.length == 0) {
            throw new AssertionError("no lag is known: " + drag.get());
        }
        return lags[lags.length / 2];
    }

    @Override
    public void close() throws IOException {
        screens.close();
        resources.close();
        for (Relay relay : relays) {
            relay.close();
        }
    }
}
