package io.deskmeter.controller.tls;

import io.deskmeter.controller.access.request.AccessAnswers;
import io.deskmeter.controller.request.Caller;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * Runs after the filters that let requests in, and before anything that takes long, as a body that is read: from now on
 * the connection has no time limit, and the request is one of its sender's, who has a share of the threads.
 */
public final class AuthenticatedConnectionFilter implements Filter, Ordered {
    /** Between Spring Security's filters and those that read bodies. */
    private static final int ORDER = HIGHEST_PRECEDENCE + 25;

    private static final String RETRY_AFTER_SECONDS = "1";

    private final HttpsConnector connector;

    public AuthenticatedConnectionFilter(HttpsConnector connector) {
        this.connector = connector;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Optional<Caller> caller =
                connector.accepted(request) ? Caller.find((HttpServletRequest) request) : Optional.empty();
        if (caller.isPresent() && !connector.letIn(request, caller.get())) {
            refuse((HttpServletRequest) request, (HttpServletResponse) response);
        } else {
            chain.doFilter(request, response);
        }
    }

    private static void refuse(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        AccessAnswers.refuse(
                request,
                response,
                HttpStatus.TOO_MANY_REQUESTS,
                "Too many at once",
                "requests: " + RequestThreads.MOST_OF_LOGIN
                        + " of this user are being answered (expected: fewer; hint: which program sends so many, or so slowly?)");
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
