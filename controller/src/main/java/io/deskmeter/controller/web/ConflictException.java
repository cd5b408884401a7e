package io.deskmeter.controller.web;

/** The request conflicts with the current state; the message contains the reason. */
final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConflictException(String message) {
        super(message);
    }
}
