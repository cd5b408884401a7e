package io.deskmeter.screen.rfb;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.handshake.Login;
import io.deskmeter.screen.rfb.message.PointerEvent;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.shared.InputBatch;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a session. Two threads use it: the event loop (reads and writes), and the session's serial executor
 * (decodes and calls the owner).
 *
 * <p>A connection ends once: the first to set {@link #end} closes the channel. The loss is reported on the executor,
 * after all frames that arrived before it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails arrives as the end of the channel
final class RfbConnection implements RfbReadHandler.Sink, RfbProtocol.Events {
    /** The session; called on its executor. */
    interface Owner {
        /** The server has sent its ServerInit message. */
        void onReady(RfbConnection line);

        void onFrame(FrameUpdate update);

        /**
         * The connection cannot be used any more. Called once at most, and not after {@link RfbConnection#close}.
         *
         * @param again whether another connection may succeed
         */
        void onLost(ScreenException cause, boolean again);

        /** The executor rejects tasks; called on any thread. */
        void onAbandoned(ScreenException cause);
    }

    /** What the connections of a session have in common. */
    record Setting(RfbTarget target, RfbSettings settings, Executor executor, LongSupplier nanoTime, RfbTls tls) {}

    private static final Logger LOG = LoggerFactory.getLogger(RfbConnection.class);
    private static final String NOT_READ = "the server does not read fast enough (expected: fewer than "
            + RfbScreens.MAX_UNSENT_BYTES + " bytes waiting)";

    private final Setting setting;
    private final Owner owner;
    private final Channel channel;
    private final RfbReadHandler readHandler;
    private final RfbInput input;
    private final RfbProtocol protocol;
    private final AtomicReference<@Nullable ScreenException> end = new AtomicReference<>();
    private @Nullable Future<?> handshakeTimer;
    /** Rectangles; on the executor. */
    private long clipped;

    private volatile boolean ready;
    /** Whether the server has reported the lights of its keyboard. */
    private volatile boolean lightsTold;

    /**
     * Adds itself to the channel's pipeline; on the event loop, before the channel is open.
     *
     * @param privateLine whether the connection does not leave this machine
     * @param sequence of the session's last frame
     */
    RfbConnection(Setting setting, Owner owner, Channel channel, boolean privateLine, long sequence) {
        this.setting = setting;
        this.owner = owner;
        this.channel = channel;
        RfbSettings settings = setting.settings();
        ArrivalStamp stamp = new ArrivalStamp(setting.nanoTime());
        this.readHandler = new RfbReadHandler(stamp, settings.maxQueuedBytes(), this);
        this.input = new RfbInput(channel, setting.nanoTime(), settings.keyboard());
        Login login = new Login(
                setting.target().user(),
                setting.target().password(),
                settings.security().types(),
                privateLine,
                setting.tls().hasAnonymous(),
                settings.security().trust().kind() == Trust.Kind.ANY);
        this.protocol = new RfbProtocol(login, settings, this::send, this::startTls, this, sequence);
        channel.pipeline().addLast(stamp, readHandler);
    }

    boolean isReady() {
        return ready;
    }

    @Override
    public void onOpen() {
        long millis = setting.settings().handshakeTimeout().toMillis();
        handshakeTimer = channel.eventLoop()
                .schedule(
                        () -> loseLater("no end of the handshake within " + millis
                                + " ms (expected: a VNC server that answers; is it overloaded or another service?)"),
                        millis,
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void onChunk(byte[] chunk, long arrivedAt) {
        run(() -> {
            try {
                converse(() -> protocol.feed(chunk, arrivedAt));
            } finally {
                readHandler.decoded(chunk.length, channel);
            }
        });
    }

    @Override
    public void onEnd(String cause) {
        stopHandshakeTimer();
        loseLater("connection: " + cause + " (expected: a stable connection; see the server's log)");
    }

    @FunctionalInterface
    private interface Talk {
        void go() throws ScreenException;
    }

    private void converse(Talk talk) {
        if (end.get() != null) {
            return;
        }
        try {
            talk.go();
        } catch (ScreenException e) {
            lose(String.valueOf(e.getMessage()), e, !ready);
        } catch (RuntimeException | Error e) {
            lose(ScreenException.ofDefect(setting.target() + ": a listener or decoder failed with " + e, e), false);
        }
    }

    @Override
    public void onReady(String desktopName) {
        ready = true;
        channel.eventLoop().execute(() -> input.desktopIs(desktopName));
        channel.eventLoop().execute(this::stopHandshakeTimer);
        owner.onReady(this);
    }

    private void stopHandshakeTimer() {
        if (handshakeTimer != null) {
            handshakeTimer.cancel(false);
        }
    }

    @Override
    public void onFrame(FrameUpdate update) {
        if (end.get() == null) {
            owner.onFrame(update);
        }
    }

    @Override
    public void onPointerMoved(int x, int y) {
        if (channel.isWritable()) {
            channel.eventLoop().execute(() -> input.follow(x, y));
        }
    }

    @Override
    public void onExtendedKeys() {
        channel.eventLoop().execute(input::useScancodes);
    }

    @Override
    public void onLights(boolean capsLock, boolean numLock) {
        lightsTold = true;
        channel.eventLoop().execute(() -> input.lightsAre(capsLock, numLock));
    }

    @Override
    public void onClipped(long rectangles) {
        if (clipped == 0) {
            LOG.info("{}: sends rectangles that reach beyond its desktop; they are clipped", setting.target());
        }
        clipped += rectangles;
    }

    /** Why there is no picture, see {@link RfbScreen#whyNoPicture}. */
    String whyNoPicture() {
        return protocol.whyNoPicture();
    }

    /** Why the colours may be wrong, see {@link RfbScreen#whyColoursUnknown}. */
    String whyColoursUnknown() {
        return protocol.whyColoursUnknown();
    }

    /**
     * Why letters may arrive in the other case, see {@link RfbScreen#whyCaseUnknown}. Servers that report lights do so
     * with their first picture.
     */
    String whyCaseUnknown() {
        return lightsTold
                ? ""
                : "whether Caps Lock is on: the server does not report the lights of its keyboard; if it is on, letters may arrive"
                        + " in the other case, \"Ab\" as \"aB\", as x11vnc types them, and nothing notices that during a run";
    }

    /** What the server has begun to send, see {@link RfbScreen#unfinishedMessage}. */
    String unfinishedMessage() {
        return end.get() == null ? protocol.unfinishedMessage(setting.nanoTime().getAsLong()) : "";
    }

    /**
     * Sends messages of the protocol. Limits the bytes that wait for a server that requests answers but does not read
     * them.
     */
    private void send(ClientMessage message) {
        if (!channel.isWritable()) {
            // A closed channel is not writable either; its end is reported by what closed it.
            channel.eventLoop().execute(() -> {
                if (channel.isActive()) {
                    loseLater(NOT_READ);
                }
            });
            return;
        }
        if (message instanceof PointerEvent pointer) {
            channel.eventLoop().execute(() -> input.pointerIsAt(pointer.x(), pointer.y()));
        }
        ByteBuf buffer = channel.alloc().buffer();
        message.write(buffer);
        channel.writeAndFlush(buffer, channel.voidPromise());
    }

    /**
     * Nothing is sent until {@code secured} is called, so no message can bypass the new handler. All bytes that were
     * read before the handler was added have been decoded by then, and thus refused.
     */
    private void startTls(boolean certified, Runnable secured) throws ScreenException {
        SslContext context = certified
                ? setting.tls().certified(setting.settings().security().trust())
                : setting.tls().anonymous();
        channel.eventLoop().execute(() -> {
            SslHandler handler = handler(context, certified);
            handler.handshakeFuture().addListener(done -> {
                if (done.isSuccess()) {
                    run(() -> converse(() -> {
                        secured.run();
                        protocol.proceed();
                    }));
                } else {
                    loseLater(tlsFailure(done.cause()));
                }
            });
            channel.pipeline().addBefore(channel.pipeline().context(readHandler).name(), "tls", handler);
        });
    }

    private SslHandler handler(SslContext context, boolean certified) {
        String host = setting.target().host();
        SslHandler handler = host == null
                ? context.newHandler(channel.alloc(), setting.executor())
                : context.newHandler(channel.alloc(), host, -1, setting.executor());
        handler.setHandshakeTimeoutMillis(0); // ours counts
        if (certified && host != null && setting.settings().security().trust().looksAtNames()) {
            SSLParameters parameters = handler.engine().getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            handler.engine().setSSLParameters(parameters);
        }
        return handler;
    }

    private String tlsFailure(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null && !(root instanceof ServerTrust.RefusedException)) {
            root = root.getCause();
        }
        return root instanceof ServerTrust.RefusedException
                ? String.valueOf(root.getMessage())
                : "TLS: " + root.getMessage() + " (expected: a server with TLS 1.2 or 1.3; see its log)";
    }

    /** Sends input; the caller has checked that the connection {@link #isReady}. */
    void fire(List<InputBatch> bursts, RfbInput.Done done) {
        channel.eventLoop().execute(() -> {
            ScreenException gone = end.get();
            if (gone != null) {
                done.failed(gone);
            } else if (!channel.isWritable()) {
                done.failed(new ScreenException(
                        channel.isActive() ? NOT_READ : "connection: closed (expected: open, to send input)"));
            } else {
                input.fire(bursts, done);
            }
        });
    }

    /** Makes ready to type a text; the caller has checked that the connection {@link #isReady}. */
    void prepare(String text, Consumer<@Nullable ScreenException> done) {
        channel.eventLoop().execute(() -> {
            ScreenException gone = end.get();
            if (gone != null) {
                done.accept(gone);
            } else {
                input.prepare(text, done);
            }
        });
    }

    /** Looks back at a text; the caller has checked that the connection {@link #isReady}. */
    void lookBack(String text, long since, Consumer<@Nullable ScreenException> done) {
        channel.eventLoop().execute(() -> {
            ScreenException gone = end.get();
            if (gone != null) {
                done.accept(gone);
            } else {
                input.lookBack(text, since, done);
            }
        });
    }

    /**
     * Sends a probe; on the executor.
     *
     * @param hears called on the executor, once, with the answer
     */
    void probe(Consumer<ProbeAnswer> hears) {
        long now = setting.nanoTime().getAsLong();
        if (end.get() != null || !channel.isWritable()) {
            hears.accept(ProbeAnswer.notAsked(now)); // what waits to be sent would delay it
        } else {
            // Before the request, so that the server looks at its desktop at once when it has read both.
            keepAwake();
            protocol.probe(now, answer -> {
                // The answer was one look more at a desktop that has not changed: the next one would be late.
                keepAwake();
                hears.accept(answer);
            });
        }
    }

    private void keepAwake() {
        if (end.get() == null) {
            channel.eventLoop().execute(input::keepAwake);
        }
    }

    /**
     * Ends the connection, and frees native memory on the executor. A button that is pressed is released before:
     * servers differ in what they do of it.
     */
    void close() {
        ScreenException closed = new ScreenException(setting.target() + ": closed by its user");
        if (end.compareAndSet(null, closed)) {
            try {
                channel.eventLoop().execute(() -> {
                    input.letGo(closed);
                    channel.close();
                });
            } catch (RejectedExecutionException e) {
                channel.close(); // the event loop ends with all its connections
            }
            run(protocol::close);
        }
    }

    private void loseLater(String why) {
        run(() -> lose(why, null, true));
    }

    /** On the executor. */
    private void lose(String why, @Nullable Throwable cause, boolean again) {
        lose(new ScreenException(setting.target() + ": " + why, cause), again);
    }

    private void lose(ScreenException lost, boolean again) {
        if (!end.compareAndSet(null, lost)) {
            return;
        }
        channel.close();
        protocol.close();
        if (clipped > 0) {
            LOG.info("{}: {} rectangles reached beyond its desktop and were clipped", setting.target(), clipped);
        }
        owner.onLost(lost, again);
    }

    /**
     * Passes a task to the session's executor. If the executor rejects it, the session is over and native memory is
     * freed here.
     */
    private void run(Runnable task) {
        try {
            setting.executor().execute(task);
        } catch (RejectedExecutionException e) {
            ScreenException refused = noExecutor(setting, e);
            end.compareAndSet(null, refused);
            channel.close();
            protocol.close();
            owner.onAbandoned(refused);
        }
    }

    static ScreenException noExecutor(Setting setting, RejectedExecutionException e) {
        return new ScreenException(
                setting.target() + ": the session's executor rejects tasks (expected: to outlive its screen)", e);
    }
}
