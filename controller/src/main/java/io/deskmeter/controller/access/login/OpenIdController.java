package io.deskmeter.controller.access.login;

import io.deskmeter.controller.access.caller.LoginCookies;
import io.deskmeter.controller.access.request.AccessAnswers;
import io.deskmeter.controller.access.request.Listeners;
import io.deskmeter.controller.openid.OpenIdException;
import io.deskmeter.controller.openid.OpenIdLogin;
import io.deskmeter.controller.request.Caller;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The way of a browser to a provider of OpenID Connect and back. */
@Hidden
@Controller
class OpenIdController {
    private static final String RETRY_SECONDS = "10";

    private final ObjectProvider<OpenIdLogin> logins;
    private final LoginCookies cookies;
    private final Listeners listeners;

    OpenIdController(ObjectProvider<OpenIdLogin> logins, LoginCookies cookies, Listeners listeners) {
        this.logins = logins;
        this.cookies = cookies;
        this.listeners = listeners;
    }

    /** Leads to the provider. */
    @GetMapping(OpenIdLogin.PATH)
    void begin(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<OpenIdLogin> login = available(request, response);
        if (login.isEmpty()) {
            return;
        }
        String session = Caller.find(request)
                .filter(caller -> caller.kind() == Caller.Kind.SESSION)
                .map(Caller::credential)
                .orElse(null);
        try {
            OpenIdLogin.Begun begun =
                    login.get().begin(request, LoginLinks.goal(request.getParameter(LoginLinks.GOAL)), session);
            response.addHeader(
                    HttpHeaders.SET_COOKIE,
                    cookies.pending(request, begun.cookie(), OpenIdLogin.VALID).toString());
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            response.setHeader(HttpHeaders.LOCATION, begun.address());
            response.setStatus(HttpStatus.FOUND.value());
        } catch (OpenIdException e) {
            refuse(request, response, e);
        }
    }

    /** Where the provider sends the browser back. Whatever comes, a log-in that was begun ends here. */
    @GetMapping(OpenIdLogin.RETURN)
    void end(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<OpenIdLogin> login = available(request, response);
        if (login.isEmpty()) {
            return;
        }
        Map<String, String> parameters = new HashMap<>();
        request.getParameterMap().forEach((name, values) -> parameters.put(name, values.length == 1 ? values[0] : ""));
        String browser = Objects.requireNonNullElse(request.getHeader(HttpHeaders.USER_AGENT), "");
        try {
            OpenIdLogin.Ended ended =
                    login.get().end(parameters, cookies.pending(request).orElse(""), request.getRemoteAddr(), browser);
            forget(request, response);
            response.addHeader(
                    HttpHeaders.SET_COOKIE,
                    cookies.create(request, ended.session().secret()).toString());
            AccessAnswers.page(response, HttpStatus.OK, LoginPages.welcome(ended.goal()));
        } catch (OpenIdException e) {
            forget(request, response);
            refuse(request, response, e);
        }
    }

    private void forget(HttpServletRequest request, HttpServletResponse response) {
        response.addHeader(
                HttpHeaders.SET_COOKIE,
                cookies.pending(request, "", Duration.ZERO).toString());
    }

    private Optional<OpenIdLogin> available(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Optional<OpenIdLogin> login = Optional.ofNullable(logins.getIfAvailable());
        if (login.isEmpty() || listeners.kind(request) != Listeners.Kind.HTTPS) {
            AccessAnswers.refusePage(
                    request,
                    response,
                    HttpStatus.NOT_FOUND,
                    "No OpenID Connect",
                    LoginPages.notLoggedIn(
                            login.isEmpty()
                                    ? "This controller has no provider of OpenID Connect (expected: one; hint: --oidc-issuer)."
                                    : "OpenID Connect is for the address of --https (expected: that one)."));
            return Optional.empty();
        }
        return login;
    }

    private static void refuse(HttpServletRequest request, HttpServletResponse response, OpenIdException e)
            throws IOException {
        HttpStatus status = switch (e.reason()) {
            case UNAVAILABLE -> HttpStatus.SERVICE_UNAVAILABLE;
            case NOT_PROVED -> HttpStatus.UNAUTHORIZED;
            case NOT_ALLOWED -> HttpStatus.FORBIDDEN;
        };
        if (status == HttpStatus.SERVICE_UNAVAILABLE) {
            response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
        }
        AccessAnswers.refusePage(
                request,
                response,
                status,
                "OpenID Connect: " + e.code(),
                LoginPages.notLoggedIn(String.valueOf(e.getMessage())));
    }
}
