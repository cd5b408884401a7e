package io.deskmeter.controller.access.audit;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How much of an answer was given to the server, and whether its reader has left. It knows nothing of the answer
 * itself, which the server uses again when it has ended. Thread-safe.
 */
final class SentAnswer {
    private final AtomicLong bytes = new AtomicLong();
    private volatile @Nullable IOException failure;

    /** Why it could not be sent to its end, for people; empty if nothing of it has failed. */
    Optional<String> ended() {
        IOException failed = failure;
        if (failed == null) {
            return Optional.empty();
        }
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException) {
                return Optional.of("its reader took no more of it");
            }
        }
        return Optional.of("its reader left");
    }

    /** Of these some may still have been on their way. */
    long bytes() {
        return bytes.get();
    }

    void failed(IOException why) {
        failure = why;
    }

    /** Counts what is written. */
    ServletOutputStream counting(ServletOutputStream out) {
        return new Counting(out, this);
    }

    private static final class Counting extends ServletOutputStream {
        private final ServletOutputStream out;
        private final SentAnswer sent;

        private Counting(ServletOutputStream out, SentAnswer sent) {
            this.out = out;
            this.sent = sent;
        }

        @Override
        public void write(int b) throws IOException {
            sent.bytes.incrementAndGet();
            try {
                out.write(b);
            } catch (IOException e) {
                sent.failed(e);
                throw e;
            }
        }

        @Override
        public void write(byte[] content, int offset, int length) throws IOException {
            sent.bytes.addAndGet(length);
            try {
                out.write(content, offset, length);
            } catch (IOException e) {
                sent.failed(e);
                throw e;
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                out.flush();
            } catch (IOException e) {
                sent.failed(e);
                throw e;
            }
        }

        @Override
        public void close() throws IOException {
            out.close();
        }

        @Override
        public boolean isReady() {
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }
    }
}
