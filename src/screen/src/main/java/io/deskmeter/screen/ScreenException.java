package io.deskmeter.screen;

import io.deskmeter.text.PeerText;
import org.jspecify.annotations.Nullable;

/**
 * A screen cannot be used, or is lost. The message says what happened, the offending value, what was expected, and a hint. It is printable, whatever a library has put into it of what a peer
 * sent, such as the names in a certificate.
 */
public final class ScreenException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean defect;

    public ScreenException(String message) {
        this(message, null);
    }

    /** One that has the screen's exception as its cause is a defect if that is. */
    public ScreenException(String message, @Nullable Throwable cause) {
        this(message, cause, cause instanceof ScreenException inner && inner.isDefect());
    }

    private ScreenException(String message, @Nullable Throwable cause, boolean defect) {
        super(PeerText.lines(message), cause);
        this.defect = defect;
    }

    /**
     * The screen is lost since a decoder or a listener of this program failed.
     *
     * @param what without a full stop
     */
    public static ScreenException ofDefect(String what, Throwable cause) {
        return new ScreenException(what + " (expected: no failure; this is a defect)", cause, true);
    }

    /** Whether it is an error of this program: it says nothing of the screen. */
    public boolean isDefect() {
        return defect;
    }
}
