package io.deskmeter.bench.density;

import io.deskmeter.bench.density.DensityRow.Measured;
import io.deskmeter.bench.process.Child;
import io.deskmeter.bench.process.Jvm;
import io.deskmeter.bench.process.ProcessTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures rows: one server for all of them, one process with sessions for each. Closed by another thread if the user
 * interrupts.
 */
final class DensityBench implements AutoCloseable {
    private static final Duration SERVER_START = Duration.ofSeconds(30);
    private static final Duration LEAST_START = Duration.ofSeconds(60);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final String XRDP = "xrdp";
    private static final double ENOUGH = 0.95;
    /** The memory to leave free on the machine, in bytes. */
    private static final long RESERVE = 1L << 30;

    private final DensityPlan plan;
    private final Path folder;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<ViewerKind, Long> bytesPerSession = new EnumMap<>(ViewerKind.class);
    private final Child server;
    private final int serverPort;
    private volatile @Nullable Child watcher;
    private int rows;

    private DensityBench(DensityPlan plan, Path folder, Child server, int serverPort) {
        this.plan = plan;
        this.folder = folder;
        this.server = server;
        this.serverPort = serverPort;
    }

    static DensityBench open(DensityPlan plan) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("density");
        List<String> arguments = List.of(
                "--socket", socket(folder).toString(),
                "--width", Integer.toString(plan.width()),
                "--height", Integer.toString(plan.height()),
                "--rate", Double.toString(plan.updatesPerSecond()));
        Child server = Child.start(
                "desktops", Jvm.command(List.of("-Xmx512m", "-XX:+UseSerialGC"), DesktopsMain.class, arguments));
        try {
            String serving = server.await(DesktopsMain.SERVING, SERVER_START.toMillis());
            int port = Integer.parseInt(serving.substring(DesktopsMain.SERVING.length() + 1));
            return new DensityBench(plan, folder, server, port);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            delete(folder);
            throw e;
        }
    }

    private static Path socket(Path folder) {
        return folder.resolve("desktops");
    }

    /** Measures, or sets the row's note to the reason of the failure. */
    DensityRow measure(ViewerKind viewer, int sessions, boolean probes) throws IOException, InterruptedException {
        long perSession = bytesPerSession.getOrDefault(viewer, viewer.guessBytes());
        long free = HostAccounts.availableBytes() - RESERVE;
        if (sessions * perSession > free) {
            return new DensityRow(
                    viewer,
                    sessions,
                    probes,
                    null,
                    "not started: needs about " + ((sessions * perSession) >> 20) + " MB, " + (Math.max(0, free) >> 20)
                            + " MB can be had");
        }
        try {
            return measured(viewer, sessions, probes);
        } catch (IOException | IllegalArgumentException e) {
            if (closed.getCount() == 0) {
                throw e;
            }
            return new DensityRow(viewer, sessions, probes, null, String.valueOf(e.getMessage()));
        }
    }

    private DensityRow measured(ViewerKind viewer, int sessions, boolean probes)
            throws IOException, InterruptedException {
        Path own = Files.createDirectory(folder.resolve("w" + ++rows));
        Duration start = LEAST_START.plusMillis((long) viewer.startMillis() * sessions);
        try (Child started = Child.start("watcher", watcherCommand(own, viewer, sessions, probes, start))) {
            watcher = started;
            String ready = started.await(WatcherMain.READY, start.plus(ANSWER).toMillis());
            if (ready.equals(WatcherMain.READY + " 0")) {
                throw new IOException("no session has started (hint: see the log)");
            }
            pause(plan.warmUp());
            Measured measured = window(started);
            bytesPerSession.put(
                    viewer, measured.pss().own() / measured.figures().watching());
            return new DensityRow(viewer, sessions, probes, measured, note(sessions, measured));
        } finally {
            watcher = null;
            ServedDesktop.end(own);
            delete(own);
        }
    }

    private Measured window(Child watching) throws IOException, InterruptedException {
        watching.say(WatcherMain.BEGIN);
        watching.await(WatcherMain.BEGUN, ANSWER.toMillis());
        Account before = account(watching);
        pause(plan.window());
        Account after = account(watching);
        watching.say(WatcherMain.END);
        WatchFigures figures = WatchFigures.parse(watching.await(WatchFigures.WORD, ANSWER.toMillis()));
        if (figures.watching() == 0) {
            throw new IOException("no session was left at the end of the window (hint: see the log)");
        }
        return new Measured(
                figures,
                (after.at - before.at) / 1e9,
                after.watcher.minus(before.watcher),
                watching.tree(XRDP).pssBytes(),
                after.server - before.server,
                after.host.busyPctSince(before.host));
    }

    /** The resource usage until an instant. */
    private record Account(long at, ProcessTree.Sum watcher, long server, HostAccounts.Ticks host) {}

    private Account account(Child watching) throws IOException {
        return new Account(
                System.nanoTime(),
                watching.tree(XRDP).cpuNanos(),
                server.tree(XRDP).cpuNanos().own(),
                HostAccounts.ticks());
    }

    private String note(int sessions, Measured measured) {
        List<String> notes = new ArrayList<>();
        int watching = measured.figures().watching();
        if (watching < sessions) {
            notes.add("only " + watching + " of " + sessions + " sessions came up");
        }
        if (measured.figures().updatesPerSecond() < ENOUGH * plan.updatesPerSecond()) {
            notes.add("does not keep up: the CPU of the missed updates is not included");
        }
        return String.join("; ", notes);
    }

    private List<String> watcherCommand(Path own, ViewerKind viewer, int sessions, boolean probes, Duration start)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--folder", own.toString(),
                "--viewer", viewer.word(),
                "--socket", socket(folder).toString(),
                "--port", Integer.toString(serverPort),
                "--sessions", Integer.toString(sessions),
                "--width", Integer.toString(plan.width()),
                "--height", Integer.toString(plan.height()),
                "--rate", Double.toString(plan.updatesPerSecond()),
                "--start-seconds", Long.toString(start.toSeconds())));
        if (probes) {
            arguments.add("--probes");
        }
        return Jvm.command(Jvm.arguments(plan.agentJvm()), WatcherMain.class, arguments);
    }

    private void pause(Duration time) throws IOException, InterruptedException {
        if (closed.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("interrupted");
        }
    }

    /** Whether another thread has ended it. */
    boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** Ends all processes and removes all files; idempotent. */
    @Override
    public synchronized void close() throws IOException {
        if (isClosed()) {
            return;
        }
        closed.countDown();
        Child watching = watcher;
        if (watching != null) {
            watching.close();
        }
        server.close();
        delete(folder);
    }

    private static void delete(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(root)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }
}
