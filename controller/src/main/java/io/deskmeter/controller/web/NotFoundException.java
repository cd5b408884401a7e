package io.deskmeter.controller.web;

/** The requested item does not exist; the message names it. */
final class NotFoundException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotFoundException(String message) {
        super(message);
    }

    static NotFoundException run(String id) {
        return new NotFoundException(
                "run: " + id + " (expected: the id of a run in this store; hint: GET /api/v1/runs)");
    }
}
