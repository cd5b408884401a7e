package io.deskmeter.controller.web;

/** Another program has not answered in time; the message contains its name. */
final class UpstreamTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UpstreamTimeoutException(String message) {
        super(message);
    }
}
