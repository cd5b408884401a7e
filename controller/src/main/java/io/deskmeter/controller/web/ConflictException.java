package io.deskmeter.controller.web;

/** The request conflicts with the current state; the message says why. */
final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConflictException(String message) {
        super(message);
    }
}
