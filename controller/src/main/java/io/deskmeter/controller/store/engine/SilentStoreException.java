package io.deskmeter.controller.store.engine;

/** The store does not answer. */
public final class SilentStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SilentStoreException(String message) {
        super(message);
    }
}
