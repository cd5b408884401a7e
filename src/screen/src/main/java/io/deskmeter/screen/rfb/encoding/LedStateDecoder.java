package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** The lights of the desktop's keyboard, one bit each. */
public final class LedStateDecoder implements RectDecoder {
    private static final int NUM_LOCK = 2;
    private static final int CAPS_LOCK = 4;

    private final int bytes;
    private int leds;

    LedStateDecoder(int bytes) {
        this.bytes = bytes;
    }

    @Override
    public void begin(Rect rect, Canvas canvas) {}

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) {
        if (!in.has(bytes)) {
            return false;
        }
        leds = bytes == 1 ? in.u8() : in.s32();
        return true;
    }

    /** As last reported. */
    public boolean isCapsLockOn() {
        return (leds & CAPS_LOCK) != 0;
    }

    /** As last reported. */
    public boolean isNumLockOn() {
        return (leds & NUM_LOCK) != 0;
    }
}
