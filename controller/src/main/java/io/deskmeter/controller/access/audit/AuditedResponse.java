package io.deskmeter.controller.access.audit;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer that is not sent before the entry of its request is on its way to the audit log, so that whoever has read
 * that something was refused or failed can read the entry. Spring flushes problems as soon as they are written; that is
 * made up for when the answer is released. An answer that only reads, and is not refused, is sent at once: it may be a
 * stream. So is one that goes on when its request has ended: other threads write to it. What does not fit into the
 * buffer is sent all the same.
 */
final class AuditedResponse extends HttpServletResponseWrapper {
    private static final Logger LOG = LoggerFactory.getLogger(AuditedResponse.class);

    /** Room for a problem that names many faults of a long input. */
    static final int BUFFER_BYTES = 64 << 10;

    private final HttpServletRequest request;
    private final boolean changes;
    private final SentAnswer sent = new SentAnswer();
    private @Nullable ServletOutputStream out;
    private volatile boolean released;
    /** Of the thread of the request alone. */
    private boolean flushes;

    /** @param changes whether its request may change something */
    AuditedResponse(HttpServletRequest request, HttpServletResponse response, boolean changes) {
        super(response);
        this.request = request;
        this.changes = changes;
        if (changes) {
            enlarge();
        }
    }

    /**
     * From now on it is sent when somebody asks for that, as for an answer that goes on when its request has ended.
     *
     * @throws IOException if it cannot be sent
     */
    void release() throws IOException {
        released = true;
        // The server's buffer is not for two threads: an answer that goes on belongs to those that send it.
        if (flushes && !request.isAsyncStarted()) {
            super.flushBuffer();
        }
    }

    /** How much of it was sent; counted where its request may change something. */
    SentAnswer sent() {
        return sent;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        if (!changes) {
            return super.getOutputStream();
        }
        if (out == null) {
            out = sent.counting(super.getOutputStream());
        }
        return out;
    }

    @Override
    public void setStatus(int status) {
        super.setStatus(status);
        if (isFailure()) {
            enlarge();
        }
    }

    private void enlarge() {
        if (isCommitted() || getBufferSize() >= BUFFER_BYTES) {
            return;
        }
        try {
            setBufferSize(BUFFER_BYTES);
        } catch (IllegalStateException e) {
            // Something of it has been written already: it is as large as it was.
            LOG.trace("buffer of {} bytes: {}", getBufferSize(), e.toString());
        }
    }

    private boolean isFailure() {
        return getStatus() >= HttpServletResponse.SC_BAD_REQUEST;
    }

    @Override
    public void flushBuffer() throws IOException {
        if (released || request.isAsyncStarted() || !(changes || isFailure())) {
            try {
                super.flushBuffer();
            } catch (IOException e) {
                sent.failed(e);
                throw e;
            }
        } else {
            flushes = true;
        }
    }
}
