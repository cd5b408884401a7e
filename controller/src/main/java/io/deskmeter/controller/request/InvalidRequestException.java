package io.deskmeter.controller.request;

/**
 * A request asks for what cannot be; the message says what, the value, and what was expected. Its own type, because any other {@link
 * IllegalArgumentException} is a fault of ours and none of whoever asked.
 */
public final class InvalidRequestException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public InvalidRequestException(String message) {
        super(message);
    }
}
