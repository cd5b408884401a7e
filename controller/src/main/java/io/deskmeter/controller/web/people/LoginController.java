package io.deskmeter.controller.web.people;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.deskmeter.controller.access.caller.AccessTokens;
import io.deskmeter.controller.access.caller.KnownBrowsers;
import io.deskmeter.controller.access.caller.LoginCookies;
import io.deskmeter.controller.access.endpoint.EndpointRights;
import io.deskmeter.controller.access.request.Listeners;
import io.deskmeter.controller.openid.OpenIdLogin;
import io.deskmeter.controller.people.People;
import io.deskmeter.controller.people.Person;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.web.http.ConflictException;
import io.deskmeter.controller.web.http.NotFoundException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Log-in, log-out and passwords of people. */
@RestController
@RequestMapping("/api/v1")
class LoginController {
    private final People people;
    private final LoginCookies cookies;
    private final KnownBrowsers browsers;
    private final AccessTokens secrets;
    private final EndpointRights rights;
    private final Listeners listeners;
    private final ObjectProvider<OpenIdLogin> openId;

    LoginController(
            People people,
            LoginCookies cookies,
            KnownBrowsers browsers,
            AccessTokens secrets,
            EndpointRights rights,
            Listeners listeners,
            ObjectProvider<OpenIdLogin> openId) {
        this.openId = openId;
        this.people = people;
        this.rights = rights;
        this.secrets = secrets;
        this.cookies = cookies;
        this.browsers = browsers;
        this.listeners = listeners;
    }

    /** By which ways one can log in beside name and password. */
    @GetMapping(path = "/login", produces = MediaType.APPLICATION_JSON_VALUE)
    Ways ways() {
        OpenIdLogin provider = openId.getIfAvailable();
        return new Ways(provider == null ? null : new Provider(provider.name(), OpenIdLogin.PATH));
    }

    /**
     * Logs a browser in: the answer has its cookie, and one by which the browser is known the next time. After attempts
     * that fail, the next ones must wait, as {@code Retry-After} says.
     */
    @PostMapping(path = "/login", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> logIn(@RequestBody Login login, HttpServletRequest request) {
        String browser = Objects.requireNonNullElse(request.getHeader(HttpHeaders.USER_AGENT), "");
        People.Begun begun = people.logIn(
                given("name", login.name()),
                given("password", login.password()),
                request.getRemoteAddr(),
                browser,
                person -> browsers.of(request, person));
        endSession(request);
        String known = browsers.create(
                        request, Objects.requireNonNull(begun.session().person()))
                .toString();
        return ResponseEntity.noContent()
                .header(
                        HttpHeaders.SET_COOKIE,
                        cookies.create(request, begun.secret()).toString(),
                        known)
                .build();
    }

    /** Ends the session of this browser. */
    @PostMapping("/logout")
    ResponseEntity<Void> logOut(HttpServletRequest request) {
        endSession(request);
        return ResponseEntity.noContent()
                .header(HttpHeaders.SET_COOKIE, cookies.remove(request).toString())
                .build();
    }

    private void endSession(HttpServletRequest request) {
        Caller.find(request)
                .filter(caller -> caller.kind() != Caller.Kind.TOKEN)
                .map(Caller::credential)
                .ifPresent(people::endSession);
    }

    /** Who sends this request. */
    @GetMapping(path = "/me", produces = MediaType.APPLICATION_JSON_VALUE)
    Me me(HttpServletRequest request) {
        Caller caller = Caller.of(request);
        return new Me(
                caller.name(),
                caller.role().word(),
                caller.kind().name().toLowerCase(Locale.ROOT),
                listeners.kind(request).word(),
                hasPassword(caller),
                people.longestTokenDays(caller.person()),
                rights.beyondReading(caller));
    }

    /** Changes one's own password, and ends all other sessions. */
    @PutMapping(path = "/me/password", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> changePassword(@RequestBody PasswordChange change, HttpServletRequest request) {
        Caller caller = Caller.of(request);
        String session = caller.credential();
        Person person = withPassword(caller).orElse(null);
        if (person == null || session == null) {
            throw new ConflictException(caller.name()
                    + " has no password at this controller (expected: a person who has logged in with one)");
        }
        people.changePassword(
                person, given("old", change.old()), given("new", change.password()), request.getRemoteAddr(), session);
        return ResponseEntity.noContent().build();
    }

    /** Somebody who logs in with a password here, not with a provider. */
    private Optional<Person> withPassword(Caller caller) {
        return Optional.ofNullable(caller.person()).flatMap(people::person).filter(Person::hasPassword);
    }

    private boolean hasPassword(Caller caller) {
        return caller.kind() == Caller.Kind.SESSION && withPassword(caller).isPresent();
    }

    /** Sets a password with the code of a link, once; all sessions of that person end. */
    @PostMapping(path = "/passwords", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> setPassword(@RequestBody NewPassword request) {
        if (people.setPassword(
                        given("code", request.code()), given("password", request.password()), secrets.localPepper())
                .isEmpty()) {
            throw new NotFoundException(
                    "code: unknown, used, older than a day, or from before a change of the user's role or of"
                            + " its maker's (expected: that of the newest link;"
                            + " hint: an administrator can make another one, ./deskmeter user password-link NAME)");
        }
        return ResponseEntity.noContent().build();
    }

    private static String given(String what, @Nullable String value) {
        if (value == null || value.isEmpty()) {
            throw new InvalidRequestException(what + ": none (expected: one)");
        }
        return value;
    }

    /**
     * Ways to log in.
     *
     * @param openIdConnect null if there is none
     */
    record Ways(@Nullable Provider openIdConnect) {}

    /**
     * A provider of OpenID Connect.
     *
     * @param name for people
     * @param path where a browser begins
     */
    record Provider(String name, String path) {}

    /** Name and password of a person. */
    record Login(
            @Nullable String name,
            @Schema(format = "password") @Nullable String password) {
        /** Without the password: records are printed into logs. */
        @Override
        public String toString() {
            return "log-in of " + name;
        }
    }

    /**
     * Who has sent a request.
     *
     * @param name {@code local} for the secret of the controller's own machine
     * @param kind {@code local}, {@code session} of a browser, or {@code token} of a program
     * @param listener {@code loopback} or {@code https}
     * @param hasPassword whether it is a browser of somebody who can change a password here
     * @param longestTokenDays how many days a token may be valid that this one makes
     * @param may endpoints that this one may call beside those that every viewer reads, each as {@code POST
     *     /api/v1/runs}
     */
    record Me(
            String name,

            @Schema(allowableValues = {"scrape", "viewer", "operator", "admin"})
            String role,

            @Schema(allowableValues = {"local", "session", "token"})
            String kind,

            @Schema(allowableValues = {"loopback", "https"}) String listener,

            boolean hasPassword,
            int longestTokenDays,
            List<String> may) {}

    /** The password that is valid now, and the one in its place. */
    record PasswordChange(
            @Schema(format = "password") @Nullable String old,

            @JsonProperty("new") @Schema(format = "password") @Nullable
            String password) {
        @Override
        public String toString() {
            return "a change of a password";
        }
    }

    /** A password for whoever a link was made for. */
    record NewPassword(
            @Nullable String code,
            @Schema(format = "password") @Nullable String password) {
        @Override
        public String toString() {
            return "a new password";
        }
    }
}
