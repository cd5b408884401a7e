package io.deskmeter.controller.web.http;

/** The requested item does not exist; the message names it. */
public final class NotFoundException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotFoundException(String message) {
        super(message);
    }

    public static NotFoundException run(String id) {
        return new NotFoundException(
                "run: " + id + " (expected: the id of a run in this store; hint: GET /api/v1/runs)");
    }
}
