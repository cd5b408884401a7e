package io.deskmeter.agent.remote;

/** A desktop agent could not do what was asked, or is not there; the message is for people. */
public final class DesktopAgentException extends Exception {
    private static final long serialVersionUID = 1L;

    public DesktopAgentException(String message) {
        super(message);
    }
}
