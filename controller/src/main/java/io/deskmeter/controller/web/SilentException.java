package io.deskmeter.controller.web;

/** Another program was asked and has not answered in time; the message says which. */
final class SilentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SilentException(String message) {
        super(message);
    }
}
