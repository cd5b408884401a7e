package io.deskmeter.controller.web.stream;

import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.web.http.ProblemReportValve;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Cuts off answers that take long, as downloads, when their reader would not be let in again: asked every second while
 * they are written. Runs after the filters that let requests in.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 40)
final class EndedReaders extends OncePerRequestFilter {
    private static final long EACH_NANOS = 1_000_000_000L;

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Caller> caller = Caller.find(request);
        chain.doFilter(request, caller.isPresent() ? new Answer(request, response, caller.get()) : response);
    }

    private static final class Answer extends HttpServletResponseWrapper {
        private final HttpServletRequest request;
        private final Caller reader;
        private @Nullable ServletOutputStream out;

        Answer(HttpServletRequest request, HttpServletResponse response, Caller reader) {
            super(response);
            this.request = request;
            this.reader = reader;
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            if (out == null) {
                out = new CheckedOutput(super.getOutputStream(), reader, () -> ProblemReportValve.cutOff(request));
            }
            return out;
        }
    }

    private static final class CheckedOutput extends ServletOutputStream {
        private final ServletOutputStream out;
        private final Caller reader;
        private final Runnable ended;
        private long asked = System.nanoTime();

        CheckedOutput(ServletOutputStream out, Caller reader, Runnable ended) {
            this.out = out;
            this.reader = reader;
            this.ended = ended;
        }

        private void check() throws IOException {
            long now = System.nanoTime();
            if (now - asked < EACH_NANOS) {
                return;
            }
            if (!reader.allowed().getAsBoolean()) {
                ended.run();
                // As if the reader had gone, which nobody needs to be told.
                throw new EOFException("the reader may not read any more");
            }
            asked = now;
        }

        @Override
        public void write(int b) throws IOException {
            check();
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            check();
            out.write(bytes, offset, length);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
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
