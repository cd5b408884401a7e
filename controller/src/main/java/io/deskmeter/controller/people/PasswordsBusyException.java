package io.deskmeter.controller.people;

/** Too many passwords are being compared. Nothing was looked at, and nobody has failed. */
public final class PasswordsBusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seconds;

    PasswordsBusyException(String message, long seconds) {
        super(message);
        this.seconds = seconds;
    }

    /** When to try again. */
    public long seconds() {
        return seconds;
    }
}
