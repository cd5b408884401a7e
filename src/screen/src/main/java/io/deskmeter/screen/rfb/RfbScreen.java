package io.deskmeter.screen.rfb;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.shared.InputBatch;
import io.deskmeter.screen.shared.PointerGuard;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session: a connection to the server, and the next one if it is lost and the settings allow a reconnect. Its own
 * state changes on the session's executor; {@link #fire} and {@link #close} may be called on any thread.
 *
 * <p>A session ends once, by the first call that sets {@link #end}.
 */
final class RfbScreen implements Screen, RfbConnection.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(RfbScreen.class);
    private static final Duration FIRST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    /** Opens connections and schedules tasks for a session. */
    interface Dialler {
        /**
         * Opens a connection; on the executor, because it may resolve a host name.
         *
         * @param screen whose {@link #attach} or {@link #unreachable} is called in the end
         */
        void dial(RfbScreen screen);

        /** Runs a task on the event loop after a delay; running the result cancels it. */
        Runnable later(Duration wait, Runnable task);

        /** The session is over. */
        void over(RfbScreen screen);
    }

    private final RfbConnection.Setting setting;
    private final FrameListener listener;
    private final Dialler dialler;
    private final CompletableFuture<Screen> connected;
    private final AtomicReference<@Nullable ScreenException> end = new AtomicReference<>();
    private volatile @Nullable RfbConnection line;
    private final PointerGuard pointer = new PointerGuard();
    private volatile long sequence;
    /** Why the session has no connection, while it reconnects; set until the new connection shows a frame. */
    private volatile @Nullable ScreenException lost;

    /** The caller has this screen; from then on its end is reported to the listener. */
    private boolean shown;

    private Runnable callOff = () -> {};
    private Duration wait = FIRST_WAIT;

    /** @param connected completed with this screen, or with the reason why there is none */
    RfbScreen(
            RfbConnection.Setting setting,
            FrameListener listener,
            Dialler dialler,
            CompletableFuture<Screen> connected) {
        this.setting = setting;
        this.listener = listener;
        this.dialler = dialler;
        this.connected = connected;
    }

    RfbConnection.Setting setting() {
        return setting;
    }

    /** A channel is about to be opened for this session; on the event loop. */
    void attach(Channel channel, boolean privateLine) {
        RfbConnection next = new RfbConnection(setting, this, channel, privateLine, sequence);
        line = next;
        if (end.get() != null) { // closed in the meantime, by one who has not seen the new line
            next.close();
        }
    }

    /** No connection could be opened; called on any thread. */
    void unreachable(ScreenException cause) {
        run(() -> onLost(cause, true));
    }

    @Override
    public void onReady(RfbConnection ready) {
        if (!shown) {
            shown = connected.complete(this);
            if (!shown) {
                close(); // nobody waits any more
            }
        }
    }

    @Override
    public void onFrame(FrameUpdate update) {
        if (end.get() != null) {
            return;
        }
        if (lost != null) {
            LOG.info("{}: connected again", setting.target());
            callOff.run();
            lost = null;
            wait = FIRST_WAIT;
        }
        sequence = update.sequence();
        pointer.desktopIs(update.frame().width(), update.frame().height());
        listener.onFrame(update);
    }

    @Override
    public void onLost(ScreenException cause, boolean again) {
        if (!shown || !again || setting.settings().reconnect().isZero()) {
            lose(cause);
            return;
        }
        if (end.get() != null) {
            return;
        }
        if (lost == null) {
            Duration timeout = setting.settings().reconnect();
            LOG.warn("{}; reconnecting for {} ms", cause.getMessage(), timeout.toMillis());
            callOff = dialler.later(timeout, () -> run(this::giveUp));
        }
        lost = cause;
        dialler.later(wait, () -> run(this::dial));
        Duration twice = wait.multipliedBy(2);
        wait = twice.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : twice;
    }

    void dial() {
        if (end.get() == null) {
            dialler.dial(this);
        }
    }

    private void giveUp() {
        ScreenException cause = lost;
        if (cause != null) {
            lose(new ScreenException(
                    cause.getMessage() + "; no new connection within "
                            + setting.settings().reconnect().toMillis() + " ms",
                    cause));
        }
    }

    /** Ends the session permanently. */
    private void lose(ScreenException cause) {
        if (!finish(cause)) {
            return;
        }
        if (shown) {
            listener.onLost(cause);
        } else {
            connected.completeExceptionally(cause);
        }
    }

    @Override
    public void onAbandoned(ScreenException cause) {
        if (finish(cause)) {
            connected.completeExceptionally(cause);
        }
    }

    private boolean finish(ScreenException cause) {
        if (!end.compareAndSet(null, cause)) {
            return false;
        }
        RfbConnection last = line;
        if (last != null) {
            last.close();
        }
        dialler.over(this);
        return true;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The future completes on the session's executor, before any frame that arrived after the input left is shown. A
     * key that is pressed twice in a row waits 20 ms in between, see {@link RfbInput}.
     */
    @Override
    public CompletableFuture<Long> fire(List<InputEvent> events) {
        InputMessages.check(events);
        CompletableFuture<Long> result = new CompletableFuture<>();
        RfbInput.Done done = new RfbInput.Done() {
            @Override
            public void fired(long at) {
                onExecutor(() -> result.complete(at));
            }

            @Override
            public void failed(Throwable cause) {
                ScreenException failure = new ScreenException(
                        setting.target() + ": input not sent: "
                                + (cause instanceof ScreenException ? cause.getMessage() : "connection lost"),
                        cause);
                onExecutor(() -> result.completeExceptionally(failure));
            }
        };
        RfbConnection current = line;
        ScreenException why = end.get();
        if (why == null && (current == null || !current.isReady())) {
            why = lost;
        }
        try {
            if (why != null || current == null) {
                done.failed(why == null ? new ScreenException("not connected (expected: a connected screen)") : why);
            } else {
                current.fire(InputBatch.split(pointer.admit(events)), done);
            }
        } catch (ScreenException e) {
            return CompletableFuture.failedFuture(new ScreenException(setting.target() + ": " + e.getMessage(), e));
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(
                    new ScreenException(setting.target() + ": input not sent: the screens are closed", e));
        }
        return result;
    }

    /** {@inheritDoc} See {@link TextRules}. */
    @Override
    public CompletableFuture<Void> prepare(String text) {
        return ask(text, RfbConnection::prepare);
    }

    /** {@inheritDoc} By the lights that the server reports, see {@link RfbInput#lookBack}. */
    @Override
    public CompletableFuture<Void> lookBack(String text, long since) {
        return ask(text, (connection, typed, done) -> connection.lookBack(typed, since, done));
    }

    /** What a connection says of a text. */
    private interface Question {
        void ask(RfbConnection connection, String text, Consumer<@Nullable ScreenException> done);
    }

    private CompletableFuture<Void> ask(String text, Question question) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        RfbConnection current = line;
        ScreenException why = end.get();
        if (why == null && (current == null || !current.isReady())) {
            why = lost;
        }
        if (why != null || current == null) {
            return CompletableFuture.failedFuture(new ScreenException(
                    setting.target() + ": text not typed: not connected (expected: a connected screen)", why));
        }
        try {
            question.ask(
                    current,
                    text,
                    refusal -> onExecutor(() -> {
                        if (refusal == null) {
                            result.complete(null);
                        } else {
                            result.completeExceptionally(
                                    new ScreenException(setting.target() + ": " + refusal.getMessage(), refusal));
                        }
                    }));
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(
                    new ScreenException(setting.target() + ": text not typed: the screens are closed", e));
        }
        return result;
    }

    /** {@inheritDoc} A request for one pixel, see {@link io.deskmeter.screen.rfb.server.UpdateProbe}. */
    @Override
    public CompletableFuture<ProbeAnswer> probe() {
        CompletableFuture<ProbeAnswer> result = new CompletableFuture<>();
        onExecutor(() -> {
            RfbConnection current = line;
            if (end.get() != null) {
                result.complete(ProbeAnswer.unsupported());
            } else if (current == null) {
                result.complete(ProbeAnswer.notAsked(setting.nanoTime().getAsLong()));
            } else {
                current.probe(result::complete);
            }
        });
        return result;
    }

    @Override
    public String whyNoPicture() {
        RfbConnection current = line;
        return current == null ? "" : current.whyNoPicture();
    }

    @Override
    public String whyColoursUnknown() {
        RfbConnection current = line;
        return current == null ? "" : current.whyColoursUnknown();
    }

    @Override
    public String whyCaseUnknown() {
        RfbConnection current = line;
        return current == null ? "" : current.whyCaseUnknown();
    }

    @Override
    public String unfinishedMessage() {
        RfbConnection current = line;
        return current == null ? "" : current.unfinishedMessage();
    }

    @Override
    public void close() {
        ScreenException closed = new ScreenException(setting.target() + ": closed by its user");
        if (finish(closed)) {
            onExecutor(() -> connected.completeExceptionally(closed));
        }
    }

    /** On the executor if it still accepts tasks, else here. */
    private void onExecutor(Runnable task) {
        try {
            setting.executor().execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    private void run(Runnable task) {
        try {
            setting.executor().execute(task);
        } catch (RejectedExecutionException e) {
            onAbandoned(RfbConnection.noExecutor(setting, e));
        }
    }
}
