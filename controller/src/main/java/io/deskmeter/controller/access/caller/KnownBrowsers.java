package io.deskmeter.controller.access.caller;

import io.deskmeter.controller.people.Person;
import io.deskmeter.link.access.Token;
import io.deskmeter.link.access.TokenRole;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

/**
 * Knows browsers in which somebody has logged in before, by a second cookie. It lets nobody in; who guesses that name
 * elsewhere, or at the same address, does not make this browser wait. Nothing is stored: the cookie says whose it is
 * and until when, and is authenticated with a key that follows from {@code admin.token}.
 */
@Component
public final class KnownBrowsers {
    static final Duration VALID = Duration.ofDays(180);

    private static final String MAC = "HmacSHA256";
    private static final String PURPOSE = "known browsers";
    private static final String SEPARATOR = "~";
    private static final int PARTS = 4;

    private final AccessTokens tokens;
    private final LoginCookies cookies;
    private final InstantSource wall;

    KnownBrowsers(AccessTokens tokens, LoginCookies cookies, InstantSource wall) {
        this.tokens = tokens;
        this.cookies = cookies;
        this.wall = wall;
    }

    /** A cookie for a browser in which this person has just logged in. */
    public ResponseCookie create(HttpServletRequest request, String person) {
        String said = String.join(
                SEPARATOR,
                person,
                Token.random().text(),
                Long.toString(wall.instant().plus(VALID).getEpochSecond()));
        return cookies.ofBrowser(request, said + SEPARATOR + sign(said), VALID);
    }

    /** What this browser is called, if that very person has logged in there before. */
    public Optional<String> of(HttpServletRequest request, Person person) {
        return cookies.ofBrowser(request).filter(cookie -> isOf(cookie, person));
    }

    private boolean isOf(String cookie, Person person) {
        List<String> parts = List.of(cookie.split(SEPARATOR, PARTS));
        int end = cookie.lastIndexOf(SEPARATOR);
        return parts.size() == PARTS
                && MessageDigest.isEqual(
                        sign(cookie.substring(0, end)).getBytes(StandardCharsets.UTF_8),
                        cookie.substring(end + 1).getBytes(StandardCharsets.UTF_8))
                && parts.get(0).equals(person.id())
                && wall.instant().isBefore(Instant.ofEpochSecond(Long.parseLong(parts.get(2))));
    }

    private String sign(String said) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(tokens.of(TokenRole.ADMIN).text().getBytes(StandardCharsets.UTF_8), MAC));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal((PURPOSE + SEPARATOR + said).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + MAC, e);
        }
    }
}
