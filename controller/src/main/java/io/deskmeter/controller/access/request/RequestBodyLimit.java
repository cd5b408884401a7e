package io.deskmeter.controller.access.request;

import io.deskmeter.controller.request.BodyLimits;
import io.deskmeter.controller.request.Caller;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses bodies that are too large, for all endpoints: before a byte is read if the length is announced, else as soon
 * as the limit is passed. Handlers read a body as a whole, so without it a single request could take all memory. Runs
 * after the filters of {@link io.deskmeter.controller.access.AccessConfiguration}: bodies of requests without access
 * are not read. Of somebody who is not known, the whole body has been read when this filter passes a request on: how
 * long it took to come is told apart from how long the answer takes.
 */
@Component
@Order(RequestBodyLimit.ORDER)
public final class RequestBodyLimit extends OncePerRequestFilter {
    /** The place of this filter: before what may rely on bodies that have been read. */
    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 30;

    private static final int UNKNOWN = -1;

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean known = Caller.find(request).isPresent();
        long limit = known ? BodyLimits.of(request.getMethod(), request.getRequestURI()) : BodyLimits.OF_STRANGER;
        long announced = request.getContentLengthLong();
        if (announced > limit) {
            tooLarge(request, response, announced + " bytes", limit);
        } else if (announced == UNKNOWN && BodyLimits.isStreamed(request.getMethod(), request.getRequestURI())) {
            AccessAnswers.refuse(
                    request,
                    response,
                    HttpStatus.LENGTH_REQUIRED,
                    "Length required",
                    "Content-Length: none (expected: the length of the file; hint: send the file as it is, not in chunks)");
        } else if (announced == UNKNOWN || (announced > 0 && !known)) {
            filterRead(request, response, chain, (int) limit);
        } else {
            chain.doFilter(request, response);
        }
    }

    /** In chunks, or no body at all, which is an empty one; or of somebody who is not known. */
    private static void filterRead(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain, int limit)
            throws ServletException, IOException {
        byte[] body;
        try {
            body = request.getInputStream().readNBytes(limit + 1);
        } catch (IOException e) {
            AccessAnswers.refuse(
                    request,
                    response,
                    HttpStatus.BAD_REQUEST,
                    "Bad request",
                    "body: cannot be read to its end (expected: all of it, in time; in chunks as RFC 9112 has them, or as long as Content-Length says)");
            return;
        }
        if (body.length > limit) {
            tooLarge(request, response, "more than " + limit + " bytes", limit);
        } else {
            chain.doFilter(body.length == 0 ? request : new ReadRequest(request, body), response);
        }
    }

    private static void tooLarge(HttpServletRequest request, HttpServletResponse response, String length, long limit)
            throws IOException {
        AccessAnswers.refuse(
                request,
                response,
                HttpStatus.CONTENT_TOO_LARGE,
                "Body too large",
                "body: " + length + " (expected: at most " + limit + " bytes; hint: is this the file that was meant?)");
    }

    /** A request whose body has been read. */
    private static final class ReadRequest extends HttpServletRequestWrapper {
        private final byte[] body;
        private final ServletInputStream stream;

        ReadRequest(HttpServletRequest request, byte[] body) {
            super(request);
            this.body = body;
            this.stream = new ReadBody(body);
        }

        @Override
        public int getContentLength() {
            return body.length;
        }

        @Override
        public long getContentLengthLong() {
            return body.length;
        }

        @Override
        public ServletInputStream getInputStream() {
            return stream;
        }

        @Override
        public BufferedReader getReader() {
            return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
        }
    }

    private static final class ReadBody extends ServletInputStream {
        private final ByteArrayInputStream body;

        ReadBody(byte[] body) {
            this.body = new ByteArrayInputStream(body);
        }

        @Override
        public boolean isFinished() {
            return body.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("a read listener: not supported (expected: blocking reads)");
        }

        @Override
        public int read() {
            return body.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            return body.read(bytes, offset, length);
        }
    }
}
