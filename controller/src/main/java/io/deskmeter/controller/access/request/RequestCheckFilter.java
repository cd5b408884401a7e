package io.deskmeter.controller.access.request;

import io.deskmeter.controller.access.request.RequestCheck.Facts;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses requests that are meant for somebody else, or that a page of another origin has caused. */
public final class RequestCheckFilter extends OncePerRequestFilter {
    private static final Set<String> READING = Set.of("GET", "HEAD");

    private final RequestCheck check;
    private final Listeners listeners;

    public RequestCheckFilter(AccessSettings settings, Listeners listeners) {
        this.check = new RequestCheck(settings);
        this.listeners = listeners;
    }

    /** Whether a request only reads. */
    public static boolean isReading(HttpServletRequest request) {
        return READING.contains(request.getMethod());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Facts facts = facts(request);
        Optional<String> misdirected = check.misdirected(facts);
        Optional<String> foreign = check.foreign(facts);
        if (misdirected.isPresent()) {
            AccessAnswers.refuse(request, response, HttpStatus.MISDIRECTED_REQUEST, "Another host", misdirected.get());
        } else if (foreign.isPresent()) {
            AccessAnswers.refuse(request, response, HttpStatus.FORBIDDEN, "Another origin", foreign.get());
        } else {
            chain.doFilter(request, response);
        }
    }

    private Facts facts(HttpServletRequest request) {
        boolean navigation = isReading(request)
                && "navigate".equals(request.getHeader("Sec-Fetch-Mode"))
                && "document".equals(request.getHeader("Sec-Fetch-Dest"));
        return new Facts(
                request.getHeader(HttpHeaders.HOST),
                request.getLocalPort(),
                listeners.kind(request),
                listeners.names(request.getLocalPort()),
                request.getHeader(HttpHeaders.ORIGIN),
                request.getHeader("Sec-Fetch-Site"),
                navigation);
    }
}
