package io.deskmeter.screen.rfb.wire;

import io.deskmeter.screen.Rect;
import org.jspecify.annotations.Nullable;

/**
 * A message that has begun and has not ended.
 *
 * @param message what it is, for display: {@code update}
 * @param rect of an update, the rectangle that has begun; null where none has
 * @param encoding of that rectangle, for display
 */
public record Unfinished(String message, @Nullable Rect rect, String encoding) {
    /** One without rectangles. */
    public static Unfinished of(String message) {
        return new Unfinished(message, null, "");
    }

    /**
     * For display, without a full stop.
     *
     * @param missing how many bytes the decoder waits for at least; 0 if it does not know
     * @param seconds since the last bytes came
     */
    public String words(int missing, long seconds) {
        String where = rect == null ? "" : ", in its rectangle " + rect + " (encoding " + encoding + ")";
        return "it is in the middle of a message: " + message + where
                + (missing > 0 ? ", of which at least " + missing + " bytes are missing" : "")
                + "; the last bytes came " + seconds + " s ago";
    }
}
