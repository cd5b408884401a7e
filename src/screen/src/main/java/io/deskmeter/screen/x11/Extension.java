package io.deskmeter.screen.x11;

import java.nio.ByteBuffer;

/**
 * An extension of the server.
 *
 * @param major opcode of its requests; 0 if the server lacks it
 * @param firstEvent number of its first event
 */
record Extension(int major, int firstEvent) {
    static final Extension NONE = new Extension(0, 0);

    static Extension read(ByteBuffer reply) {
        return reply.get(8) == 0 ? NONE : new Extension(reply.get(9) & 0xFF, reply.get(10) & 0xFF);
    }

    boolean isThere() {
        return major != 0;
    }

    /** Whether an event is this extension's. */
    boolean sent(ByteBuffer event, int number) {
        return isThere() && (event.get(0) & 0x7F) == firstEvent + number;
    }
}
