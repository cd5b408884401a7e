package io.deskmeter.link.spool;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of a batch on the disk differ from those that were written. */
final class DamagedBatchException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient ByteBuffer left;

    /** @param left the bytes in place of its content; empty if there are none */
    DamagedBatchException(String message, ByteBuffer left) {
        super(message);
        this.left = left;
    }

    /** The bytes in place of its content. */
    ByteBuffer left() {
        return left.duplicate();
    }
}
