package io.deskmeter.link.content;

/** Content is not available. The message says what happened, the offending value, what was expected, and a hint. */
public final class ContentException extends Exception {
    private static final long serialVersionUID = 1L;

    public ContentException(String message) {
        super(message);
    }

    public ContentException(String message, Throwable cause) {
        super(message, cause);
    }
}
