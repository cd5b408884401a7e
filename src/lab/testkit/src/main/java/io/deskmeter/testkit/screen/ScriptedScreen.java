package io.deskmeter.testkit.screen;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A screen whose desktop is a script: {@link #onInput} defines the reaction to input, {@link #later} what is painted
 * when. Frames arrive at the virtual time at which they are painted; {@link #deliverAfter} delays the calls of the
 * listener, as on a busy machine.
 *
 * <p>Not thread-safe: everything runs on the test's thread.
 */
public final class ScriptedScreen implements Screen {
    private final VirtualTime time;
    /** The present picture of the desktop. */
    private Frame frame;

    /** The picture that the listener has received. */
    private Frame store;

    private final List<Sent> sent = new ArrayList<>();
    private final List<Long> probes = new ArrayList<>();
    private final List<Stop> stops = new ArrayList<>();
    private BiConsumer<ScriptedScreen, List<InputEvent>> script = (screen, events) -> {};
    private Duration delivery = Duration.ZERO;
    private Duration report = Duration.ZERO;
    private boolean probed;
    /** Until a probe is answered; null for never. */
    private @Nullable Duration probeAnswer;

    private @Nullable FrameListener listener;
    private Executor executor = Runnable::run;
    private long sequence;
    private boolean closed;
    private boolean deaf;
    private long capsLockAt = Long.MAX_VALUE;
    private Duration lookBackTakes = Duration.ZERO;

    public ScriptedScreen(VirtualTime time, int width, int height) {
        this.time = time;
        this.frame = new Frame(width, height);
        this.store = new Frame(width, height);
    }

    /** In nanoseconds of virtual time. */
    private record Stop(long from, long to) {}

    /** Input with the time at which it was sent. */
    public record Sent(long at, List<InputEvent> events) {
        public Sent {
            events = List.copyOf(events);
        }
    }

    /** The reaction to input. */
    public ScriptedScreen onInput(BiConsumer<ScriptedScreen, List<InputEvent>> reaction) {
        script = reaction;
        return this;
    }

    /** How long after its arrival a frame is passed to the listener. */
    public ScriptedScreen deliverAfter(Duration delay) {
        delivery = delay;
        return this;
    }

    /**
     * How long after input was sent that is reported; not later than frames that arrive afterwards are passed to the
     * listener.
     */
    public ScriptedScreen reportInputAfter(Duration delay) {
        report = delay;
        return this;
    }

    /**
     * Probes are answered from now on, so long after they were sent: that nothing had changed, unless something has
     * been painted since.
     */
    public ScriptedScreen answerProbes(Duration after) {
        probed = true;
        probeAnswer = after;
        return this;
    }

    /**
     * A probe that arrives between these instants is answered after the later one: the server stands still. Its
     * pictures come nevertheless.
     */
    public ScriptedScreen stopped(Duration from, Duration to) {
        stops.add(new Stop(from.toNanos(), to.toNanos()));
        return this;
    }

    /** Probes are taken from now on, and never answered. */
    public ScriptedScreen ignoreProbes() {
        probed = true;
        probeAnswer = null;
        return this;
    }

    /**
     * From this instant on it is known that what was typed has not arrived as meant: the server has said that Caps Lock
     * is on.
     */
    public ScriptedScreen tellsCapsLockAt(Duration instant) {
        capsLockAt = instant.toNanos();
        return this;
    }

    /** How long it takes to look back at what was typed: frames may be shown before. */
    public ScriptedScreen looksBackFor(Duration duration) {
        lookBackTakes = duration;
        return this;
    }

    @Override
    public CompletableFuture<Void> lookBack(String text, long since) {
        if (!lookBackTakes.isZero()) {
            CompletableFuture<Void> looked = new CompletableFuture<>();
            var unused = time.schedule(() -> looked.complete(null), lookBackTakes.toNanos(), TimeUnit.NANOSECONDS);
            return looked;
        }
        return time.nanoTime() >= capsLockAt && capsLockAt >= since
                ? CompletableFuture.failedFuture(
                        ScreenException.ofRefusedInput("text not typed as meant: Caps Lock went on: " + text))
                : CompletableFuture.completedFuture(null);
    }

    /** Ignores input from now on, without an error. */
    public ScriptedScreen deaf() {
        deaf = true;
        return this;
    }

    /** Starts the calls of the listener; the first frame is the whole screen. */
    public void connect(FrameListener to, Executor on) {
        listener = to;
        executor = on;
        update(all -> all.bounds());
    }

    /** Paints after a delay; the painter returns the changed region. */
    public void later(Duration delay, Function<Frame, Rect> painter) {
        var unused = time.schedule(() -> update(painter), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The desktop has another size now, and is black. */
    public void resize(int width, int height) {
        frame = new Frame(width, height);
        store = new Frame(width, height);
        update(Frame::bounds);
    }

    /** Paints now. */
    public void update(Function<Frame, Rect> painter) {
        Rect damage = painter.apply(frame);
        FrameUpdate update = new FrameUpdate(store, List.of(damage), time.nanoTime(), ++sequence);
        FrameListener hears = listener;
        if (hears == null || closed) {
            return;
        }
        Frame picture = frame.copy();
        Runnable deliver = () -> executor.execute(() -> {
            System.arraycopy(picture.pixels(), 0, store.pixels(), 0, picture.pixels().length);
            hears.onFrame(update);
        });
        if (delivery.isZero()) {
            deliver.run();
        } else {
            var unused = time.schedule(deliver, delivery.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** The connection breaks. */
    public void lose(String why) {
        lose(new ScreenException(why));
    }

    /** The screen is lost for that reason. */
    public void lose(ScreenException why) {
        FrameListener hears = listener;
        closed = true;
        if (hears != null) {
            executor.execute(() -> hears.onLost(why));
        }
    }

    @Override
    public CompletableFuture<Long> fire(List<InputEvent> events) {
        if (closed) {
            return CompletableFuture.failedFuture(new ScreenException("screen: closed"));
        }
        if (deaf) {
            return new CompletableFuture<>();
        }
        long at = time.nanoTime();
        sent.add(new Sent(at, events));
        script.accept(this, events);
        if (report.isZero()) {
            return CompletableFuture.completedFuture(at);
        }
        CompletableFuture<Long> reported = new CompletableFuture<>();
        var unused = time.schedule(() -> reported.complete(at), report.toNanos(), TimeUnit.NANOSECONDS);
        return reported;
    }

    @Override
    public CompletableFuture<ProbeAnswer> probe() {
        if (!probed) {
            return CompletableFuture.completedFuture(ProbeAnswer.unsupported());
        }
        long at = time.nanoTime();
        probes.add(at);
        CompletableFuture<ProbeAnswer> result = new CompletableFuture<>();
        Duration after = probeAnswer;
        if (after != null) {
            long painted = sequence;
            long goesOnAt = stops.stream()
                    .filter(stop -> stop.from() <= at && at < stop.to())
                    .mapToLong(Stop::to)
                    .max()
                    .orElse(at);
            var unused = time.schedule(
                    () -> executor.execute(() -> result.complete(
                            painted == sequence ? ProbeAnswer.unchanged(at) : ProbeAnswer.inconclusive(at))),
                    goesOnAt - at + after.plus(delivery).toNanos(),
                    TimeUnit.NANOSECONDS);
        }
        return result;
    }

    /** When probes were sent. */
    public List<Long> probes() {
        return List.copyOf(probes);
    }

    /** All input so far. */
    public List<Sent> sent() {
        return List.copyOf(sent);
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
