package io.deskmeter.link.server;

/** The link cannot be used: what, the offending value, what was expected, a hint. */
public final class LinkException extends Exception {
    private static final long serialVersionUID = 1L;

    public LinkException(String message, Throwable cause) {
        super(message, cause);
    }
}
