package io.deskmeter.e2e;

import static org.awaitility.Awaitility.await;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.InputEvent.Pointer;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A session of {@code ue/drag} on a real desktop, with which something happens before or during its drag; asks the X
 * server for its buttons when the drag is over.
 */
final class FaultyDrag implements SessionListener, AutoCloseable {
    private static final String DRAG = "ue/drag";
    private static final String BEFORE_DRAG = "settle";
    private static final long MINUTES = 3;

    /**
     * Moves of a pressed pointer after which the drag is in its middle: more than those of the operations and the trial
     * before it.
     */
    private static final int MID_DRAG = 150;

    /** A release that was sent is carried out within this time. */
    private static final long RELEASED_WITHIN_MILLIS = 2_000;

    private static final Duration COVERED_WITHIN = Duration.ofSeconds(20);

    private final Fault fault;
    private final WorkloadSessions sessions;
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final CollectedResults results = new CollectedResults();
    private final AtomicReference<@Nullable Desktop> desktop = new AtomicReference<>();
    private volatile int buttons = -1;

    /** What happens. */
    enum Fault {
        RELATIVE_POINTER,
        COVERED_BEFORE,
        COVERED_IN_MID_DRAG,
        KILLED_IN_MID_DRAG
    }

    private FaultyDrag(Fault fault, WorkloadSessions sessions) {
        this.fault = fault;
        this.sessions = sessions;
    }

    /**
     * To the end of the session.
     *
     * @param state the folder of its desktop, with a short name
     */
    static FaultyDrag make(Path state, Fault fault) throws Exception {
        try (FaultyDrag drag = new FaultyDrag(fault, WorkloadSessions.open(state, DRAG))) {
            var unused = drag.sessions
                    .start(1, drag, context -> context.at(drag.desktops()))
                    .get(MINUTES, TimeUnit.MINUTES);
            return drag;
        }
    }

    private LocalSessionDesktops desktops() {
        return new LocalSessionDesktops(
                (session, width, height) -> {
                    Desktop started = sessions.resources().desktops().start(session, width, height);
                    desktop.set(started);
                    return started;
                },
                this::connect,
                Platforms.here().name(),
                ForkJoinPool.commonPool(),
                System::nanoTime);
    }

    private CompletableFuture<Screen> connect(Desktop at, FrameListener listener, Executor executor) {
        return screens.connect(RfbTarget.unix(at.rfbSocket()), RfbSettings.defaults(), listener, executor)
                .thenApply(Watched::new);
    }

    private Desktop running() {
        Desktop running = desktop.get();
        if (running == null) {
            throw new IllegalStateException("no desktop was started (expected: one)");
        }
        return running;
    }

    private Path cover() {
        Path covered = running().home().resolve("covered");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=false",
                "-cp",
                System.getProperty("java.class.path"),
                CoveringWindow.class.getName(),
                covered.toString());
        try {
            var unused = running().launch(command, running().home());
            return covered;
        } catch (DesktopException e) {
            throw new IllegalStateException(e);
        }
    }

    private void kill() {
        try {
            Processes.carrying(sessions.mark()).forEach(ProcessHandle::destroyForcibly);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends what the session sends, and lets the fault happen. */
    private final class Watched implements Screen {
        private final Screen screen;
        private int pressed;
        private @Nullable Pointer grip;

        private Watched(Screen screen) {
            this.screen = screen;
        }

        @Override
        public CompletableFuture<Long> fire(List<InputEvent> events) {
            return screen.fire(events.stream().map(this::sent).toList());
        }

        private synchronized InputEvent sent(InputEvent event) {
            if (!(event instanceof Pointer pointer)) {
                return event;
            }
            pressed += pointer.buttons() == 0 ? 0 : 1;
            if (pressed == MID_DRAG && pointer.buttons() != 0) {
                switch (fault) {
                    case COVERED_IN_MID_DRAG -> {
                        var unused = cover();
                    }
                    case KILLED_IN_MID_DRAG -> kill();
                    default -> {
                        // Happens before the drag.
                    }
                }
            }
            return fault == Fault.RELATIVE_POINTER && wasSettled() ? slower(pointer) : pointer;
        }

        /** A relative pointer with an acceleration of 1/2 moves half as far as it is sent. */
        private Pointer slower(Pointer pointer) {
            if (pointer.buttons() == 0) {
                grip = null;
                return pointer;
            }
            Pointer from = grip == null ? pointer : grip;
            grip = from;
            return new Pointer((from.x() + pointer.x()) / 2, (from.y() + pointer.y()) / 2, pointer.buttons());
        }

        @Override
        public CompletableFuture<ProbeAnswer> probe() {
            return screen.probe();
        }

        @Override
        public void close() {
            screen.close();
        }
    }

    private boolean wasSettled() {
        return results.timings().stream().anyMatch(timing -> timing.operation().equals(BEFORE_DRAG));
    }

    @Override
    public void changed(SessionUpdate change) {
        // The session completes with its last phase.
    }

    @Override
    public void timed(Timing timing) {
        results.timed(timing);
        if (timing.operation().equals(BEFORE_DRAG) && fault == Fault.COVERED_BEFORE) {
            Path covered = cover();
            await().atMost(COVERED_WITHIN).until(() -> Files.exists(covered));
        }
        if (timing.operation().equals("drag")) {
            buttons = buttonsNow();
        }
    }

    private int buttonsNow() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RELEASED_WITHIN_MILLIS);
        try {
            int now;
            do {
                now = PointerButtons.pressed(running().folder());
            } while (now != 0 && System.nanoTime() - deadline < 0);
            return now;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void sampled(Sample sample) {
        results.sampled(sample);
    }

    /** Of the drag. */
    Timing timing() {
        return results.timings().stream()
                .filter(timing -> timing.operation().equals("drag"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no drag in " + this));
    }

    List<Sample> samples() {
        return results.samples();
    }

    /** Pressed when the drag was over, as a mask; −1 if there was none. */
    int buttons() {
        return buttons;
    }

    @Override
    public void close() {
        screens.close();
        sessions.close();
    }

    @Override
    public String toString() {
        return fault + "\n" + results;
    }
}
