package io.deskmeter.link.tls;

import java.io.IOException;

/** The other end was reached, and is not the controller of the join token, or does not take the token. The message is for display. */
public final class EnrolmentRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    EnrolmentRefusedException(String message) {
        super(message);
    }

    EnrolmentRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
