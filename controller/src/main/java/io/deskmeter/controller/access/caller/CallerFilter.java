package io.deskmeter.controller.access.caller;

import io.deskmeter.controller.access.endpoint.EndpointRights;
import io.deskmeter.controller.access.endpoint.EndpointRights.Row;
import io.deskmeter.controller.request.Caller;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Attaches to a request who has sent it, and tells Spring Security. */
public final class CallerFilter extends OncePerRequestFilter {
    private final Callers callers;
    private final EndpointRights rights;

    public CallerFilter(Callers callers, EndpointRights rights) {
        this.callers = callers;
        this.rights = rights;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Caller> caller =
                callers.of(request, rights.row(request).map(Row::rule).orElse(null));
        caller.ifPresent(known -> {
            known.attach(request);
            SecurityContext context = SecurityContextHolder.createEmptyContext();
            context.setAuthentication(new KnownCaller(known));
            SecurityContextHolder.setContext(context);
        });
        chain.doFilter(request, response);
    }

    /** A caller as Spring Security has them. */
    private static final class KnownCaller extends AbstractAuthenticationToken {
        private static final long serialVersionUID = 1L;

        private final transient Caller caller;

        KnownCaller(Caller caller) {
            super(AuthorityUtils.createAuthorityList("ROLE_" + caller.role()));
            this.caller = caller;
            setAuthenticated(true);
        }

        @Override
        public String getCredentials() {
            return "";
        }

        @Override
        public Caller getPrincipal() {
            return caller;
        }

        @Override
        public String getName() {
            return caller.name();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
