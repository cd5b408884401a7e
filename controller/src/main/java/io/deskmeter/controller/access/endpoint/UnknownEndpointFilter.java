package io.deskmeter.controller.access.endpoint;

import io.deskmeter.controller.access.request.AccessAnswers;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Endpoints of monitoring that are not in the table do not exist: {@link RightsInterceptor} does not see them, because
 * they have interceptors of their own.
 */
public final class UnknownEndpointFilter extends OncePerRequestFilter {
    private static final String MONITORING = "/actuator";

    private final EndpointRights rights;

    public UnknownEndpointFilter(EndpointRights rights) {
        this.rights = rights;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        // Spring Boot takes an empty part of a path of health for a component, and fails.
        boolean isPath = !request.getRequestURI().contains("//");
        if (!request.getRequestURI().contains(MONITORING)
                || (isPath && rights.row(request).isPresent())) {
            chain.doFilter(request, response);
        } else if (isPath && rights.knows(request)) {
            AccessAnswers.refuse(
                    request,
                    response,
                    HttpStatus.METHOD_NOT_ALLOWED,
                    "Method not allowed",
                    "method: " + request.getMethod() + " (expected: GET)");
        } else {
            AccessAnswers.refuse(
                    request,
                    response,
                    HttpStatus.NOT_FOUND,
                    "Unknown",
                    "address: " + request.getRequestURI() + " (expected: one that GET /actuator lists)");
        }
    }
}
