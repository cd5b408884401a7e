package io.deskmeter.controller.request;

/**
 * An invalid request; the message contains the parameter, the value, and what was expected. A separate type, because
 * any other {@link IllegalArgumentException} is an internal error, not one of the caller.
 */
public final class InvalidRequestException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public InvalidRequestException(String message) {
        super(message);
    }
}
