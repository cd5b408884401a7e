package io.deskmeter.controller.access.caller;

import io.deskmeter.controller.access.endpoint.AccessRule;
import io.deskmeter.controller.access.request.Listeners;
import io.deskmeter.controller.people.ApiToken;
import io.deskmeter.controller.people.LoginSession;
import io.deskmeter.controller.people.People;
import io.deskmeter.controller.people.Person;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.Caller.Kind;
import io.deskmeter.controller.request.Role;
import io.deskmeter.link.access.TokenRole;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/**
 * Tells who sends a request: by the secret of its header, else by its cookie. Secret files, and browsers that were let
 * in with a link, are known by the listener of this machine only.
 */
@Component
public final class Callers {
    private static final String BEARER = "Bearer ";
    private static final String METRICS = "metrics";

    private final AccessTokens tokens;
    private final People people;
    private final LoginCookies cookies;
    private final Listeners listeners;

    Callers(AccessTokens tokens, People people, LoginCookies cookies, Listeners listeners) {
        this.tokens = tokens;
        this.people = people;
        this.cookies = cookies;
        this.listeners = listeners;
    }

    /**
     * Who sends a request; empty if nobody is known.
     *
     * @param rule of what is asked for; null if there is none
     */
    Optional<Caller> of(HttpServletRequest request, @Nullable AccessRule rule) {
        boolean here = listeners.kind(request) == Listeners.Kind.LOOPBACK;
        String said = bearer(request);
        if (said.isEmpty()) {
            return cookies.on(request).flatMap(secret -> bySession(secret, here, rule));
        }
        if (said.startsWith(People.TOKEN_PREFIX)) {
            return byToken(said, rule);
        }
        return here ? bySecret(said) : Optional.empty();
    }

    /** The secret in a request's header, empty if it has none. */
    public static String bearer(HttpServletRequest request) {
        String authorization = Objects.requireNonNullElse(request.getHeader(HttpHeaders.AUTHORIZATION), "");
        return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? authorization.substring(BEARER.length()).strip()
                : "";
    }

    private Optional<Caller> bySecret(String said) {
        // Both are always compared, so that the duration does not depend on the role.
        boolean admin = tokens.of(TokenRole.ADMIN).matches(said);
        boolean metrics = tokens.of(TokenRole.METRICS).matches(said);
        if (!admin && !metrics) {
            return Optional.empty();
        }
        return Optional.of(new Caller(
                "secret " + (admin ? TokenRole.ADMIN : TokenRole.METRICS),
                admin ? Caller.LOCAL : METRICS,
                admin ? Role.ADMIN : Role.SCRAPE,
                Kind.LOCAL,
                null,
                null,
                () -> true));
    }

    private Optional<Caller> bySession(String secret, boolean here, @Nullable AccessRule rule) {
        Optional<LoginSession> session = people.session(secret, here ? tokens.localPepper() : null);
        if (session.isEmpty()) {
            return Optional.empty();
        }
        LoginSession known = session.get();
        people.used(known);
        String login = "browser " + known.id();
        String person = known.person();
        if (person == null) {
            return Optional.of(new Caller(
                    login,
                    Caller.LOCAL,
                    Role.ADMIN,
                    Kind.LOCAL,
                    null,
                    known.id(),
                    () -> people.again(known).isPresent()));
        }
        Supplier<Optional<Role>> role =
                () -> people.person(person).filter(people::admits).map(Person::role);
        return role.get()
                .map(now -> new Caller(
                        login,
                        people.person(person).map(Person::name).orElse(""),
                        now,
                        Kind.SESSION,
                        person,
                        known.id(),
                        () -> people.again(known).isPresent() && stillPermits(rule, role.get(), Kind.SESSION)));
    }

    private Optional<Caller> byToken(String said, @Nullable AccessRule rule) {
        Optional<ApiToken> token = people.token(said, tokens.localPepper());
        if (token.isEmpty()) {
            return Optional.empty();
        }
        ApiToken known = token.get();
        String person = known.person();
        Supplier<Optional<Role>> role = () -> person == null
                ? Optional.of(known.role())
                : people.person(person)
                        .filter(people::admits)
                        .map(one -> known.role().atMost(one.role()));
        String name = person == null
                ? Caller.LOCAL
                : people.person(person).map(Person::name).orElse("");
        Optional<Role> now = role.get();
        now.ifPresent(may -> people.used(known));
        return now.map(may -> new Caller(
                "token " + known.id(),
                name,
                may,
                Kind.TOKEN,
                person,
                known.id(),
                () -> people.again(known).isPresent() && stillPermits(rule, role.get(), Kind.TOKEN)));
    }

    private static boolean stillPermits(@Nullable AccessRule rule, Optional<Role> role, Kind kind) {
        return rule != null && role.filter(may -> rule.permits(may, kind)).isPresent();
    }
}
