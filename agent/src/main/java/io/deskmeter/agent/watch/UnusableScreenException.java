package io.deskmeter.agent.watch;

/** The screen does not show what a step or a condition needs to begin with, as when a landmark to click on is not there. */
public final class UnusableScreenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnusableScreenException(String message) {
        super(message);
    }
}
