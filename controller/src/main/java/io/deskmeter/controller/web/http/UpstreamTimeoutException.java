package io.deskmeter.controller.web.http;

/** Another program has not answered in time; the message contains its name. */
public final class UpstreamTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UpstreamTimeoutException(String message) {
        super(message);
    }
}
