package io.deskmeter.agent.remote;

/**
 * An error of the desktop agent itself kept it from executing a request; the message is for display. It says nothing of
 * the platform.
 */
public final class DesktopAgentFaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DesktopAgentFaultException(String message) {
        super(message);
    }
}
