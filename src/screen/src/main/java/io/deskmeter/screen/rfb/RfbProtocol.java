package io.deskmeter.screen.rfb;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.encoding.Decoders;
import io.deskmeter.screen.rfb.encoding.Encoding;
import io.deskmeter.screen.rfb.handshake.Login;
import io.deskmeter.screen.rfb.handshake.RfbHandshake;
import io.deskmeter.screen.rfb.handshake.ServerInit;
import io.deskmeter.screen.rfb.handshake.TlsSwitch;
import io.deskmeter.screen.rfb.message.PointerEvent;
import io.deskmeter.screen.rfb.message.SetEncodings;
import io.deskmeter.screen.rfb.message.SetPixelFormat;
import io.deskmeter.screen.rfb.server.FormatProbe;
import io.deskmeter.screen.rfb.server.ServerEvents;
import io.deskmeter.screen.rfb.server.ServerMessages;
import io.deskmeter.screen.rfb.server.UpdateFlow;
import io.deskmeter.screen.rfb.server.UpdateListener;
import io.deskmeter.screen.rfb.server.UpdateProbe;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.ServerFormat;
import io.deskmeter.screen.rfb.wire.Unfinished;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client side of the protocol without I/O: the input is chunks of bytes; the output is messages, frames and at most
 * one exception. Owned by the session's serial executor.
 */
final class RfbProtocol implements AutoCloseable {
    /** Receives the results. */
    interface Events extends ServerEvents {
        /** The server has sent its ServerInit message, with a name for its desktop. */
        void onReady(String desktopName);

        void onFrame(FrameUpdate update);

        /** So many more rectangles reached beyond the desktop; the part outside was dropped. */
        void onClipped(long rectangles);
    }

    /**
     * A message that the server has begun and not ended.
     *
     * @param missing how many bytes the decoder waits for at least; 0 if it does not know
     * @param lastAt arrival of the last bytes
     */
    private record Begun(Unfinished what, int missing, long lastAt) {}

    private final RfbSettings settings;
    private final Consumer<ClientMessage> out;
    private final Events events;
    private final ReceiveBuffer inbox = new ReceiveBuffer();
    private final Decoders decoders;
    private ReadStep step;
    private @Nullable ServerMessages messages;
    private @Nullable UpdateProbe probe;
    private @Nullable Canvas canvas;
    private @Nullable ServerFormat format;
    private volatile String whyNoPicture = "";
    private volatile String whyColoursUnknown = "";
    private volatile @Nullable Begun begun;
    private @Nullable FormatProbe asked;
    /** Bytes are being decoded: until that is done nobody knows what is missing. */
    private volatile boolean decoding;

    private boolean parked;
    private long clipped;
    private long arrivedAt;
    private long sequence;

    /**
     * @param tls inserts TLS if the server requires it
     * @param sequence of the last frame of an earlier conversation of this session, 0 if there was none
     */
    RfbProtocol(
            Login login,
            RfbSettings settings,
            Consumer<ClientMessage> out,
            TlsSwitch tls,
            Events events,
            long sequence) {
        this.settings = settings;
        this.decoders = new Decoders(settings.picture().format());
        this.out = out;
        this.events = events;
        this.sequence = sequence;
        this.step = new RfbHandshake(login, settings.shared(), settings.limits(), out, tls, this::begin).start();
    }

    /**
     * Decodes the bytes that have arrived.
     *
     * @param chunk owned by this object from now on
     * @param chunkArrivedAt monotonic nanoseconds
     * @throws ScreenException the conversation is over
     */
    void feed(byte[] chunk, long chunkArrivedAt) throws ScreenException {
        inbox.append(chunk);
        arrivedAt = chunkArrivedAt;
        proceed();
    }

    /**
     * Continues with the bytes that have arrived; TLS is established.
     *
     * @throws ScreenException the conversation is over
     */
    void proceed() throws ScreenException {
        decoding = true;
        try {
            for (ReadStep next = step.advance(inbox); next != null; next = step.advance(inbox)) {
                step = next;
            }
        } catch (ScreenException e) {
            String hint = canvas == null ? "" : hint();
            throw hint.isEmpty() ? e : new ScreenException(e.getMessage() + "; hint: " + hint, e);
        }
        Unfinished what = step.unfinished();
        begun = what == null ? null : new Begun(what, inbox.missing(), arrivedAt);
        decoding = false;
        inbox.trim();
    }

    /**
     * What the server has begun to send and not ended, for display, without a full stop; empty between messages, and
     * while bytes are decoded: what takes long then is not the server's to send. On any thread.
     *
     * @param now monotonic nanoseconds
     */
    String unfinishedMessage(long now) {
        Begun last = begun;
        return last == null || decoding
                ? ""
                : last.what().words(last.missing(), Math.max(0, TimeUnit.NANOSECONDS.toSeconds(now - last.lastAt())));
    }

    private ReadStep begin(ServerInit init) throws ScreenException {
        Canvas canvas = new Canvas(init.width(), init.height(), settings.limits());
        this.canvas = canvas;
        format = init.format();
        Optional<FormatProbe> first = FormatProbe.ask(
                init.format(),
                settings.picture().format(),
                canvas.bounds(),
                settings.limits(),
                out,
                () -> converse(canvas));
        asked = first.orElse(null);
        whyNoPicture = lookWhyNoPicture(canvas);
        ReadStep following = first.isPresent() ? first.get() : converse(canvas);
        events.onReady(init.name());
        return following;
    }

    private ReadStep converse(Canvas canvas) {
        ServerFormat own = format;
        whyColoursUnknown = asked != null && asked.isUndecided() && own != null
                ? "the desktop shows no colours, so it is not known whether the server keeps to the pixel format that is set: its own is "
                        + own
                : "";
        UpdateFlow flow = new UpdateFlow(canvas, out);
        UpdateProbe probing = new UpdateProbe(canvas, out, settings.picture().jpegQuality() != null);
        probe = probing;
        ServerMessages started =
                new ServerMessages(canvas, decoders, flow, settings.limits(), out, new UpdateListener() {
                    @Override
                    public void onUpdated() {
                        updated(canvas, flow, probing);
                    }

                    @Override
                    public void onPointerMoved(int x, int y) {
                        events.onPointerMoved(x, y);
                    }

                    @Override
                    public void onExtendedKeys() {
                        events.onExtendedKeys();
                    }

                    @Override
                    public void onLights(boolean capsLock, boolean numLock) {
                        events.onLights(capsLock, numLock);
                    }
                });
        messages = started;
        out.accept(new SetPixelFormat(settings.picture().format()));
        out.accept(new SetEncodings(settings.picture().codes()));
        parkPointer(canvas);
        flow.start();
        return started;
    }

    /**
     * TigerVNC paints the cursor into a client's picture until the client sends a pointer event. X servers start with
     * the pointer here. Once, as soon as there is a size.
     */
    private void parkPointer(Canvas canvas) {
        if (!parked && canvas.hasSize()) {
            parked = true;
            out.accept(new PointerEvent(
                    canvas.bounds().width() / 2, canvas.bounds().height() / 2, 0));
        }
    }

    /** The next update is requested first, so that the server can prepare it while this one is processed. */
    private void updated(Canvas canvas, UpdateFlow flow, UpdateProbe probing) {
        flow.afterUpdate();
        parkPointer(canvas);
        List<Rect> damage = canvas.takeDamage();
        whyNoPicture = lookWhyNoPicture(canvas);
        UpdateProbe.Told told = probing.told(damage, arrivedAt);
        if (!told.changed().isEmpty()) {
            events.onFrame(new FrameUpdate(canvas.frame(), told.changed(), arrivedAt, ++sequence, told.isAnswer()));
        }
        probing.updated(damage, arrivedAt);
        if (canvas.clipped() > clipped) {
            events.onClipped(canvas.clipped() - clipped);
            clipped = canvas.clipped();
        }
    }

    /**
     * Sends a probe; inconclusive before the server has introduced itself.
     *
     * @param now monotonic nanoseconds
     * @param hears called once, with the answer
     */
    void probe(long now, Consumer<ProbeAnswer> hears) {
        UpdateProbe probing = probe;
        if (probing == null) {
            hears.accept(ProbeAnswer.notAsked(now));
        } else {
            probing.send(now, hears);
        }
    }

    /**
     * Why there is no picture at the moment, as far as the server tells it, without a full stop; empty if there is one,
     * or nothing is known. On any thread.
     */
    String whyNoPicture() {
        return whyNoPicture;
    }

    private String lookWhyNoPicture(Canvas at) {
        if (at.isWhole()) {
            return "";
        }
        if (!at.hasSize()) {
            return "the server says that its desktop is " + at.bounds().width() + "x"
                    + at.bounds().height() + ": its output is off, or has no size yet";
        }
        return hint();
    }

    /** What may be behind a picture that does not come, or data that make no sense; empty if nothing is known. */
    private String hint() {
        ServerFormat own = format;
        if (own == null || own.isAsLongAs(settings.picture().format())) {
            return "";
        }
        return "the server's own pixels have " + own + ": it may ignore the pixel format that was set, which has "
                + settings.picture().format().bitsPerPixel() + " bits";
    }

    /**
     * Why it is not known whether the colours are right, without a full stop; empty if nothing is known against them.
     * On any thread.
     */
    String whyColoursUnknown() {
        return whyColoursUnknown;
    }

    /** The number of rectangles received in each encoding. */
    Map<Encoding, Long> rectangles() {
        return decoders.rectangles();
    }

    @Override
    public void close() {
        if (messages != null) {
            messages.close();
        }
        if (probe != null) {
            probe.close();
        }
    }
}
