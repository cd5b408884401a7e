package io.deskmeter.controller.people;

/** Name and password do not belong together. The message says no more, whichever of them is wrong. */
public final class WrongPasswordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean known;

    WrongPasswordException(String message, boolean known) {
        super(message);
        this.known = known;
    }

    /** Whether the one who has said it is logged in. */
    public boolean known() {
        return known;
    }
}
