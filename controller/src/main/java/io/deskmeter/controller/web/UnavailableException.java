package io.deskmeter.controller.web;

/** The controller cannot do this at present; the message is for display. */
final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnavailableException(String message) {
        super(message);
    }
}
