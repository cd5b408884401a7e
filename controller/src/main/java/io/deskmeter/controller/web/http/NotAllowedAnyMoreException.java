package io.deskmeter.controller.web.http;

/** Who has sent a request would not be let in again: a session, a token or a role has ended meanwhile. */
public final class NotAllowedAnyMoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotAllowedAnyMoreException() {
        super(
                "login: ended while this request waited, or has a role that does not allow it any more (expected: one that is valid until the answer)");
    }
}
