package io.deskmeter.controller.store;

/** The store does not answer. */
public final class SilentStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SilentStoreException(String message) {
        super(message);
    }
}
