package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Hex;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Real desktops that paint all the time and are stopped for a known time, while they are probed as sessions do it: the
 * longest pause between frames is what a viewer that shares no code with ours sees, and that time. Answers to probes
 * are no frames, although the server of a stopped guest sends them.
 */
@Timeout(150)
class StoppedDesktopLongTest {
    private static final Logger LOG = LoggerFactory.getLogger(StoppedDesktopLongTest.class);
    private static final String QEMU = "qemu-system-x86_64";
    private static final long PROBE_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final double MS = 1e6;
    /** In milliseconds, between a pause and what another viewer of the same desktop sees of it. */
    private static final double VIEWER_BOUND = 10;
    /** In milliseconds, between a pause and the stop of a server that paints at once. */
    private static final double BOUND = 20;
    /**
     * The same of QEMU: it looks at its guest's screen each 30 ms, and up to 50 ms later where nothing has changed
     * before. Any viewer sees that.
     */
    private static final double QEMU_BOUND = 80;

    private static final int STOPS = 5;

    /** Mode 13h, a clock of 200 Hz; at each tick it paints the top of the screen in the next colour. */
    private static final String PAINT =
            "B81300 CD10 B036 E643 B04E E640 B017 E640 FB B800A0 8EC0 31DB" + "F4 31FF B9800C 88D8 F3AA FEC3 EBF2";

    @TempDir
    Path folder;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final Arrivals arrivals = new Arrivals();
    private @Nullable Process machine;

    /** When frames came, those that a probe brought apart. */
    private static final class Arrivals implements FrameListener {
        private final List<Long> frames = new ArrayList<>();
        private int requested;

        @Override
        public synchronized void onFrame(FrameUpdate update) {
            if (update.requested()) {
                requested++;
            } else {
                frames.add(update.arrivedAt());
            }
        }

        @Override
        public void onLost(ScreenException cause) {
            // Then frames are missing, and the test fails by them.
        }

        synchronized int count() {
            return frames.size();
        }

        synchronized int requested() {
            return requested;
        }

        synchronized long last() {
            return frames.isEmpty() ? 0 : frames.get(frames.size() - 1);
        }

        synchronized List<Long> frames() {
            return List.copyOf(frames);
        }
    }

    /** In milliseconds, of those that are not over before the first instant. */
    private static double longestPause(List<Long> frames, long from, long to) {
        long longest = 0;
        for (int i = 1; i < frames.size(); i++) {
            if (frames.get(i) > from && frames.get(i - 1) < to) {
                longest = Math.max(longest, frames.get(i) - frames.get(i - 1));
            }
        }
        return longest / MS;
    }

    /** Stops a desktop and lets it go on. */
    private interface Stopper {
        void stop() throws Exception;

        void goOn() throws Exception;
    }

    @AfterEach
    void end() throws Exception {
        screens.close();
        executor.shutdownNow();
        if (machine != null) {
            machine.destroy();
            if (!machine.waitFor(5, TimeUnit.SECONDS)) {
                machine.destroyForcibly();
            }
        }
    }

    /** As the prober of a session: 50 ms after the last frame or the last answer. */
    private Thread probing(Screen screen, AtomicBoolean over) {
        Thread thread = new Thread(() -> {
            try {
                while (!over.get()) {
                    TimeUnit.NANOSECONDS.sleep(PROBE_AFTER_NANOS);
                    if (System.nanoTime() - arrivals.last() >= PROBE_AFTER_NANOS) {
                        screen.probe().get(30, TimeUnit.SECONDS);
                    }
                }
            } catch (Exception e) {
                LOG.warn("no more probes", e);
            }
        });
        thread.start();
        return thread;
    }

    private void assertPausesAreStops(
            String name, double bound, Screen screen, SocketAddress server, Stopper stopper, long... seconds)
            throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread probing = probing(screen, over);
        try (PlainViewer viewer = new PlainViewer(server)) {
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> arrivals.count() > 30 && viewer.changes().size() > 30);
            for (long length : seconds) {
                double[] errors = new double[STOPS];
                double[] differences = new double[STOPS];
                for (int i = 0; i < STOPS; i++) {
                    TimeUnit.MILLISECONDS.sleep(700 + 37L * i);
                    long stopping = System.nanoTime();
                    stopper.stop();
                    long stopped = System.nanoTime();
                    TimeUnit.MILLISECONDS.sleep(length * 1000 + 11L * i);
                    long going = System.nanoTime();
                    stopper.goOn();
                    long gone = System.nanoTime();
                    await().until(() -> arrivals.last() > gone + 200_000_000);
                    double pause = longestPause(arrivals.frames(), stopped, going);
                    errors[i] = error(pause, (going - stopped) / MS, (gone - stopping) / MS);
                    differences[i] = pause - longestPause(viewer.changes(), stopped, going);
                }
                LOG.info(
                        "{}: stops of {} s, in ms: pause minus stop {}, minus that of a plain viewer {}",
                        name,
                        length,
                        Arrays.toString(errors),
                        Arrays.toString(differences));
                assertAllWithin(VIEWER_BOUND, differences, name + ": minus the pause of a plain viewer");
                assertAllWithin(bound, errors, name + ": minus the stop");
            }
        } finally {
            over.set(true);
            probing.join(TimeUnit.SECONDS.toMillis(40));
        }
    }

    private static void assertAllWithin(double bound, double[] differences, String what) {
        assertThat(Arrays.stream(differences).boxed())
                .as("%s, in ms", what)
                .allSatisfy(difference -> assertThat(difference).isCloseTo(0, within(bound)));
    }

    /**
     * What a pause differs from a stop that took at least and at most so long: the command to stop or go on takes
     * effect somewhere while it runs.
     */
    private static double error(double pause, double least, double most) {
        return Math.max(0, pause - most) + Math.min(0, pause - least);
    }

    @Test
    void theFrameGapOfAStoppedGuestIsTheStop() throws Exception {
        Assumptions.assumeTrue(
                RealXvnc.isInstalled(QEMU), "skipped: " + QEMU + " is not on the PATH; install qemu-system-x86");
        byte[] sector = Arrays.copyOf(Hex.bytes(PAINT), 512);
        sector[510] = 0x55;
        sector[511] = (byte) 0xAA;
        Path disk = Files.write(folder.resolve("disk"), sector);
        Path vnc = folder.resolve("vnc");
        Path monitor = folder.resolve("qmp");
        machine = new ProcessBuilder(
                        QEMU,
                        "-accel",
                        "tcg",
                        "-m",
                        "16",
                        "-display",
                        "none",
                        "-nodefaults",
                        "-vga",
                        "std",
                        "-drive",
                        "format=raw,if=ide,file=" + disk,
                        "-vnc",
                        "unix:" + vnc,
                        "-qmp",
                        "unix:" + monitor + ",server=on,wait=off")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        await().until(() -> Files.exists(vnc) && Files.exists(monitor));
        try (Monitor qmp = new Monitor(monitor);
                Screen screen = screens.connect(RfbTarget.unix(vnc), RfbSettings.defaults(), arrivals, executor)
                        .get(10, TimeUnit.SECONDS)) {
            assertPausesAreStops(
                    "QEMU",
                    QEMU_BOUND,
                    screen,
                    UnixDomainSocketAddress.of(vnc),
                    new Stopper() {
                        @Override
                        public void stop() throws IOException {
                            qmp.execute("stop");
                        }

                        @Override
                        public void goOn() throws IOException {
                            qmp.execute("cont");
                        }
                    },
                    2,
                    5);
            assertThat(arrivals.requested())
                    .as("changes that only probes have shown")
                    .isLessThan(5);
        }
    }

    @Test
    void theFrameGapOfAStoppedDisplayServerIsTheStop() throws Exception {
        Assumptions.assumeTrue(
                RealXvnc.isInstalled(), "skipped: Xvnc is not on the PATH; install tigervnc-standalone-server");
        int port = RealXvnc.freePort();
        AtomicBoolean over = new AtomicBoolean();
        try (RealXvnc server = RealXvnc.start(
                        folder.resolve("log"),
                        "-SecurityTypes",
                        "None",
                        "-rfbport",
                        String.valueOf(port),
                        "-localhost");
                TinyX x = new TinyX(server.display(), 640, 480);
                Screen screen = screens.connect(
                                RfbTarget.tcp("127.0.0.1", port), RfbSettings.defaults(), arrivals, executor)
                        .get(10, TimeUnit.SECONDS)) {
            Thread painter = new Thread(() -> {
                try {
                    for (int i = 0; !over.get(); i++) {
                        x.fill(i * 0x010203 & 0xFFFFFF, 5, 6, 300, 200);
                        TimeUnit.MILLISECONDS.sleep(10);
                    }
                } catch (IOException | InterruptedException e) {
                    LOG.warn("no more paintings", e);
                }
            });
            painter.start();
            try {
                assertPausesAreStops(
                        "Xvnc",
                        BOUND,
                        screen,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        new Stopper() {
                            @Override
                            public void stop() throws Exception {
                                signal(server, "STOP");
                            }

                            @Override
                            public void goOn() throws Exception {
                                signal(server, "CONT");
                            }
                        },
                        2);
            } finally {
                over.set(true);
                painter.join(TimeUnit.SECONDS.toMillis(10));
            }
        }
    }

    private static void signal(RealXvnc server, String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(server.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    /** QEMU's monitor: one command at a time. */
    private static final class Monitor implements AutoCloseable {
        private final SocketChannel socket;

        private Monitor(Path path) throws IOException {
            socket = SocketChannel.open(UnixDomainSocketAddress.of(path));
            execute("qmp_capabilities");
        }

        private void execute(String command) throws IOException {
            socket.write(ByteBuffer.wrap(("{\"execute\": \"" + command + "\"}\n").getBytes(StandardCharsets.US_ASCII)));
            StringBuilder heard = new StringBuilder();
            ByteBuffer bytes = ByteBuffer.allocate(4096);
            while (heard.indexOf("\"return\"") < 0) {
                if (socket.read(bytes.clear()) < 0) {
                    throw new IOException(command + ": " + heard);
                }
                heard.append(StandardCharsets.US_ASCII.decode(bytes.flip()));
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
