package io.deskmeter.controller.access;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/**
 * An answer that is not sent before the entry of its request is on its way to the audit log, so that whoever has read that something was refused or failed can read the
 * entry. Spring flushes problems as soon as they are written; that is done only when the answer is released. What does not fit into the server's buffer is sent all the
 * same, and a flush that was asked for while it was held is not made up for: an answer that goes on is flushed with its next part.
 */
final class HeldAnswer extends HttpServletResponseWrapper {
    private volatile boolean held;

    HeldAnswer(HttpServletResponse response, boolean held) {
        super(response);
        this.held = held;
    }

    /** From now on it is flushed when somebody asks for that, as for an answer that goes on when its request has ended. */
    void release() {
        held = false;
    }

    @Override
    public void flushBuffer() throws IOException {
        if (!held) {
            super.flushBuffer();
        }
    }
}
