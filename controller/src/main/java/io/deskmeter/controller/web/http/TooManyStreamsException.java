package io.deskmeter.controller.web.http;

/** There is no place for another event stream. The message is for people. */
public final class TooManyStreamsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TooManyStreamsException(String message) {
        super(message);
    }
}
