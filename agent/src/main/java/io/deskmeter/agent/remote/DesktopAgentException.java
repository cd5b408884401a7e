package io.deskmeter.agent.remote;

/** A desktop agent could not execute a request, or is lost; the message is for display. */
public final class DesktopAgentException extends Exception {
    private static final long serialVersionUID = 1L;

    public DesktopAgentException(String message) {
        super(message);
    }
}
