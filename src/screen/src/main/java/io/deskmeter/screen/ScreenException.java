package io.deskmeter.screen;

import org.jspecify.annotations.Nullable;

/** A screen cannot be used, or is lost. The message says what happened, the offending value, what was expected, and a hint. */
public final class ScreenException extends Exception {
    private static final long serialVersionUID = 1L;

    public ScreenException(String message) {
        super(message);
    }

    public ScreenException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
