package io.deskmeter.controller.tls;

import io.deskmeter.controller.access.request.RequestBodyLimit;
import io.deskmeter.controller.request.Caller;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.core.Ordered;

/**
 * Notes that the body of a request of somebody who is not logged in has come: {@link RequestBodyLimit} has read it. Until then the request may be ended in favour of others, from now on it may not.
 */
public final class ReadBodyFilter implements Filter, Ordered {
    private final HttpsConnector connector;

    public ReadBodyFilter(HttpsConnector connector) {
        this.connector = connector;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (connector.accepted(request)
                && Caller.find((HttpServletRequest) request).isEmpty()) {
            connector.hasBody();
        }
        chain.doFilter(request, response);
    }

    @Override
    public int getOrder() {
        return RequestBodyLimit.ORDER + 1;
    }
}
