package io.deskmeter.screen;

import io.deskmeter.text.PeerText;
import org.jspecify.annotations.Nullable;

/**
 * A screen cannot be used, or is lost. The message says what happened, the offending value, what was expected, and a hint. It is printable, whatever a library has put into it of what a peer
 * sent, such as the names in a certificate.
 */
public final class ScreenException extends Exception {
    private static final long serialVersionUID = 1L;

    public ScreenException(String message) {
        super(PeerText.lines(message));
    }

    public ScreenException(String message, @Nullable Throwable cause) {
        super(PeerText.lines(message), cause);
    }
}
