package io.deskmeter.agent.step;

/** A step could not be performed, and the application or its desktop is the reason. */
public final class StepException extends Exception {
    private static final long serialVersionUID = 1L;

    public StepException(String message) {
        super(message);
    }

    public StepException(String message, Throwable cause) {
        super(message, cause);
    }
}
