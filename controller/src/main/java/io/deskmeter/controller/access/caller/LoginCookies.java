package io.deskmeter.controller.access.caller;

import io.deskmeter.controller.access.request.Listeners;
import io.deskmeter.controller.people.People;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

/**
 * Cookies of browsers that have logged in: a secret, of which the store has the hash. Scripts cannot read them, and
 * requests that other sites cause do not carry them.
 */
@Component
public final class LoginCookies {
    private static final String BROWSER = "-browser";
    private static final String PENDING = "-pending";

    private final Listeners listeners;

    LoginCookies(Listeners listeners) {
        this.listeners = listeners;
    }

    /**
     * Cookies ignore ports, so two controllers of a machine need different names. Browsers take one with the prefix by
     * HTTPS only, from this host itself.
     */
    private String name(HttpServletRequest request) {
        String name = "deskmeter-" + request.getLocalPort();
        return isHttps(request) ? "__Host-" + name : name;
    }

    private boolean isHttps(HttpServletRequest request) {
        return listeners.kind(request) == Listeners.Kind.HTTPS;
    }

    /** One for a session that has begun. */
    public ResponseCookie create(HttpServletRequest request, String secret) {
        return cookie(request, name(request), secret, People.SESSION);
    }

    /** One that removes it. */
    public ResponseCookie remove(HttpServletRequest request) {
        return cookie(request, name(request), "", Duration.ZERO);
    }

    /**
     * One for a browser that goes to a provider: it comes back from another site, for which a strict one would not be
     * sent.
     */
    public ResponseCookie pending(HttpServletRequest request, String value, Duration valid) {
        return cookie(request, name(request) + PENDING, value, valid, "Lax");
    }

    /** That of a browser that has come back from a provider. */
    public Optional<String> pending(HttpServletRequest request) {
        return named(request, name(request) + PENDING);
    }

    private ResponseCookie cookie(HttpServletRequest request, String name, String value, Duration valid) {
        return cookie(request, name, value, valid, "Strict");
    }

    private ResponseCookie cookie(
            HttpServletRequest request, String name, String value, Duration valid, String sameSite) {
        return ResponseCookie.from(name, value)
                .httpOnly(true)
                .secure(isHttps(request))
                .sameSite(sameSite)
                .path("/")
                .maxAge(valid)
                .build();
    }

    /** One by which a browser is known after its session has ended. */
    ResponseCookie ofBrowser(HttpServletRequest request, String value, Duration valid) {
        return cookie(request, name(request) + BROWSER, value, valid);
    }

    /** The secret of a request's cookie. */
    Optional<String> on(HttpServletRequest request) {
        return named(request, name(request));
    }

    /** The value of the cookie by which a browser is known. */
    Optional<String> ofBrowser(HttpServletRequest request) {
        return named(request, name(request) + BROWSER);
    }

    private static Optional<String> named(HttpServletRequest request, String name) {
        Cookie[] cookies = request.getCookies();
        if (cookies == null) {
            return Optional.empty();
        }
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(name) && !cookie.getValue().isEmpty()) {
                return Optional.of(cookie.getValue());
            }
        }
        return Optional.empty();
    }
}
