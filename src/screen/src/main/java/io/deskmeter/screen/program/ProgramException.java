package io.deskmeter.screen.program;

/**
 * A program cannot be found or started, or did not get ready. The message says what happened, the offending value, what
 * was expected, and a hint.
 */
public final class ProgramException extends Exception {
    private static final long serialVersionUID = 1L;

    public ProgramException(String message) {
        super(message);
    }

    public ProgramException(String message, Throwable cause) {
        super(message, cause);
    }
}
