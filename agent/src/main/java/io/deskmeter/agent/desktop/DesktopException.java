package io.deskmeter.agent.desktop;

import io.deskmeter.screen.program.ProgramException;

/**
 * A desktop cannot be started or used. The message says what happened, the offending value, what was expected, and a
 * hint.
 */
public class DesktopException extends Exception {
    private static final long serialVersionUID = 1L;

    public DesktopException(String message) {
        super(message);
    }

    public DesktopException(String message, Throwable cause) {
        super(message, cause);
    }

    /** A program of the desktop cannot be used. */
    public DesktopException(ProgramException cause) {
        super(cause.getMessage(), cause);
    }
}
