package io.deskmeter.controller.web;

/** What was asked for does not exist; the message says what. */
final class UnknownException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownException(String message) {
        super(message);
    }

    static UnknownException run(String id) {
        return new UnknownException(
                "run: " + id + " (expected: the id of a run in this store; hint: GET /api/v1/runs)");
    }
}
