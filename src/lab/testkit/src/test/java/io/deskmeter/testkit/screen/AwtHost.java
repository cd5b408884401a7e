package io.deskmeter.testkit.screen;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.awt.AwtScreens;
import io.deskmeter.screen.awt.AwtSettings;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A program that captures its own desktop through AWT and reports frames on standard output; it reads input from
 * standard input. AWT binds a process to one display for life, so each test needs a process of its own.
 */
final class AwtHost implements FrameListener {
    static final int OPENED = 'O';
    static final int FRAME = 'F';
    static final int LOST = 'L';
    static final int FIRED = 'T';
    static final int FAILED = 'E';

    private final DataOutputStream out;

    private AwtHost(DataOutputStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (AwtScreens screens = new AwtScreens(System::nanoTime)) {
            AwtHost host = new AwtHost(out);
            try (Screen screen =
                    screens.open(AwtSettings.defaults(), host, executor).get()) {
                host.serve(screen, new DataInputStream(System.in));
            } catch (ExecutionException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                host.say(FAILED, String.valueOf(cause.getMessage()));
            }
        }
        executor.shutdown();
    }

    private void serve(Screen screen, DataInputStream in) throws IOException {
        say(OPENED, "");
        try {
            while (true) {
                List<InputEvent> events = readEvents(in);
                var unused = screen.fire(events).whenComplete((at, failure) -> {
                    if (failure == null) {
                        answer(at);
                    } else {
                        say(FAILED, String.valueOf(failure.getMessage()));
                    }
                });
            }
        } catch (EOFException e) {
            return; // whoever started us has enough
        }
    }

    static void writeEvents(DataOutputStream to, List<InputEvent> events) throws IOException {
        to.writeInt(events.size());
        for (InputEvent event : events) {
            if (event instanceof InputEvent.Key key) {
                to.writeBoolean(true);
                to.writeInt(key.keysym());
                to.writeBoolean(key.down());
            } else if (event instanceof InputEvent.Pointer pointer) {
                to.writeBoolean(false);
                to.writeInt(pointer.x());
                to.writeInt(pointer.y());
                to.writeInt(pointer.buttons());
            }
        }
        to.flush();
    }

    private static List<InputEvent> readEvents(DataInputStream in) throws IOException {
        List<InputEvent> events = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            events.add(
                    in.readBoolean()
                            ? new InputEvent.Key(in.readInt(), in.readBoolean())
                            : new InputEvent.Pointer(in.readInt(), in.readInt(), in.readInt()));
        }
        return events;
    }

    private synchronized void answer(long at) {
        write(() -> {
            out.writeByte(FIRED);
            out.writeLong(at);
        });
    }

    private synchronized void say(int what, String message) {
        write(() -> {
            out.writeByte(what);
            out.writeUTF(message);
        });
    }

    @Override
    public synchronized void onFrame(FrameUpdate update) {
        write(() -> {
            Frame frame = update.frame();
            out.writeByte(FRAME);
            out.writeLong(update.arrivedAt());
            out.writeLong(update.sequence());
            out.writeInt(update.damage().size());
            for (Rect rect : update.damage()) {
                out.writeInt(rect.x());
                out.writeInt(rect.y());
                out.writeInt(rect.width());
                out.writeInt(rect.height());
            }
            out.writeInt(frame.width());
            out.writeInt(frame.height());
            ByteBuffer pixels = ByteBuffer.allocate(frame.pixels().length * 4);
            pixels.asIntBuffer().put(frame.pixels());
            out.write(pixels.array());
        });
    }

    @Override
    public void onLost(ScreenException cause) {
        say(LOST, String.valueOf(cause.getMessage()));
    }

    private interface Writing {
        void run() throws IOException;
    }

    /** Without a reader of its output, the program ends. */
    private void write(Writing writing) {
        try {
            writing.run();
            out.flush();
        } catch (IOException e) {
            System.exit(1);
        }
    }
}
