package io.deskmeter.screen.x11;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.x11.wire.ReplyHandler;
import io.deskmeter.screen.x11.wire.Request;
import io.deskmeter.screen.x11.wire.ServerSetup;
import io.deskmeter.screen.x11.wire.XConnection;
import io.deskmeter.screen.x11.wire.XError;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Captures what is damaged, one request after the other; owned by the event loop. Damage accumulates during a capture
 * and while the listener processes it.
 */
final class DisplayCapture implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DisplayCapture.class);
    /**
     * How often a capture includes damage that arrives meanwhile; then it captures the whole screen, so that a screen
     * that never stops changing is still read.
     */
    private static final int MAX_ROUNDS = 3;

    private static final int ALL_PLANES = -1;

    /** Receives captures, on the event loop. */
    interface Sink {
        /** The receiver calls {@link DisplayCapture#shown} when it is ready for the next one. */
        void onShot(CapturedParts shot);

        void onFailure(String why);
    }

    private enum State {
        IDLE,
        ATTACHING,
        TAKING,
        SHOWING
    }

    /** The capture in progress. */
    private static final class CaptureRequest {
        final Rect view;
        final boolean compare;
        final boolean timeOfReply;
        final List<CapturedParts.Part> parts = new ArrayList<>();
        int expected;
        int bytes;
        int rounds;
        long arrivedAt;

        CaptureRequest(Rect view, boolean compare, boolean timeOfReply, long notBefore) {
            this.view = view;
            this.compare = compare;
            this.timeOfReply = timeOfReply;
            this.arrivedAt = notBefore;
        }
    }

    private final XConnection connection;
    private final ServerSetup setup;
    private final X11PixelFormat format;
    private final boolean told;
    private final Sink sink;
    private final PendingDamage pendingDamage = new PendingDamage();
    private Extension shm;
    private @Nullable SharedMemorySegment segment;
    private int segmentId;
    private State state = State.IDLE;
    /** The captured part of the root window; null while it is unknown. */
    private @Nullable Rect view;

    private boolean timeOfReply = true;
    private long lastArrivedAt = Long.MIN_VALUE;
    private boolean closed;

    /**
     * @param told whether the display reports damage
     * @param shm the extension for shared memory; {@link Extension#NONE} to go without
     */
    DisplayCapture(
            XConnection connection, ServerSetup setup, X11PixelFormat format, boolean told, Extension shm, Sink sink) {
        this.connection = connection;
        this.setup = setup;
        this.format = format;
        this.told = told;
        this.shm = shm;
        this.sink = sink;
    }

    /** Captures this part of the root window from now on; all of it counts as changed. */
    void see(Rect place, long at) {
        view = place;
        pendingDamage.clear();
        pendingDamage.add(new Rect(0, 0, place.width(), place.height()), at);
        timeOfReply |= !told;
    }

    /** The captured part has become unknown; there are no captures until {@link #see}. */
    void suspend() {
        view = null;
    }

    /** A part of the root window has changed. */
    void damaged(Rect place, long at) {
        Rect seen = view;
        if (seen != null) {
            Rect within = place.intersection(seen);
            if (!within.isEmpty()) {
                pendingDamage.add(
                        new Rect(within.x() - seen.x(), within.y() - seen.y(), within.width(), within.height()), at);
            }
        }
    }

    /** The display does not report changes: captures everything. */
    void lookForChanges(long at) {
        Rect seen = view;
        if (seen != null && state == State.IDLE) {
            pendingDamage.add(new Rect(0, 0, seen.width(), seen.height()), at);
            timeOfReply = true;
            look();
        }
    }

    /** Captures the damaged regions, unless a capture is in progress or being processed. */
    void look() {
        Rect seen = view;
        if (closed || state != State.IDLE || seen == null || pendingDamage.isEmpty() || !isMemoryReady(seen)) {
            return;
        }
        CaptureRequest captureRequest = new CaptureRequest(seen, !told, timeOfReply, lastArrivedAt);
        timeOfReply = false;
        state = State.TAKING;
        take(captureRequest);
    }

    private void take(CaptureRequest taking) {
        taking.rounds++;
        List<Rect> places = new ArrayList<>();
        for (PendingDamage.DamagedRegion region : pendingDamage.take()) {
            taking.arrivedAt = Math.max(taking.arrivedAt, region.last());
            places.add(region.place());
        }
        if (taking.rounds > MAX_ROUNDS || !fits(taking, places)) {
            // A picture of everything shows one moment, and includes all earlier captures.
            taking.parts.clear();
            taking.bytes = 0;
            places = List.of(new Rect(0, 0, taking.view.width(), taking.view.height()));
        }
        taking.expected += places.size();
        for (Rect place : places) {
            ask(taking, place);
        }
        connection.flush();
    }

    private boolean fits(CaptureRequest taking, List<Rect> places) {
        SharedMemorySegment memory = segment;
        long bytes = taking.bytes + places.stream().mapToLong(format::bytes).sum();
        return memory == null || bytes <= memory.bytes();
    }

    private void ask(CaptureRequest taking, Rect place) {
        boolean shared = segment != null;
        int offset = taking.bytes;
        taking.bytes += format.bytes(place);
        connection.ask(
                shared ? sharedImage(taking.view, place, offset) : image(taking.view, place), new ReplyHandler() {
                    @Override
                    public void onReply(ByteBuffer reply, long arrivedAt) {
                        ByteBuffer pixels = shared ? null : pixels(reply);
                        taken(taking, new CapturedParts.Part(place, offset, pixels), arrivedAt);
                    }

                    @Override
                    public void onError(XError error) {
                        refused(taking, error);
                    }
                });
    }

    private Request image(Rect seen, Rect place) {
        return Request.of(Opcodes.GET_IMAGE, Opcodes.Z_PIXMAP)
                .u32(setup.root())
                .u16(seen.x() + place.x())
                .u16(seen.y() + place.y())
                .u16(place.width())
                .u16(place.height())
                .u32(ALL_PLANES);
    }

    private Request sharedImage(Rect seen, Rect place, int offset) {
        return Request.of(shm.major(), Opcodes.SHM_GET_IMAGE)
                .u32(setup.root())
                .u16(seen.x() + place.x())
                .u16(seen.y() + place.y())
                .u16(place.width())
                .u16(place.height())
                .u32(ALL_PLANES)
                .u8(Opcodes.Z_PIXMAP)
                .pad(3)
                .u32(segmentId)
                .u32(offset);
    }

    private static ByteBuffer pixels(ByteBuffer reply) {
        ByteBuffer source = reply.slice(32, reply.limit() - 32);
        return ByteBuffer.allocate(source.remaining()).put(source).flip();
    }

    private void taken(CaptureRequest taking, CapturedParts.Part part, long at) {
        taking.parts.add(part);
        taking.arrivedAt = pendingDamage.shown(part.place(), taking.arrivedAt);
        if (taking.timeOfReply) {
            taking.arrivedAt = Math.max(taking.arrivedAt, at);
        }
        if (--taking.expected == 0) {
            finish(taking);
        }
    }

    /**
     * Damage reported before this capture's time must be part of it: else the frame would show a later drawing without
     * an earlier one.
     */
    private void finish(CaptureRequest taking) {
        if (!taking.view.equals(view)) {
            state = State.IDLE;
            look();
        } else if (pendingDamage.hasFrom(taking.arrivedAt)) {
            take(taking);
        } else {
            state = State.SHOWING;
            lastArrivedAt = taking.arrivedAt;
            sink.onShot(new CapturedParts(
                    taking.view.width(),
                    taking.view.height(),
                    taking.parts,
                    segment,
                    taking.arrivedAt,
                    taking.compare));
        }
    }

    /**
     * A picture beyond the edges is refused; in that case the display has just been resized, and has reported that
     * before.
     */
    private void refused(CaptureRequest taking, XError error) {
        if (taking.view.equals(view)) {
            sink.onFailure("picture refused: " + error + " (expected: a display that permits screenshots)");
        } else if (--taking.expected == 0) {
            finish(taking);
        }
    }

    /** Whether the display reports what is drawn. */
    boolean isTold() {
        return told;
    }

    /** Whether whatever has been reported is in shots that the sink has. */
    boolean hasAllReported() {
        return view != null && pendingDamage.isEmpty() && (state == State.IDLE || state == State.SHOWING);
    }

    /** The last capture has been processed. */
    void shown() {
        state = State.IDLE;
        look();
    }

    private boolean isMemoryReady(Rect seen) {
        int needed = format.bytes(new Rect(0, 0, seen.width(), seen.height()));
        SharedMemorySegment old = segment;
        if (!shm.isThere() || (old != null && old.bytes() >= needed)) {
            return true;
        }
        if (old != null) {
            connection.send(Request.of(shm.major(), Opcodes.SHM_DETACH).u32(segmentId));
            old.close();
            segment = null;
        }
        try {
            attach(SharedMemorySegment.create(needed));
            return false;
        } catch (ScreenException e) {
            withoutMemory(String.valueOf(e.getMessage()));
            return true;
        }
    }

    private void attach(SharedMemorySegment fresh) {
        state = State.ATTACHING;
        segment = fresh;
        segmentId = connection.newId(setup);
        Request request = Request.of(shm.major(), Opcodes.SHM_ATTACH)
                .u32(segmentId)
                .u32(fresh.id())
                .u8(0)
                .pad(3);
        connection.sendWatched(request, new ReplyHandler() {
            @Override
            public void onReply(ByteBuffer nothing, long arrivedAt) {
                shown();
            }

            @Override
            public void onError(XError error) {
                fresh.close();
                segment = null;
                withoutMemory(error.toString());
                shown();
            }
        });
        var unused = connection.ask(Request.of(Opcodes.GET_INPUT_FOCUS, 0)); // brings the answer
        connection.flush();
    }

    private void withoutMemory(String why) {
        LOG.info("pictures come through the socket, not through shared memory: {}", why);
        shm = Extension.NONE;
    }

    @Override
    public void close() {
        closed = true;
        SharedMemorySegment memory = segment;
        segment = null;
        if (memory != null) {
            memory.close();
        }
    }
}
