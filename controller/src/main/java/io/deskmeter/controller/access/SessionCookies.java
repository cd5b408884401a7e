package io.deskmeter.controller.access;

import io.deskmeter.link.access.Token;
import io.deskmeter.link.access.TokenRole;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

/**
 * Cookies of browsers that have logged in: the time of expiry, signed with the users' secret. So they survive restarts of the controller, and
 * a new secret ends them all.
 */
@Component
final class SessionCookies {
    static final Duration VALID = Duration.ofDays(7);

    private static final String ALGORITHM = "HmacSHA256";
    private static final Pattern VALUE = Pattern.compile("([0-9]{1,12})\\.([A-Za-z0-9_-]{43})\\.([A-Za-z0-9_-]{43})");

    private final SecretKeySpec key;
    private final InstantSource wall;

    SessionCookies(AccessTokens tokens, InstantSource wall) {
        String secret = "cookie " + tokens.of(TokenRole.ADMIN).text();
        this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.US_ASCII), ALGORITHM);
        this.wall = wall;
    }

    /** Cookies ignore ports, so two controllers of a machine need different names. */
    private static String name(HttpServletRequest request) {
        return "deskmeter-" + request.getLocalPort();
    }

    /** A new one: scripts cannot read it, and requests that other sites cause do not carry it. */
    ResponseCookie create(HttpServletRequest request) {
        String content = wall.instant().plus(VALID).getEpochSecond() + "."
                + Token.random().text();
        return ResponseCookie.from(name(request), content + "." + sign(content))
                .httpOnly(true)
                .sameSite("Strict")
                .path("/")
                .maxAge(VALID)
                .build();
    }

    /** The valid cookie of a request. */
    Optional<String> on(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies == null) {
            return Optional.empty();
        }
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(name(request)) && isValid(cookie.getValue())) {
                return Optional.of(cookie.getValue());
            }
        }
        return Optional.empty();
    }

    /** Whether it is signed by this controller and has not expired by now. */
    boolean isValid(String value) {
        Matcher parts = VALUE.matcher(value);
        if (!parts.matches()) {
            return false;
        }
        byte[] expected = sign(parts.group(1) + "." + parts.group(2)).getBytes(StandardCharsets.US_ASCII);
        return MessageDigest.isEqual(expected, parts.group(3).getBytes(StandardCharsets.US_ASCII))
                && wall.instant().isBefore(Instant.ofEpochSecond(Long.parseLong(parts.group(1))));
    }

    private String sign(String content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(content.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(ALGORITHM + ": every Java has it", e);
        }
    }
}
