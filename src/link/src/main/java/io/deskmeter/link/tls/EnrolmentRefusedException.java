package io.deskmeter.link.tls;

import io.deskmeter.link.v1.RefusalKind;
import java.io.IOException;

/**
 * The other end was reached, and is not the controller of the join token, or does not take the token. The message is
 * for display.
 */
public final class EnrolmentRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Why why;

    /** For programs. */
    public enum Why {
        /** What only the message says. */
        OTHER,
        /** The controller has revoked the certificate that was shown. */
        REVOKED,
        /** The other end has not the authority of the join token, which was not sent. */
        OTHER_AUTHORITY,
        TOKEN_EXPIRED,
        TOKEN_USED_UP,
        TOKEN_WITHDRAWN
    }

    EnrolmentRefusedException(String message, RefusalKind kind) {
        super(message);
        this.why = switch (kind) {
            case REFUSAL_KIND_REVOKED -> Why.REVOKED;
            case REFUSAL_KIND_TOKEN_EXPIRED -> Why.TOKEN_EXPIRED;
            case REFUSAL_KIND_TOKEN_USED_UP -> Why.TOKEN_USED_UP;
            case REFUSAL_KIND_TOKEN_WITHDRAWN -> Why.TOKEN_WITHDRAWN;
            // Of a later version.
            case REFUSAL_KIND_OTHER, UNRECOGNIZED -> Why.OTHER;
        };
    }

    EnrolmentRefusedException(String message, Throwable cause) {
        super(message, cause);
        this.why = PinnedAuthorityTrust.isOtherAuthority(cause) ? Why.OTHER_AUTHORITY : Why.OTHER;
    }

    public Why why() {
        return why;
    }

    /** Whether the controller says that it has revoked the certificate that was shown. */
    public boolean isRevocation() {
        return why == Why.REVOKED;
    }
}
