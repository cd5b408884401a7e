package io.deskmeter.link.tls;

import java.io.IOException;

/** No controller has answered: trying again may help. The message is for display. */
public final class ControllerUnreachableException extends IOException {
    private static final long serialVersionUID = 1L;

    ControllerUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
