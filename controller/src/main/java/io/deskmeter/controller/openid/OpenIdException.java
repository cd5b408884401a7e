package io.deskmeter.controller.openid;

/** Somebody cannot log in by OpenID Connect; the message is for that person. */
public final class OpenIdException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final String code;

    /** What kind of failure. */
    public enum Reason {
        /** The provider does not answer, or not as one. */
        UNAVAILABLE,
        /** What came back proves nobody. */
        NOT_PROVED,
        /** It is known who it is, and that one may not. */
        NOT_ALLOWED
    }

    OpenIdException(Reason reason, String code, String message) {
        super(message);
        this.reason = reason;
        this.code = code;
    }

    public Reason reason() {
        return reason;
    }

    /** In a few words, for the audit log. */
    public String code() {
        return code;
    }
}
