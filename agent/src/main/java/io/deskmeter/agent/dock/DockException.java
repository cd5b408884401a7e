package io.deskmeter.agent.dock;

/** The dock cannot be shown. The message says what happened, what was expected, and a hint. */
public final class DockException extends Exception {
    private static final long serialVersionUID = 1L;

    public DockException(String message, Throwable cause) {
        super(message, cause);
    }
}
