package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.encoding.Decoders;
import io.deskmeter.screen.rfb.encoding.Encoding;
import io.deskmeter.screen.rfb.encoding.LedStateDecoder;
import io.deskmeter.screen.rfb.encoding.RectDecoder;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.Unfinished;
import org.jspecify.annotations.Nullable;

/** Rectangles, each with its encoding: a given number, or until a rectangle that is marked as the last. */
final class FramebufferUpdate implements ServerMessage {
    private static final int UNKNOWN_COUNT = 0xFFFF;
    private static final int RECT_HEADER_BYTES = 12;

    private final Canvas canvas;
    private final UpdateListener listener;
    private final Decoders decoders;
    private @Nullable RectDecoder current;
    /** Of the current rectangle. */
    private Rect rect = new Rect(0, 0, 0, 0);

    private int code;
    /** Rectangles to come; negative between updates. */
    private int left = -1;

    private boolean untilLast;

    FramebufferUpdate(Canvas canvas, Decoders decoders, UpdateListener listener) {
        this.canvas = canvas;
        this.decoders = decoders;
        this.listener = listener;
    }

    @Override
    public boolean advance(ReceiveBuffer in) throws ScreenException {
        if (left < 0) {
            if (!in.has(3)) {
                return false;
            }
            in.skip(1);
            left = in.u16();
            untilLast = left == UNKNOWN_COUNT;
        }
        while (left > 0) {
            if (!rectangle(in)) {
                return false;
            }
        }
        left = -1;
        listener.onUpdated();
        return true;
    }

    private boolean rectangle(ReceiveBuffer in) throws ScreenException {
        RectDecoder decoder = current;
        if (decoder == null) {
            if (!in.has(RECT_HEADER_BYTES)) {
                return false;
            }
            rect = new Rect(in.u16(), in.u16(), in.u16(), in.u16());
            code = in.s32();
            if (code == Encoding.LAST_RECT.code()) {
                left = 0;
                return true;
            }
            decoder = begin();
            current = decoder;
        }
        if (!decoder.advance(in, canvas)) {
            return false;
        }
        current = null;
        if (decoder instanceof LedStateDecoder leds) {
            listener.onLights(leds.isCapsLockOn(), leds.isNumLockOn());
        }
        if (!untilLast) {
            left--;
        }
        return true;
    }

    private RectDecoder begin() throws ScreenException {
        RectDecoder decoder = decoders.of(code);
        if (decoder == null) {
            throw new ScreenException("encoding: " + code + " of rectangle " + rect
                    + " (expected: one that was requested; " + RfbLimits.BROKEN + ")");
        }
        if (code == Encoding.CURSOR_POSITION.code()) {
            listener.onPointerMoved(rect.x(), rect.y());
        } else if (code == Encoding.EXTENDED_KEYS.code()) {
            listener.onExtendedKeys();
        }
        decoder.begin(rect, canvas);
        return decoder;
    }

    @Override
    public Unfinished unfinished(String name) {
        return current == null ? Unfinished.of(name) : new Unfinished(name, rect, Encoding.name(code));
    }

    @Override
    public void close() {
        decoders.close();
    }
}
