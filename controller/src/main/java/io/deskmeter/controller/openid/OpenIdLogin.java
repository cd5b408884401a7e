package io.deskmeter.controller.openid;

import io.deskmeter.controller.openid.OpenIdException.Reason;
import io.deskmeter.controller.openid.OpenIdProvider.Known;
import io.deskmeter.controller.openid.PendingLogins.Pending;
import io.deskmeter.controller.people.NotAdmittedException;
import io.deskmeter.controller.people.People;
import io.deskmeter.controller.people.ProvedPerson;
import io.deskmeter.controller.request.Role;
import io.deskmeter.link.peer.SenderSite;
import io.deskmeter.text.PeerText;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.client.ResourceAccessException;

/** Logs people in whom the provider knows. Thread-safe. */
public final class OpenIdLogin {
    /** Where a browser begins. */
    public static final String PATH = "/login/openid";
    /** Where the provider sends it back. */
    public static final String RETURN = OpenIdProvider.RETURN;
    /** How long a browser may be on its way. */
    public static final Duration VALID = PendingLogins.VALID;

    /** Strangers could otherwise occupy all threads, and the provider. */
    private static final int AT_A_TIME = 24;

    /** Of one site, which could otherwise keep the others away while the provider is slow. */
    private static final int OF_SITE_AT_A_TIME = 4;

    private static final int SHOWN = 300;

    /**
     * Of the page to open then: browsers drop cookies of more than 4,096 bytes, and the rest of it is sealed with it.
     */
    private static final int LONGEST_GOAL = 1500;

    private static final Pattern CODE = Pattern.compile("[a-z_]{1,60}");

    private final OpenIdSettings settings;
    private final OpenIdProvider provider;
    private final PendingLogins pending;
    private final People people;
    private final ConcurrencyLimit places = new ConcurrencyLimit(AT_A_TIME, OF_SITE_AT_A_TIME);

    public OpenIdLogin(OpenIdSettings settings, People people, LongSupplier nanoTime) {
        this.settings = settings;
        this.provider = new OpenIdProvider(settings, nanoTime);
        this.pending = new PendingLogins(nanoTime);
        this.people = people;
        people.trust(settings.issuer());
    }

    /** The provider's name, for people. */
    public String name() {
        return settings.name();
    }

    /**
     * A browser that goes to the provider.
     *
     * @param address where to
     * @param cookie what it brings back
     */
    public record Begun(String address, String cookie) {}

    /**
     * Begins a log-in.
     *
     * @param goal the page to open then; that of the start in place of one whose address is too long for a cookie
     * @param session of this browser, which ends then; null if there is none
     * @throws OpenIdException if the provider is unavailable
     */
    public Begun begin(HttpServletRequest request, String goal, @Nullable String session) throws OpenIdException {
        ClientRegistration client = provider.known().client();
        OAuth2AuthorizationRequest asked = Objects.requireNonNull(new DefaultOAuth2AuthorizationRequestResolver(
                        id -> client.getRegistrationId().equals(id) ? client : null)
                .resolve(request, client.getRegistrationId()));
        Pending begun = new Pending(
                Objects.requireNonNull(asked.getState()),
                text(asked.getAttribute(OidcParameterNames.NONCE)),
                text(asked.getAttribute(PkceParameterNames.CODE_VERIFIER)),
                Objects.requireNonNull(asked.getRedirectUri()),
                goal.length() > LONGEST_GOAL ? "/" : goal,
                session,
                pending.end().getEpochSecond());
        return new Begun(asked.getAuthorizationRequestUri(), pending.seal(begun));
    }

    private static String text(@Nullable Object value) {
        return Objects.requireNonNull((String) value);
    }

    /**
     * Somebody who has logged in.
     *
     * @param goal the page to open
     */
    public record Ended(People.Begun session, String goal) {}

    /**
     * Ends a log-in with what the provider has sent with the browser.
     *
     * @param cookie what the browser has brought back; empty if nothing
     * @param address of the other end
     * @param browser what it calls itself
     * @throws OpenIdException if that proves nobody, or somebody who may not use this controller
     */
    public Ended end(Map<String, String> parameters, String cookie, String address, String browser)
            throws OpenIdException {
        Pending begun = pending.open(cookie)
                .filter(one -> one.state().equals(parameters.get(OAuth2ParameterNames.STATE)))
                .orElseThrow(() -> notProved(
                        "state",
                        "state: not that of a log-in that this browser has begun within the last "
                                + VALID.toMinutes()
                                + " minutes (expected: one; hint: begin again, in one window)"));
        requireIssuer(parameters.get("iss"));
        String error = parameters.get(OAuth2ParameterNames.ERROR);
        if (error != null) {
            String code = CODE.matcher(error).matches() ? error : "an error";
            throw notProved(code, settings.name() + " answered " + code + " (expected: a log-in there)");
        }
        String code = parameters.get(OAuth2ParameterNames.CODE);
        if (code == null || code.isEmpty()) {
            throw notProved("no code", "code: none (expected: that of " + settings.name() + ")");
        }
        String site = SenderSite.of(address);
        if (!places.take(site)) {
            throw provider.unavailable("is being asked about as many others as it may be, " + AT_A_TIME + " in all and "
                    + OF_SITE_AT_A_TIME + " of one address");
        }
        try {
            Ended ended = new Ended(logIn(proved(begun, code), address, browser), begun.goal());
            if (begun.session() != null) {
                people.endSession(begun.session());
            }
            return ended;
        } finally {
            places.leave(site);
        }
    }

    private void requireIssuer(@Nullable String said) throws OpenIdException {
        if (said != null && !said.equals(settings.issuer())) {
            throw notProved(
                    "another issuer", "iss: " + cut(PeerText.line(said)) + " (expected: " + settings.issuer() + ")");
        }
    }

    private OidcUser proved(Pending begun, String code) throws OpenIdException {
        Known known = provider.known();
        OAuth2AuthorizationRequest asked = OAuth2AuthorizationRequest.authorizationCode()
                .authorizationUri(Objects.requireNonNull(
                        known.client().getProviderDetails().getAuthorizationUri()))
                .clientId(known.client().getClientId())
                .redirectUri(begun.redirect())
                .scopes(known.client().getScopes())
                .state(begun.state())
                .attributes(attributes -> attributes.putAll(Map.of(
                        OAuth2ParameterNames.REGISTRATION_ID,
                        known.client().getRegistrationId(),
                        OidcParameterNames.NONCE,
                        begun.nonce(),
                        PkceParameterNames.CODE_VERIFIER,
                        begun.verifier())))
                .build();
        OAuth2AuthorizationResponse answered = OAuth2AuthorizationResponse.success(code)
                .redirectUri(begun.redirect())
                .state(begun.state())
                .build();
        try {
            return (OidcUser) Objects.requireNonNull(Objects.requireNonNull(known.checks()
                            .authenticate(new OAuth2LoginAuthenticationToken(
                                    known.client(), new OAuth2AuthorizationExchange(asked, answered))))
                    .getPrincipal());
        } catch (OAuth2AuthenticationException e) {
            throw failure(e, e.getError().getErrorCode());
        } catch (OAuth2AuthorizationException e) {
            throw failure(e, e.getError().getErrorCode());
        } catch (AuthenticationException e) {
            throw failure(e, "not proved");
        }
    }

    /** The reasons of a library are for its log: they may quote what a stranger has sent. */
    private OpenIdException failure(RuntimeException e, String code) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ResourceAccessException
                    || cause instanceof SocketTimeoutException
                    || cause instanceof HttpTimeoutException
                    || cause instanceof IOException) {
                return provider.unavailable("did not answer");
            }
        }
        String shown = cut(PeerText.line(code));
        return notProved(
                shown,
                settings.name() + " has proved nobody: " + shown
                        + " (expected: an answer for this controller that is used once; hint: begin again)");
    }

    private People.Begun logIn(OidcUser user, String address, String browser) throws OpenIdException {
        Map<String, Object> claims = user.getClaims();
        String subject = Objects.requireNonNull(user.getSubject());
        if (subject.chars().anyMatch(Character::isISOControl)) { // not all stores have room for these
            throw notProved(
                    "subject",
                    settings.name() + " has proved nobody: subject " + cut(PeerText.line(subject))
                            + " (expected: one without control characters; hint: ask who runs the provider)");
        }
        Optional<Role> role = RoleClaim.role(claims, settings);
        String preferred = Objects.requireNonNullElse(user.getPreferredUsername(), subject);
        ProvedPerson proved = new ProvedPerson(settings.issuer(), subject, preferred);
        try {
            if (role.isPresent()) {
                return people.logIn(proved, role.get(), address, browser);
            }
            people.removeWithoutRole(proved);
        } catch (NotAdmittedException e) {
            throw new OpenIdException(Reason.NOT_ALLOWED, e.code(), String.valueOf(e.getMessage()));
        }
        List<String> values = RoleClaim.values(claims, settings.roleClaim());
        throw new OpenIdException(
                Reason.NOT_ALLOWED,
                "no role",
                settings.name() + " knows you as " + cut(PeerText.line(preferred))
                        + ", but nothing there gives you a role at this controller: " + settings.roleClaim() + ": "
                        + (values.isEmpty() ? "none" : cut(PeerText.line(String.join(", ", values))))
                        + " (expected: one of " + settings.expected()
                        + "; hint: ask who runs this controller or the provider)");
    }

    private static OpenIdException notProved(String code, String message) {
        return new OpenIdException(Reason.NOT_PROVED, code, message);
    }

    private static String cut(String text) {
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }
}
