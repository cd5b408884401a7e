package io.deskmeter.sound;

import org.jspecify.annotations.Nullable;

/**
 * A source cannot be used, or is gone; the message says what happened, the offending value, what was expected, and a
 * hint.
 */
public final class SoundException extends Exception {
    private static final long serialVersionUID = 1L;

    public SoundException(String message) {
        super(message);
    }

    public SoundException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
