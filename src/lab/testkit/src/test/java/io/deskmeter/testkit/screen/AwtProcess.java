package io.deskmeter.testkit.screen;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/**
 * An AWT screen in a separate process, see {@link AwtHost}: forwards its frames, and waits for the listener like the
 * screen.
 */
final class AwtProcess implements Screen {
    private final Process process;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final FrameListener listener;
    private final Executor executor;
    private final Deque<CompletableFuture<Long>> fired = new ArrayDeque<>();
    private boolean closed;

    AwtProcess(TestDisplay testDisplay, FrameListener listener, Executor executor, String... javaOptions)
            throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(javaOptions));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), AwtHost.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(testDisplay.rfb().resolveSibling("awt.log").toFile());
        builder.environment().put("DISPLAY", testDisplay.name());
        builder.environment().put("XAUTHORITY", testDisplay.authority().toString());
        this.process = builder.start();
        this.in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
        this.out = new DataOutputStream(process.getOutputStream());
        this.listener = listener;
        this.executor = executor;
        if (in.readByte() != AwtHost.OPENED) {
            throw new ScreenException(in.readUTF());
        }
        in.readUTF();
        Thread reader = new Thread(this::read, "awt-process");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try {
            while (true) {
                int what = in.readByte();
                if (what == AwtHost.FIRED) {
                    answered().complete(in.readLong());
                } else if (what == AwtHost.FAILED) {
                    answered().completeExceptionally(new ScreenException(in.readUTF()));
                } else {
                    hear(what);
                }
            }
        } catch (IOException e) {
            process.destroy(); // its words have ended, so has it
        }
    }

    private void hear(int what) throws IOException {
        Runnable task;
        if (what == AwtHost.LOST) {
            ScreenException cause = new ScreenException(in.readUTF());
            task = () -> listener.onLost(cause);
        } else {
            FrameUpdate update = readFrame();
            task = () -> listener.onFrame(update);
        }
        FutureTask<Void> heard = new FutureTask<>(
                () -> {
                    if (!isClosed()) {
                        task.run();
                    }
                },
                null);
        executor.execute(heard);
        try {
            heard.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IOException(e);
        }
    }

    private FrameUpdate readFrame() throws IOException {
        long arrivedAt = in.readLong();
        long sequence = in.readLong();
        List<Rect> damage = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            damage.add(new Rect(in.readInt(), in.readInt(), in.readInt(), in.readInt()));
        }
        Frame frame = new Frame(in.readInt(), in.readInt());
        byte[] pixels = in.readNBytes(frame.pixels().length * 4);
        ByteBuffer.wrap(pixels).asIntBuffer().get(frame.pixels());
        return new FrameUpdate(frame, damage, arrivedAt, sequence);
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized CompletableFuture<Long> answered() {
        return fired.remove();
    }

    @Override
    public synchronized CompletableFuture<Long> fire(List<InputEvent> events) {
        if (events.isEmpty() || events.stream().anyMatch(e -> e instanceof InputEvent.Pointer p && p.x() < 0)) {
            throw new IllegalArgumentException("checked by AwtScreenTest: the exception does not cross processes");
        }
        CompletableFuture<Long> result = new CompletableFuture<>();
        try {
            if (closed) {
                throw new IOException("closed");
            }
            fired.add(result);
            AwtHost.writeEvents(out, events);
        } catch (IOException e) {
            result.completeExceptionally(new ScreenException("AWT process: " + e.getMessage(), e));
        }
        return result;
    }

    @Override
    public synchronized void close() {
        closed = true;
        process.destroy();
    }
}
