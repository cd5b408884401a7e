package io.deskmeter.link.spool;

import io.deskmeter.evidence.StorageFault;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Timings cannot be stored, read or released. The message contains what failed, where, and the free disk space. Timings
 * stored before are kept.
 */
public final class SpoolException extends IOException {
    private static final long serialVersionUID = 1L;

    SpoolException(String message) {
        super(message);
    }

    private SpoolException(String message, IOException cause) {
        super(message, cause);
    }

    static SpoolException failed(String what, Path path, IOException cause) {
        return new SpoolException(
                what + ": " + path + ": " + cause.getMessage() + " " + StorageFault.expectation(cause, path)
                        + "; kept timings are safe, and the spool resumes as soon as it can write",
                cause);
    }
}
