package io.deskmeter.controller.store.lease;

/** A run has ended, or belongs to another process: what this one writes of it is refused, now and later. */
public final class NotOwnedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public NotOwnedException(String message) {
        super(message);
    }
}
