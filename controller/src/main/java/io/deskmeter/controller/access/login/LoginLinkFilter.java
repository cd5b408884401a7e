package io.deskmeter.controller.access.login;

import io.deskmeter.controller.access.caller.AccessTokens;
import io.deskmeter.controller.access.caller.LoginCookies;
import io.deskmeter.controller.access.request.AccessAnswers;
import io.deskmeter.controller.access.request.Listeners;
import io.deskmeter.controller.people.People;
import io.deskmeter.controller.request.Caller;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets a browser of the controller's own machine in with the code of a link. By HTTPS the same address is the page on
 * which people log in.
 */
public final class LoginLinkFilter extends OncePerRequestFilter {
    private static final String USED = "That link has been used, or is older than an hour.";

    private final LoginCodes codes;
    private final AccessTokens tokens;
    private final LoginCookies cookies;
    private final People people;
    private final Listeners listeners;

    public LoginLinkFilter(
            LoginCodes codes, AccessTokens tokens, LoginCookies cookies, People people, Listeners listeners) {
        this.codes = codes;
        this.tokens = tokens;
        this.cookies = cookies;
        this.people = people;
        this.listeners = listeners;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getMethod().equals("GET")
                || !request.getRequestURI().equals(LoginLinks.PATH)
                || listeners.kind(request) != Listeners.Kind.LOOPBACK;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String code = Objects.requireNonNullElse(request.getParameter(LoginLinks.CODE), "");
        if (codes.use(code)) {
            String browser = Objects.requireNonNullElse(request.getHeader(HttpHeaders.USER_AGENT), "");
            People.Begun begun = people.begin(null, tokens.localPepper(), request.getRemoteAddr(), browser);
            response.addHeader(
                    HttpHeaders.SET_COOKIE,
                    cookies.create(request, begun.secret()).toString());
        } else if (Caller.find(request).isEmpty()) {
            AccessAnswers.page(
                    response, HttpStatus.UNAUTHORIZED, LoginPages.loginHelp(USED, request.getHeader(HttpHeaders.HOST)));
            return;
        }
        AccessAnswers.page(
                response, HttpStatus.OK, LoginPages.welcome(LoginLinks.goal(request.getParameter(LoginLinks.GOAL))));
    }
}
