package io.deskmeter.agent.run;

/** A run that this agent cannot work; the message says why. */
public final class RunRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    public RunRefusedException(String message) {
        super(message);
    }
}
