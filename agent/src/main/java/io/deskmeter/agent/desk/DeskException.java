package io.deskmeter.agent.desk;

/** A desktop agent could not do what was asked, or is not there; the message is for people. */
public final class DeskException extends Exception {
    private static final long serialVersionUID = 1L;

    public DeskException(String message) {
        super(message);
    }
}
