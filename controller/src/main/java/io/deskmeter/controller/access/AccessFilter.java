package io.deskmeter.controller.access;

import io.deskmeter.controller.access.RequestCheck.Facts;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.link.access.TokenRole;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/** Runs before all other filters and rejects requests without access. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
final class AccessFilter extends OncePerRequestFilter {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String BEARER = "Bearer ";
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final Pattern WATCHED = Pattern.compile("/actuator/(prometheus|health(/[A-Za-z]+)*)");
    private static final String NOT_LOGGED_IN = "This browser is not logged in to this controller.";
    private static final String USED = "That link has been used, or is older than an hour.";

    private final AccessTokens tokens;
    private final SessionCookies cookies;
    private final LoginCodes codes;
    private final RequestCheck check;
    private final Listeners listeners;

    AccessFilter(
            AccessTokens tokens,
            SessionCookies cookies,
            LoginCodes codes,
            AccessSettings settings,
            Listeners listeners) {
        this.listeners = listeners;
        this.tokens = tokens;
        this.cookies = cookies;
        this.codes = codes;
        this.check = new RequestCheck(settings);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Facts facts = facts(request);
        Optional<String> misdirected = check.misdirected(facts);
        Optional<String> foreign = check.foreign(facts);
        Optional<Caller> caller = caller(request);
        if (misdirected.isPresent()) {
            refuse(response, HttpStatus.MISDIRECTED_REQUEST, "Another host", misdirected.get());
        } else if (foreign.isPresent()) {
            refuse(response, HttpStatus.FORBIDDEN, "Another origin", foreign.get());
        } else if (listeners.kind(request) == Listeners.Kind.HTTPS) {
            // Secret files and one-time links are for this machine; people have no accounts yet.
            reject(request, response);
        } else if (isLogin(request)) {
            logIn(request, response);
        } else if (caller.isPresent()) {
            caller.get().attach(request);
            chain.doFilter(request, response);
        } else if (tokens.of(TokenRole.METRICS).matches(bearer(request))) {
            watch(request, response, chain);
        } else {
            reject(request, response);
        }
    }

    private Facts facts(HttpServletRequest request) {
        boolean navigation = READING.contains(request.getMethod())
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

    /** Who sends a request; empty if it has neither a session nor the secret of users. */
    private Optional<Caller> caller(HttpServletRequest request) {
        String said = bearer(request);
        if (said.isEmpty()) {
            return cookies.on(request).map(cookie -> new Caller("browser " + cookie, () -> cookies.isValid(cookie)));
        }
        BooleanSupplier allowed = () -> tokens.of(TokenRole.ADMIN).matches(said);
        return allowed.getAsBoolean()
                ? Optional.of(new Caller("secret " + TokenRole.ADMIN, allowed))
                : Optional.empty();
    }

    /** The secret of a request, empty if it has none. */
    private static String bearer(HttpServletRequest request) {
        String authorization = Objects.requireNonNullElse(request.getHeader(HttpHeaders.AUTHORIZATION), "");
        return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? authorization.substring(BEARER.length()).strip()
                : "";
    }

    /** The address is compared unchanged: addresses with dots, semicolons and percent signs that a server would interpret do not match. */
    private static void watch(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (READING.contains(request.getMethod())
                && WATCHED.matcher(request.getRequestURI()).matches()) {
            chain.doFilter(request, response);
            return;
        }
        refuse(
                response,
                HttpStatus.FORBIDDEN,
                "Metrics only",
                "token: that of " + TokenRole.METRICS.file()
                        + ", which opens GET /actuator/prometheus and GET /actuator/health only (expected: that of "
                        + TokenRole.ADMIN.file() + ")");
    }

    private static boolean isLogin(HttpServletRequest request) {
        return request.getMethod().equals("GET") && request.getRequestURI().equals(LoginLinks.PATH);
    }

    private void logIn(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String code = Objects.requireNonNullElse(request.getParameter(LoginLinks.CODE), "");
        if (codes.use(code)) {
            response.addHeader(HttpHeaders.SET_COOKIE, cookies.create(request).toString());
        } else if (caller(request).isEmpty()) {
            page(response, HttpStatus.UNAUTHORIZED, LoginPages.loginHelp(USED, request.getHeader(HttpHeaders.HOST)));
            return;
        }
        page(response, HttpStatus.OK, LoginPages.welcome(LoginLinks.goal(request.getParameter(LoginLinks.GOAL))));
    }

    private static void reject(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"deskmeter\"");
        String accepted = Objects.requireNonNullElse(request.getHeader(HttpHeaders.ACCEPT), "");
        if (accepted.contains(MediaType.TEXT_HTML_VALUE) && READING.contains(request.getMethod())) {
            String host = request.getHeader(HttpHeaders.HOST);
            page(response, HttpStatus.UNAUTHORIZED, LoginPages.loginHelp(NOT_LOGGED_IN, host));
            return;
        }
        String said = request.getHeader(HttpHeaders.AUTHORIZATION) == null ? "none" : "not this controller's";
        refuse(
                response,
                HttpStatus.UNAUTHORIZED,
                "Not logged in",
                "token: " + said + " (expected: `Authorization: Bearer` and the secret in "
                        + TokenRole.ADMIN.file()
                        + " of the controller's data folder, or a browser that is logged in;"
                        + " hint: --token-file FILE for commands, ./deskmeter login-link for browsers)");
    }

    static void refuse(HttpServletResponse response, HttpStatus status, String title, String detail)
            throws IOException {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setTitle(title);
        answer(response, status, MediaType.APPLICATION_PROBLEM_JSON_VALUE, JSON.writeValueAsString(problem));
    }

    private static void page(HttpServletResponse response, HttpStatus status, String page) throws IOException {
        answer(response, status, MediaType.TEXT_HTML_VALUE, page);
    }

    private static void answer(HttpServletResponse response, HttpStatus status, String type, String body)
            throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status.value());
        response.setContentType(type);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }
}
