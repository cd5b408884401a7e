package io.deskmeter.agent.client.run;

/** This agent cannot run the profile; the message says why. */
public final class RunRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    public RunRefusedException(String message) {
        super(message);
    }
}
