package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.Skip;

/** The desktop's size and its monitors; sent at the start, and when either has changed. The monitors are skipped. */
final class ExtendedDesktopSizeDecoder implements RectDecoder {
    /** The x of a reply to this client's own request; its y is the error, 0 for success. */
    private static final int ANSWER_TO_US = 1;

    private static final int MONITOR_BYTES = 16;

    private final Skip monitors = new Skip();
    private boolean counted;

    @Override
    public void begin(Rect rect, Canvas canvas) throws ScreenException {
        counted = false;
        if (rect.x() != ANSWER_TO_US || rect.y() == 0) {
            canvas.resize(rect.width(), rect.height());
        }
    }

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) {
        if (!counted) {
            if (!in.has(4)) {
                return false;
            }
            monitors.begin((long) in.u8() * MONITOR_BYTES);
            in.skip(3);
            counted = true;
        }
        return monitors.advance(in);
    }
}
