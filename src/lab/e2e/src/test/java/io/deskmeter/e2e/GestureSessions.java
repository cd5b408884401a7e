package io.deskmeter.e2e;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.testkit.truth.Relay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/** Sessions of {@code ue/drag} on local desktops, each seen through a line with a delay of its own. */
final class GestureSessions implements AutoCloseable {
    private static final String DRAG = "ue/drag";

    private final WorkloadSessions sessions;
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 2);
    private final Queue<Relay> relays = new ConcurrentLinkedQueue<>();
    private final Path folder;
    private int lines;

    private GestureSessions(Path folder, WorkloadSessions sessions) {
        this.folder = folder;
        this.sessions = sessions;
    }

    static GestureSessions open(Path folder) throws Exception {
        Files.createDirectories(folder);
        return new GestureSessions(folder, WorkloadSessions.open(folder.resolve("s"), DRAG));
    }

    /** Works one iteration; completes with its results. */
    CompletableFuture<CollectedResults> drag(Relay.Shape line) {
        int number = lines++;
        CollectedResults results = new CollectedResults();
        return sessions.start(1, results, context -> context.at(behind(number, line)))
                .thenApply(phase -> results);
    }

    private LocalSessionDesktops behind(int number, Relay.Shape line) {
        return new LocalSessionDesktops(
                sessions.resources().desktops(),
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

    /** In milliseconds. */
    static double medianLag(CompletableFuture<CollectedResults> drag) throws Exception {
        CollectedResults results = drag.get(2, TimeUnit.MINUTES);
        double[] lags = results.samples().stream()
                .filter(sample -> sample.metric().equals("drag-lag") && sample.isKnown())
                .mapToDouble(Sample::value)
                .sorted()
                .toArray();
        if (lags.length == 0) {
            throw new AssertionError("no lag is known: " + results.samples() + "\n" + results);
        }
        return lags[lags.length / 2];
    }

    @Override
    public void close() throws IOException {
        screens.close();
        sessions.close();
        for (Relay relay : relays) {
            relay.close();
        }
    }
}
