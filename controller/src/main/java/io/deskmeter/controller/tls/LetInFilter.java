package io.deskmeter.controller.tls;

import io.deskmeter.controller.request.Caller;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;

/** Runs after the filters that let requests in, and before anything that takes long: from now on the connection has no time limit. */
public final class LetInFilter implements Filter, Ordered {
    private final HttpsConnector connector;

    public LetInFilter(HttpsConnector connector) {
        this.connector = connector;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (connector.accepted(request) && request.getAttribute(Caller.class.getName()) != null) {
            connector.letIn(request);
        }
        chain.doFilter(request, response);
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
