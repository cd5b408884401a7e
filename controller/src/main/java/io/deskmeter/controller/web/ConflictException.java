package io.deskmeter.controller.web;

/** What was asked for cannot be done as things stand; the message says why. */
final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConflictException(String message) {
        super(message);
    }
}
