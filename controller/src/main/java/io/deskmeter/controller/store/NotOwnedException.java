package io.deskmeter.controller.store;

/** A run has ended, or belongs to another process: what this one writes of it is refused, now and later. */
final class NotOwnedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NotOwnedException(String message) {
        super(message);
    }
}
