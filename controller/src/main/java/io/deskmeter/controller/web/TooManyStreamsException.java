package io.deskmeter.controller.web;

/** There is no place for another event stream. The message is for people. */
final class TooManyStreamsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyStreamsException(String message) {
        super(message);
    }
}
