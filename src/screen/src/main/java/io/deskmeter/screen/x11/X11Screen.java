package io.deskmeter.screen.x11;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.KeyboardTable;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.shared.InputBatch;
import io.deskmeter.screen.shared.PointerGuard;
import io.deskmeter.screen.x11.wire.Request;
import io.deskmeter.screen.x11.wire.ServerSetup;
import io.deskmeter.screen.x11.wire.XConnection;
import io.deskmeter.screen.x11.wire.XError;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One display. Three kinds of threads use it: the event loop (reads, timestamps, captures, sends input), the screen's
 * serial executor (paints pictures into the frame, calls the listener, completes futures), and the callers of
 * {@link #fire} and {@link #close}.
 *
 * <p>A screen ends once: the first to set {@link #end} closes the connection. The loss is reported on the executor,
 * after all frames that were captured before it.
 */
final class X11Screen implements Screen, XConnection.Listener, DisplayCapture.Sink {
    private static final Logger LOG = LoggerFactory.getLogger(X11Screen.class);
    /** How long a server may take to complete the last requests. */
    static final long CLOSE_DELAY_MILLIS = 1000;

    private final X11Target target;
    private final X11Settings settings;
    private final FrameListener listener;
    private final Executor executor;
    private final LongSupplier nanoTime;
    private final EventLoop loop;
    private final XConnection connection;
    private final CompletableFuture<Screen> opened;
    private final PointerGuard pointer = new PointerGuard();
    private final AtomicReference<ScreenException> end = new AtomicReference<>();

    /** Owned by the event loop; set once the display has sent its setup. */
    private @Nullable Server server;

    private @Nullable DisplayCapture capture;
    private @Nullable DisplayInput input;
    private @Nullable ScheduledFuture<?> poll;

    /** Owned by the executor. */
    private @Nullable X11Picture picture;

    /**
     * @param executor serial
     * @param opened completed with this screen, or with the reason why there is none
     */
    X11Screen(
            X11Target target,
            X11Settings settings,
            FrameListener listener,
            Executor executor,
            LongSupplier nanoTime,
            EventLoop loop,
            byte @Nullable [] cookie,
            CompletableFuture<Screen> opened) {
        this.target = target;
        this.settings = settings;
        this.listener = listener;
        this.executor = executor;
        this.nanoTime = nanoTime;
        this.loop = loop;
        this.opened = opened;
        this.connection = new XConnection(nanoTime, target.name().screen(), cookie, this);
    }

    XConnection connection() {
        return connection;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // failures of any stage end in the last
    public void onOpen(ServerSetup setup) {
        Server.meet(connection, setup).thenCompose(this::begin).whenComplete((done, failure) -> {
            if (failure != null) {
                loseLater(reason(failure), failure);
            }
        });
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return String.valueOf(cause.getMessage());
    }

    private CompletableFuture<?> begin(Server met) {
        server = met;
        if (met.xwayland().isThere()) {
            LOG.warn("{} is an Xwayland display: windows of Wayland programs are not visible", target);
        }
        met.subscribe();
        if (met.damage().isThere()) {
            met.reportDamage();
        }
        CompletableFuture<Rect> place = place(met);
        var keymap = met.keymap();
        var keyboard = met.keyboardState();
        connection.flush();
        return place.thenCombine(
                        keymap, (at, map) -> new DisplayInput(met, loop, nanoTime, map, at, settings.assignKeys()))
                .thenCombine(keyboard, (made, state) -> {
                    made.keyboardState(state);
                    input = made;
                    return made;
                })
                .thenCombine(place, (made, at) -> {
                    look(met, at);
                    return at;
                });
    }

    /** The part of the root window that this screen shows. */
    private CompletableFuture<Rect> place(Server of) {
        String wanted = settings.monitor();
        if (wanted == null) {
            return of.size();
        }
        return of.monitors()
                .thenCompose(all -> all.stream()
                        .filter(m -> m.name().equals(wanted))
                        .findFirst()
                        .map(m -> CompletableFuture.completedFuture(m.place()))
                        .orElseGet(() -> CompletableFuture.failedFuture(
                                new ScreenException("monitor: \"" + wanted + "\" (expected: one of "
                                        + all.stream().map(Monitor::name).toList() + ")"))));
    }

    private void look(Server at, Rect place) {
        X11PixelFormat format = new X11PixelFormat(at.setup());
        boolean told = at.damage().isThere();
        Extension shm = settings.sharedMemory() && target.name().isLocal() ? at.shm() : Extension.NONE;
        DisplayCapture captureLoop = new DisplayCapture(connection, at.setup(), format, told, shm, this);
        capture = captureLoop;
        run(() -> {
            picture = new X11Picture(format);
            if (!opened.complete(this)) {
                close(); // nobody waits any more
            }
        });
        pointer.desktopIs(place.width(), place.height());
        captureLoop.see(place, nanoTime.getAsLong());
        captureLoop.look();
        if (!told) {
            long period = settings.pollPeriod().toNanos();
            LOG.warn("{} does not support DAMAGE: polling every {}", target, settings.pollPeriod());
            poll = loop.scheduleWithFixedDelay(
                    () -> captureLoop.lookForChanges(nanoTime.getAsLong()), period, period, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void onEvent(ByteBuffer event, long arrivedAt) {
        Server from = server;
        DisplayCapture captureLoop = capture;
        if (from == null) {
            return;
        }
        if (from.damage().sent(event, 0)) {
            if (captureLoop != null) {
                captureLoop.damaged(area(event), arrivedAt);
            }
        } else if (from.xkb().sent(event, 0)) {
            onKeyboard(event);
        } else if ((event.get(0) & 0x7F) == Opcodes.MAPPING_NOTIFY) {
            learnKeymap();
        } else if (isRootConfigured(event, from) || isMonitorChange(event, from)) {
            onResize(event, from, arrivedAt);
        }
    }

    private static Rect area(ByteBuffer damage) {
        return new Rect(
                damage.getShort(16), damage.getShort(18), damage.getShort(20) & 0xFFFF, damage.getShort(22) & 0xFFFF);
    }

    private static boolean isRootConfigured(ByteBuffer event, Server from) {
        return (event.get(0) & 0x7F) == Opcodes.CONFIGURE_NOTIFY
                && event.getInt(8) == from.setup().root();
    }

    private static boolean isMonitorChange(ByteBuffer event, Server from) {
        return from.randr().sent(event, Opcodes.RANDR_SCREEN_CHANGE_NOTIFY)
                || from.randr().sent(event, Opcodes.RANDR_NOTIFY);
    }

    private void onResize(ByteBuffer event, Server from, long arrivedAt) {
        if (settings.monitor() != null) {
            onMonitors(from, arrivedAt);
        } else if (isRootConfigured(event, from)) {
            see(new Rect(0, 0, event.getShort(20) & 0xFFFF, event.getShort(22) & 0xFFFF), arrivedAt);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // failures end in the last stage
    private void onMonitors(Server from, long arrivedAt) {
        DisplayCapture captureLoop = capture;
        if (captureLoop != null) {
            captureLoop.suspend();
        }
        place(from).whenComplete((found, failure) -> {
            if (found != null) {
                see(found, arrivedAt);
            } else if (failure != null) {
                loseLater(reason(failure), failure);
            }
        });
        connection.flush();
    }

    private void see(Rect place, long at) {
        DisplayCapture captureLoop = capture;
        DisplayInput touching = input;
        if (captureLoop != null && touching != null && !place.isEmpty()) {
            pointer.desktopIs(place.width(), place.height());
            captureLoop.see(place, at);
            touching.see(place);
            captureLoop.look();
        }
    }

    private void onKeyboard(ByteBuffer event) {
        DisplayInput typing = input;
        if (event.get(1) != Opcodes.XKB_STATE_NOTIFY) {
            learnKeymap();
        } else if (typing != null) {
            typing.keyboardState(new Server.KeyboardState(event.get(13) & 0xFF, event.get(12) & 0xFF));
        }
    }

    private void learnKeymap() {
        DisplayInput typing = input;
        if (typing != null) {
            typing.learnKeymap();
        }
    }

    @Override
    public void onPause() {
        DisplayCapture captureLoop = capture;
        if (captureLoop != null) {
            captureLoop.look();
        }
    }

    @Override
    public void onStrayError(XError error) {
        LOG.warn("{}: the X server refuses: {}", target, error);
    }

    @Override
    public void onEnd(String cause) {
        loseLater("connection: " + cause + " (expected: a display that remains available)", null);
    }

    @Override
    public void onFailure(String why) {
        loseLater(why, null);
    }

    @Override
    public void onShot(CapturedParts shot) {
        run(() -> show(shot));
    }

    private void show(CapturedParts shot) {
        X11Picture of = picture;
        if (end.get() != null || of == null) {
            return;
        }
        try {
            FrameUpdate update = of.take(shot);
            if (update != null) {
                listener.onFrame(update);
            }
        } catch (RuntimeException | Error e) {
            lose(ScreenException.ofDefect(target + ": a listener failed with " + e, e));
            return;
        }
        onLoop(() -> {
            DisplayCapture captureLoop = capture;
            if (captureLoop != null) {
                captureLoop.shown();
            }
        });
    }

    /**
     * {@inheritDoc}
     *
     * <p>The future completes on the screen's executor, before any frame that was taken after the input left is shown.
     * A key that is pressed twice in a row waits 20 ms in between, see {@link DisplayInput}.
     */
    @Override
    public CompletableFuture<Long> fire(List<InputEvent> events) {
        DisplayInput.check(events);
        List<InputBatch> bursts;
        try {
            bursts = InputBatch.split(pointer.admit(events));
        } catch (ScreenException e) {
            return CompletableFuture.failedFuture(new ScreenException(target + ": " + e.getMessage(), e));
        }
        CompletableFuture<Long> result = new CompletableFuture<>();
        if (!onLoop(() -> fire(bursts, result))) {
            result.completeExceptionally(new ScreenException(target + ": input not sent: the screens are closed"));
        }
        return result;
    }

    /** {@inheritDoc} See {@link Keys}. */
    @Override
    public CompletableFuture<Void> prepare(String text) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        if (!onLoop(() -> prepare(text, result))) {
            result.completeExceptionally(new ScreenException(target + ": text not typed: the screens are closed"));
        }
        return result;
    }

    private void prepare(String text, CompletableFuture<Void> result) {
        ScreenException gone = end.get();
        DisplayInput typing = input;
        if (gone != null || typing == null) {
            String why = gone == null ? "the display is not open" : String.valueOf(gone.getMessage());
            fail(result, new ScreenException(target + ": text not typed: " + why, gone));
            return;
        }
        var unused = typing.prepare(text).whenComplete((nothing, failure) -> {
            if (failure != null) {
                fail(result, new ScreenException(target + ": " + reason(failure), failure));
            } else if (!run(() -> result.complete(null))) {
                result.complete(null);
            }
        });
    }

    private void fire(List<InputBatch> bursts, CompletableFuture<Long> result) {
        ScreenException gone = end.get();
        DisplayInput typing = input;
        if (gone != null || typing == null || !connection.isHeard()) {
            String why = gone == null ? "the X server does not read fast enough" : String.valueOf(gone.getMessage());
            fail(result, new ScreenException(target + ": input not sent: " + why, gone));
            return;
        }
        typing.fire(bursts, new DisplayInput.Done() {
            @Override
            public void fired(long at) {
                if (!run(() -> result.complete(at))) {
                    result.complete(at);
                }
            }

            @Override
            public void failed(ScreenException cause) {
                fail(result, new ScreenException(target + ": " + cause.getMessage(), cause));
            }
        });
    }

    /** {@inheritDoc} A round trip, see {@link DisplayProbe}; unsupported where the display does not report drawings. */
    @Override
    public CompletableFuture<ProbeAnswer> probe() {
        CompletableFuture<ProbeAnswer> result = new CompletableFuture<>();
        if (!onLoop(() -> probe(answer -> run(() -> result.complete(answer))))) {
            result.complete(ProbeAnswer.unsupported());
        }
        return result;
    }

    private void probe(Consumer<ProbeAnswer> hears) {
        DisplayCapture captureLoop = capture;
        if (captureLoop == null || end.get() != null) {
            hears.accept(ProbeAnswer.unsupported());
        } else {
            new DisplayProbe(connection, captureLoop).send(nanoTime.getAsLong(), hears);
        }
    }

    /** The display's monitors. */
    CompletableFuture<List<Monitor>> monitors() {
        return ask("monitors", Server::monitors);
    }

    /** What the keys of the display's keyboard type, in the group that is in force. */
    CompletableFuture<KeyboardTable> keyboard() {
        return ask("keyboard", at -> {
            CompletableFuture<Server.KeyboardState> state = at.keyboardState();
            return at.keymap().thenCombine(state, (keymap, now) ->
                    (KeyboardTable) key -> keymap.character(key, now.group()));
        });
    }

    private <T> CompletableFuture<T> ask(String what, Function<Server, CompletableFuture<T>> question) {
        CompletableFuture<T> result = new CompletableFuture<>();
        if (!onLoop(() -> ask(what, question, result))) {
            result.completeExceptionally(new ScreenException(target + ": no " + what + ": the screens are closed"));
        }
        return result;
    }

    private <T> void ask(String what, Function<Server, CompletableFuture<T>> question, CompletableFuture<T> result) {
        Server at = server;
        ScreenException gone = end.get();
        if (at == null || gone != null) {
            String why = gone == null ? "the display is not open" : String.valueOf(gone.getMessage());
            result.completeExceptionally(new ScreenException(target + ": no " + what + ": " + why, gone));
            return;
        }
        var unused = question.apply(at).whenComplete((found, failure) -> {
            if (found != null) {
                result.complete(found);
            } else if (failure != null) {
                result.completeExceptionally(new ScreenException(target + ": " + reason(failure), failure));
            }
        });
        connection.flush();
    }

    private void fail(CompletableFuture<?> result, ScreenException cause) {
        if (!run(() -> result.completeExceptionally(cause))) {
            result.completeExceptionally(cause);
        }
    }

    @Override
    public void close() {
        ScreenException closed = new ScreenException(target + ": closed by its user");
        if (end.compareAndSet(null, closed)) {
            onLoop(this::shut);
            opened.completeExceptionally(closed);
        }
    }

    /** Before the connection is established: there will be none. */
    void unreachable(ScreenException why) {
        if (end.compareAndSet(null, why) && !run(() -> opened.completeExceptionally(why))) {
            opened.completeExceptionally(why);
        }
    }

    private void loseLater(String why, @Nullable Throwable cause) {
        run(() -> lose(why, cause));
    }

    /** On the executor. */
    private void lose(String why, @Nullable Throwable cause) {
        lose(new ScreenException(target + ": " + why, cause));
    }

    private void lose(ScreenException lost) {
        if (!end.compareAndSet(null, lost)) {
            return;
        }
        onLoop(this::shut);
        if (!opened.completeExceptionally(lost) && !opened.isCompletedExceptionally()) {
            listener.onLost(lost);
        }
    }

    /** Releases everything; on the event loop. */
    @SuppressWarnings("FutureReturnValueIgnored") // the connection closes by whichever comes first
    private void shut() {
        ScheduledFuture<?> timer = poll;
        if (timer != null) {
            timer.cancel(false);
        }
        if (capture != null) {
            capture.close();
        }
        if (input == null || !connection.isOpen() || !input.letGo()) {
            connection.close();
            return;
        }
        // A server that cannot send its replies drops the remaining requests, so the connection stays open until it has
        // processed all of them.
        connection.ask(Request.of(Opcodes.GET_INPUT_FOCUS, 0)).whenComplete((done, failure) -> connection.close());
        connection.flush();
        loop.schedule(connection::close, CLOSE_DELAY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Passes a task to the executor; if the executor rejects it, the screen ends. */
    private boolean run(Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            ScreenException refused = new ScreenException(
                    target + ": the screen's executor rejects tasks (expected: to outlive its screen)", e);
            if (end.compareAndSet(null, refused)) {
                onLoop(this::shut);
            }
            opened.completeExceptionally(refused);
            return false;
        }
    }

    private boolean onLoop(Runnable task) {
        try {
            loop.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            LOG.debug("{}: the screens are closed", target, e);
            return false;
        }
    }
}
