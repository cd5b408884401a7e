package io.deskmeter.controller.web.people;

import io.deskmeter.controller.access.caller.AccessTokens;
import io.deskmeter.controller.people.ApiToken;
import io.deskmeter.controller.people.People;
import io.deskmeter.controller.people.Person;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.request.Role;
import io.deskmeter.controller.web.http.NotFoundException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Tokens of programs, as builds and monitoring systems. */
@RestController
@RequestMapping("/api/v1/tokens")
class TokensController {
    private final People people;
    private final AccessTokens secrets;

    TokensController(People people, AccessTokens secrets) {
        this.people = people;
        this.secrets = secrets;
    }

    /** Tokens, the latest first: for administrators those of everybody, else one's own. */
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    List<ApiTokenView> list(HttpServletRequest request) {
        Caller caller = Caller.of(request);
        return people.tokens().stream()
                .filter(token -> mayRevoke(caller, token))
                .map(this::view)
                .toList();
    }

    /** Makes a token, whose role is at most one's own. Its text is in this answer only. */
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    NewApiToken make(@RequestBody ApiTokenRequest wanted, HttpServletRequest request) {
        if (wanted.expires() == null) {
            throw new InvalidRequestException("expires: none (expected: a time of ISO 8601, at most a year from now)");
        }
        People.Made made = people.makeToken(
                Caller.of(request),
                secrets.localPepper(),
                wanted.name() == null ? "" : wanted.name(),
                UsersController.role(wanted.role()),
                wanted.expires());
        return new NewApiToken(made.token().id(), made.text(), made.token().expiresAt());
    }

    /** Revokes a token; its event streams end within ten seconds. */
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revoke(@PathVariable String id, HttpServletRequest request) {
        Caller caller = Caller.of(request);
        boolean revoked = people.tokens().stream().anyMatch(token -> token.id().equals(id) && mayRevoke(caller, token))
                && people.revokeToken(id);
        if (!revoked) {
            throw new NotFoundException("token: " + id + " (expected: the id of one of GET /api/v1/tokens)");
        }
    }

    private static boolean mayRevoke(Caller caller, ApiToken token) {
        return caller.role().includes(Role.ADMIN) || Objects.equals(caller.person(), token.person());
    }

    private ApiTokenView view(ApiToken token) {
        String person = token.person();
        return new ApiTokenView(
                token.id(),
                token.name(),
                token.role().word(),
                person == null
                        ? Caller.LOCAL
                        : people.person(person).map(Person::name).orElse(""),
                token.createdAt(),
                token.expiresAt(),
                token.usedAt());
    }

    /**
     * A token to make.
     *
     * @param name what it is for
     * @param role one of {@code scrape}, {@code viewer}, {@code operator} and {@code admin}
     * @param expires at most a year from now
     */
    record ApiTokenRequest(
            @Nullable String name,
            @Nullable String role,
            @Nullable Instant expires) {}

    /**
     * A token that was made.
     *
     * @param token its text, a secret
     */
    record NewApiToken(String id, String token, Instant expiresAt) {}

    /**
     * A token without its text.
     *
     * @param user for whom it acts; {@code local} if it was made on the controller's own machine
     * @param usedAt to about a minute; null if it never was
     */
    record ApiTokenView(
            String id,
            String name,

            @Schema(allowableValues = {"scrape", "viewer", "operator", "admin"})
            String role,

            String user,
            Instant createdAt,
            Instant expiresAt,
            @Nullable Instant usedAt) {}
}
