package io.deskmeter.controller.web.http;

/** The request conflicts with the current state; the message contains the reason. */
public final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConflictException(String message) {
        super(message);
    }
}
