package io.deskmeter.controller.people;

/** It is known who it is, and that one may not use this controller; the message is for that person. */
public final class NotAdmittedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;

    NotAdmittedException(String code, String message) {
        super(message);
        this.code = code;
    }

    /** In a few words, for the audit log. */
    public String code() {
        return code;
    }
}
