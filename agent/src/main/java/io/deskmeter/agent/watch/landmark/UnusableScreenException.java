package io.deskmeter.agent.watch.landmark;

/** The screen does not show what a step or a condition requires, for example a landmark to click on. */
public final class UnusableScreenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnusableScreenException(String message) {
        super(message);
    }
}
