package io.deskmeter.bench.av.live;

import io.deskmeter.bench.process.Programs;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.XServer;
import io.deskmeter.testkit.clip.ClipPainter;
import io.deskmeter.testkit.clip.SimulatedClip;
import io.deskmeter.testkit.x.XClient;
import io.deskmeter.testkit.x.XWindow;
import io.deskmeter.workload.operation.ReferenceClip;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A window on an Xvnc of its own that shows frames of the clip at known times. Not thread-safe. */
final class PaintedClip implements AutoCloseable {
    private static final long SPIN_NANOS = 200_000;
    private static final ReferenceClip CLIP = SimulatedClip.CLIP;
    private static final double FRAME_NANOS = 1e9 / CLIP.framesPerSecond();

    private final Path folder;
    private final XServer server;
    private final XClient client;
    private final XWindow window;
    private final ClipPainter painter = new ClipPainter(CLIP);
    private long shown;

    /**
     * A frame was painted.
     *
     * @param number of the frame
     * @param at when the display server had confirmed it, in monotonic nanoseconds
     * @param took how long before that it had been sent
     */
    record Painted(long number, long at, long took) {}

    private PaintedClip(Path folder, XServer server, XClient client) throws IOException {
        this.folder = folder;
        this.server = server;
        this.client = client;
        this.window = new XWindow(client, CLIP.width(), CLIP.height());
    }

    /** @param folder that does not exist yet */
    static PaintedClip open(Path folder) throws IOException, ProgramException {
        PrivateFolder.create(folder);
        // The server holds updates back for half a frame of its own rate: with the rate of a thousand that is no part
        // of the error.
        List<String> command = List.of(
                "Xvnc",
                "-geometry",
                CLIP.width() + "x" + CLIP.height(),
                "-depth",
                "24",
                "-SecurityTypes",
                "None",
                "-rfbport",
                "-1",
                "-rfbunixpath",
                folder.resolve("rfb").toString(),
                "-FrameRate",
                "1000",
                "-AlwaysShared");
        XServer server = XServer.start(
                Programs.PATH,
                command,
                Map.of("PATH", Programs.PATH.value(), "HOME", folder.toString()),
                folder,
                new XServer.Paths(folder.resolve("display"), folder.resolve("authority"), folder.resolve("log")));
        PaintedClip clip = new PaintedClip(folder, server, new XClient(server.display(), folder.resolve("authority")));
        clip.rewind();
        return clip;
    }

    /** Where a client sees the display. */
    Path rfbSocket() {
        return folder.resolve("rfb");
    }

    /** Where a relay of it may listen. */
    Path relaySocket() {
        return folder.resolve("relay");
    }

    /** Shows frame 0. */
    void rewind() throws IOException {
        Rect all = new Rect(0, 0, CLIP.width(), CLIP.height());
        window.image(painter.pixels(0, all), all);
        shown = 0;
    }

    /**
     * Shows each frame that is due from now on, at its time.
     *
     * @param zeroAt when frame 0 is due, in monotonic nanoseconds
     * @param until when to end
     */
    List<Painted> play(long zeroAt, long until) throws IOException {
        List<Painted> all = new ArrayList<>();
        long number = Math.max(1, (long) Math.ceil((System.nanoTime() - zeroAt) / FRAME_NANOS));
        for (long due = due(zeroAt, number); due < until; due = due(zeroAt, ++number)) {
            await(due);
            long from = System.nanoTime();
            show(number);
            long by = System.nanoTime();
            all.add(new Painted(number, by, by - from));
        }
        return all;
    }

    private static long due(long zeroAt, long number) {
        return zeroAt + Math.round(number * FRAME_NANOS);
    }

    private void show(long number) throws IOException {
        Rect changed = painter.marker(shown).union(painter.marker(number));
        window.image(painter.pixels(number, changed), changed);
        shown = number;
    }

    private static void await(long instant) {
        for (long left = instant - System.nanoTime(); left > SPIN_NANOS; left = instant - System.nanoTime()) {
            LockSupport.parkNanos(left - SPIN_NANOS);
        }
        while (instant - System.nanoTime() > 0) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        client.close();
        Player.end(server.process().process());
        XServer.release(folder.resolve("display"));
    }
}
