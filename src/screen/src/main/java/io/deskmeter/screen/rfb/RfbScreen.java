package io.deskmeter.screen.rfb;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.shared.Burst;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One session. Three parties meet here: the event loop (reads and writes), the session's serial executor (decodes, calls the
 * listener, completes futures), and whoever calls {@link #fire} and {@link #close}.
 *
 * <p>A session ends once: the first to set {@link #end} closes the channel. Loss is declared on the executor, thus after all that
 * arrived before it has been shown.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails arrives as the end of the channel
final class RfbScreen implements Screen, Intake.Sink, Conversation.Events {
    private final RfbTarget target;
    private final RfbSettings settings;
    private final FrameListener listener;
    private final Executor executor;
    private final Channel channel;
    private final Intake intake;
    private final Hands hands;
    private final Conversation conversation;
    private final CompletableFuture<Screen> connected;
    private final AtomicReference<ScreenException> end = new AtomicReference<>();
    /** The server has introduced itself; owned by the executor. */
    private boolean ready;

    /**
     * @param executor serial
     * @param connected completed with this screen, or with the reason why there is none
     */
    RfbScreen(
            RfbTarget target,
            RfbSettings settings,
            FrameListener listener,
            Executor executor,
            LongSupplier nanoTime,
            Channel channel,
            CompletableFuture<Screen> connected) {
        this.target = target;
        this.settings = settings;
        this.listener = listener;
        this.executor = executor;
        this.channel = channel;
        this.connected = connected;
        this.intake = new Intake(nanoTime, settings.maxQueuedBytes(), this);
        this.hands = new Hands(channel, nanoTime);
        this.conversation = new Conversation(target.password(), settings, this::send, this);
    }

    Intake intake() {
        return intake;
    }

    @Override
    public void onOpen() {
        long millis = settings.handshakeTimeout().toMillis();
        var timer = channel.eventLoop()
                .schedule(
                        () -> loseLater("no end of the handshake within " + millis
                                + " ms (expected: a VNC server that answers; is it overloaded or another service?)"),
                        millis,
                        TimeUnit.MILLISECONDS);
        connected.whenComplete((screen, failure) -> timer.cancel(false));
    }

    @Override
    public void onChunk(byte[] chunk, long arrivedAt) {
        run(() -> decode(chunk, arrivedAt));
    }

    @Override
    public void onEnd(String cause) {
        loseLater("connection: " + cause + " (expected: a desktop that stays; see the server's log)");
    }

    private void decode(byte[] chunk, long arrivedAt) {
        try {
            if (end.get() == null) {
                conversation.feed(chunk, arrivedAt);
            }
        } catch (ScreenException e) {
            lose(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | Error e) {
            lose("a listener or decoder failed with " + e + " (expected: none ever fails; this is a defect)", e);
        } finally {
            intake.decoded(chunk.length, channel);
        }
    }

    @Override
    public void onReady() {
        ready = true;
        if (!connected.complete(this)) {
            close(); // nobody waits any more
        }
    }

    @Override
    public void onFrame(FrameUpdate update) {
        if (end.get() == null) {
            listener.onFrame(update);
        }
    }

    /** What the conversation says; a server that asks for answers and does not read them is not fed for ever. */
    private void send(ClientMessage message) {
        if (!channel.isWritable()) {
            loseLater("the server does not read what we send (expected: fewer than " + RfbScreens.MAX_UNSENT_BYTES
                    + " bytes waiting)");
            return;
        }
        ByteBuf buffer = channel.alloc().buffer();
        message.write(buffer);
        channel.writeAndFlush(buffer, channel.voidPromise());
    }

    @Override
    public void onPointerMoved(int x, int y) {
        if (channel.isWritable()) {
            channel.eventLoop().execute(() -> hands.follow(x, y));
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>The future completes on the session's executor, before any frame that arrived after the input left is shown. A key that is
     * pressed twice in a row waits 20 ms in between, see {@link Hands}.
     */
    @Override
    public CompletableFuture<Long> fire(List<InputEvent> events) {
        InputMessages.check(events);
        List<Burst> bursts = Burst.split(events);
        CompletableFuture<Long> result = new CompletableFuture<>();
        try {
            channel.eventLoop().execute(() -> fire(bursts, result));
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new ScreenException(target + ": input not sent: the screens are closed", e));
        }
        return result;
    }

    private void fire(List<Burst> bursts, CompletableFuture<Long> result) {
        ScreenException gone = end.get();
        if (gone != null || !channel.isWritable()) {
            String why = gone == null ? "the server does not read what we send" : String.valueOf(gone.getMessage());
            fail(result, new ScreenException(target + ": input not sent: " + why, gone));
            return;
        }
        hands.fire(bursts, new Hands.Done() {
            @Override
            public void fired(long at) {
                complete(result, at);
            }

            @Override
            public void failed(Throwable cause) {
                fail(result, new ScreenException(target + ": input not sent: connection lost", cause));
            }
        });
    }

    private void complete(CompletableFuture<Long> result, long firedAt) {
        if (!run(() -> result.complete(firedAt))) {
            result.complete(firedAt);
        }
    }

    private void fail(CompletableFuture<Long> result, ScreenException cause) {
        if (!run(() -> result.completeExceptionally(cause))) {
            result.completeExceptionally(cause);
        }
    }

    @Override
    public void close() {
        ScreenException closed = new ScreenException(target + ": closed by its user");
        if (end.compareAndSet(null, closed)) {
            channel.close();
            run(() -> {
                conversation.close();
                connected.completeExceptionally(closed);
            });
        }
    }

    private void loseLater(String why) {
        run(() -> lose(why, null));
    }

    /** On the executor. */
    private void lose(String why, @Nullable Throwable cause) {
        ScreenException lost = new ScreenException(target + ": " + why, cause);
        if (!end.compareAndSet(null, lost)) {
            return;
        }
        channel.close();
        conversation.close();
        if (ready) {
            listener.onLost(lost);
        } else {
            connected.completeExceptionally(lost);
        }
    }

    /**
     * Hands a task to the session's executor; where that takes none any more, the session is over and native memory is given back
     * from here.
     */
    private boolean run(Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            ScreenException refused = new ScreenException(
                    target + ": the session's executor takes no tasks (expected: to outlive its screen)", e);
            end.compareAndSet(null, refused);
            channel.close();
            conversation.close();
            connected.completeExceptionally(refused);
            return false;
        }
    }
}
