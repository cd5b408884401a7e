package io.deskmeter.controller.people;

/** Somebody must wait before the next attempt to log in. */
public final class TooManyAttemptsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seconds;

    TooManyAttemptsException(String message, long seconds) {
        super(message);
        this.seconds = seconds;
    }

    /** How long to wait. */
    public long seconds() {
        return seconds;
    }
}
