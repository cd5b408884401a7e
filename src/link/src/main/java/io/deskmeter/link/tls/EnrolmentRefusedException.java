package io.deskmeter.link.tls;

import io.deskmeter.link.v1.RefusalKind;
import java.io.IOException;

/** The other end was reached, and is not the controller of the join token, or does not take the token. The message is for display. */
public final class EnrolmentRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final RefusalKind kind;

    EnrolmentRefusedException(String message, RefusalKind kind) {
        super(message);
        this.kind = kind;
    }

    EnrolmentRefusedException(String message, Throwable cause) {
        super(message, cause);
        this.kind = RefusalKind.REFUSAL_KIND_OTHER;
    }

    /** Whether the controller says that it has revoked the certificate that was shown. */
    public boolean isRevocation() {
        return kind == RefusalKind.REFUSAL_KIND_REVOKED;
    }
}
