package io.deskmeter.controller.transfer;

import java.io.IOException;

/** A file that is none of ours, or damaged, or of a later version; its message is for display. */
public final class InvalidFileException extends IOException {
    private static final long serialVersionUID = 1L;

    InvalidFileException(String message) {
        super(message);
    }

    InvalidFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
