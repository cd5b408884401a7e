package io.deskmeter.controller.access;

import io.deskmeter.controller.access.audit.AuditFilter;
import io.deskmeter.controller.access.caller.AccessTokens;
import io.deskmeter.controller.access.caller.CallerFilter;
import io.deskmeter.controller.access.caller.Callers;
import io.deskmeter.controller.access.caller.LoginCookies;
import io.deskmeter.controller.access.endpoint.AccessRule;
import io.deskmeter.controller.access.endpoint.EndpointRights;
import io.deskmeter.controller.access.endpoint.EndpointRights.Row;
import io.deskmeter.controller.access.endpoint.UnknownEndpointFilter;
import io.deskmeter.controller.access.login.LoginCodes;
import io.deskmeter.controller.access.login.LoginLinkFilter;
import io.deskmeter.controller.access.login.LoginLinks;
import io.deskmeter.controller.access.login.LoginPages;
import io.deskmeter.controller.access.request.AccessAnswers;
import io.deskmeter.controller.access.request.AccessSettings;
import io.deskmeter.controller.access.request.Listeners;
import io.deskmeter.controller.access.request.RequestCheckFilter;
import io.deskmeter.controller.audit.AuditStore;
import io.deskmeter.controller.audit.AuditWriter;
import io.deskmeter.controller.people.People;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.Role;
import io.deskmeter.link.access.TokenRole;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/**
 * The filters through which every request comes, in this order: audit, host and origin, who it is, one-time links, and
 * whether the table of rights allows it. Spring Security has the chain, the decision and its consequences; sessions are
 * ours, in the store. It needs no tokens against forged requests: cookies are not sent with requests of other sites,
 * and Origin and Sec-Fetch-Site are checked for every request that may change something.
 */
@Configuration(proxyBeanMethods = false)
class AccessConfiguration {
    private static final Pattern DOTS = Pattern.compile("/(\\.|%2[eE]){1,2}(/|;|$)");

    private final EndpointRights rights;
    private final Listeners listeners;

    AccessConfiguration(EndpointRights rights, Listeners listeners) {
        this.rights = rights;
        this.listeners = listeners;
    }

    @Bean
    SecurityFilterChain access(
            HttpSecurity http,
            AccessSettings settings,
            Callers callers,
            LoginCodes codes,
            AccessTokens tokens,
            LoginCookies cookies,
            People people,
            AuditStore audit,
            AuditWriter writer,
            InstantSource wall,
            LongSupplier nanoTime) {
        return http.csrf(AbstractHttpConfigurer::disable)
                .headers(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .servletApi(AbstractHttpConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .addFilterAfter(
                        new AuditFilter(audit, writer, rights, listeners, wall, nanoTime),
                        SecurityContextHolderFilter.class)
                .addFilterAfter(new RequestCheckFilter(settings, listeners), AuditFilter.class)
                .addFilterAfter(new CallerFilter(callers, rights), RequestCheckFilter.class)
                .addFilterAfter(new LoginLinkFilter(codes, tokens, cookies, people, listeners), CallerFilter.class)
                .authorizeHttpRequests(requests -> requests.anyRequest()
                        .access((authentication, context) -> new AuthorizationDecision(permits(context.getRequest()))))
                .addFilterAfter(new UnknownEndpointFilter(rights), AuthorizationFilter.class)
                .exceptionHandling(refusals -> refusals.authenticationEntryPoint(
                                (request, response, failure) -> reject(request, response))
                        .accessDeniedHandler((request, response, failure) -> deny(request, response)))
                .build();
    }

    /**
     * Refuses addresses with segments that name the one before, and nothing else: Tomcat has checked the rest, and
     * rights and handlers are found by the same parsed form. Spring Security's own would refuse ids that agents and
     * metrics may have.
     */
    @Bean
    HttpFirewall firewall() {
        return new HttpFirewall() {
            @Override
            public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
                if (DOTS.matcher(request.getRequestURI()).find()) {
                    throw new RequestRejectedException(
                            "address: " + request.getRequestURI() + " (expected: one without segments of dots only)");
                }
                return new FirewalledRequest(request) {
                    @Override
                    public void reset() {
                        // Nothing was changed.
                    }
                };
            }

            @Override
            public HttpServletResponse getFirewalledResponse(HttpServletResponse response) {
                return response;
            }
        };
    }

    @Bean
    RequestRejectedHandler rejectedAddresses() {
        return (request, response, rejected) -> AccessAnswers.refuse(
                request, response, HttpStatus.BAD_REQUEST, "Bad request", String.valueOf(rejected.getMessage()));
    }

    /** Requests are measured as a whole; not each filter. */
    @Bean
    SecurityObservationSettings observations() {
        return SecurityObservationSettings.noObservations();
    }

    private boolean permits(HttpServletRequest request) {
        Optional<Row> row = rights.row(request);
        if (row.isPresent() && row.get().rule().isPublic(listeners.kind(request))) {
            return true;
        }
        // Without a row there is no such endpoint, or the interceptor denies it.
        AccessRule rule = row.map(Row::rule).orElse(AccessRule.VIEWER);
        return Caller.find(request)
                .filter(caller -> rule.permits(caller.role(), caller.kind()))
                .isPresent();
    }

    private void deny(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        if (caller.role() == Role.SCRAPE) {
            AccessAnswers.refuse(
                    request,
                    response,
                    HttpStatus.FORBIDDEN,
                    "Metrics only",
                    "token: that of "
                            + (caller.kind() == Caller.Kind.LOCAL ? TokenRole.METRICS.file() : "role scrape")
                            + ", which opens GET /actuator/prometheus and GET /actuator/health"
                            + (caller.kind() == Caller.Kind.SESSION ? ", and one's own login," : "")
                            + " only (expected: that of "
                            + (caller.kind() == Caller.Kind.LOCAL ? TokenRole.ADMIN.file() : "another role") + ")");
            return;
        }
        AccessRule rule = rights.row(request).map(Row::rule).orElse(AccessRule.VIEWER);
        AccessAnswers.refuse(
                request,
                response,
                HttpStatus.FORBIDDEN,
                "Not allowed",
                "role: " + caller.role().word() + " of " + caller.name()
                        + (caller.kind() == Caller.Kind.TOKEN ? ", with a token" : "") + " (expected: "
                        + rule.expectation() + "; hint: an administrator can change it)");
    }

    private void reject(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean https = listeners.kind(request) == Listeners.Kind.HTTPS;
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"deskmeter\"");
        String accepted = Objects.requireNonNullElse(request.getHeader(HttpHeaders.ACCEPT), "");
        if (accepted.contains(MediaType.TEXT_HTML_VALUE) && RequestCheckFilter.isReading(request)) {
            AccessAnswers.page(
                    response,
                    HttpStatus.UNAUTHORIZED,
                    https
                            ? LoginPages.leadToLogin(LoginLinks.goal(wanted(request)))
                            : LoginPages.loginHelp(
                                    "This browser is not logged in to this controller.",
                                    request.getHeader(HttpHeaders.HOST)));
            return;
        }
        String said =
                request.getHeader(HttpHeaders.AUTHORIZATION) == null ? "none" : "unknown here, revoked or expired";
        String expected = https
                ? "`Authorization: Bearer` and a token of this controller that is valid, or a browser that is logged in;"
                        + " hint: ./deskmeter login for commands; the secrets of the controller's data folder are for its own machine only)"
                : "`Authorization: Bearer` and the secret in " + TokenRole.ADMIN.file()
                        + " of the controller's data folder, or a browser that is logged in;"
                        + " hint: --token-file FILE for commands, ./deskmeter login-link for browsers)";
        AccessAnswers.refuse(
                request,
                response,
                HttpStatus.UNAUTHORIZED,
                "Not logged in",
                "token: " + said + " (expected: " + expected);
    }

    private static String wanted(HttpServletRequest request) {
        return request.getRequestURI() + (request.getQueryString() == null ? "" : "?" + request.getQueryString());
    }
}
