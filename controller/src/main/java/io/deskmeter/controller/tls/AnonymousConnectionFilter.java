package io.deskmeter.controller.tls;

import io.deskmeter.controller.access.request.RequestBodyLimit;
import io.deskmeter.controller.request.Caller;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;

/**
 * Notes for what a request of somebody who is not logged in waits. Its body has come: {@link RequestBodyLimit} has read
 * it. Its answer begins. While it waits for its peer it may be ended in favour of others; while it is worked on it may
 * not.
 */
public final class AnonymousConnectionFilter implements Filter, Ordered {
    private final HttpsConnector connector;

    public AnonymousConnectionFilter(HttpsConnector connector) {
        this.connector = connector;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (connector.accepted(request)
                && Caller.find((HttpServletRequest) request).isEmpty()) {
            connector.hasBody();
            HttpServletResponse answer = (HttpServletResponse) response;
            if (connector.hasLoggedIn(request)) {
                // Its login has ended; without this it would go on without the limits of strangers.
                answer.setHeader(HttpHeaders.CONNECTION, "close");
            }
            chain.doFilter(request, new Answer(answer));
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Whatever is written is asked for first. */
    private final class Answer extends HttpServletResponseWrapper {
        Answer(HttpServletResponse response) {
            super(response);
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            connector.answers();
            return super.getOutputStream();
        }

        @Override
        public PrintWriter getWriter() throws IOException {
            connector.answers();
            return super.getWriter();
        }
    }

    @Override
    public int getOrder() {
        return RequestBodyLimit.ORDER + 1;
    }
}
