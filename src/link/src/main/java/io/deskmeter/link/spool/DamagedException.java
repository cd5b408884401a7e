package io.deskmeter.link.spool;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A batch is not what was written, and never will be again. */
final class DamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient ByteBuffer left;

    /** @param left what stands where its content was; empty where nothing does */
    DamagedException(String message, ByteBuffer left) {
        super(message);
        this.left = left;
    }

    /** What stands where its content was. */
    ByteBuffer left() {
        return left.duplicate();
    }
}
