package io.deskmeter.controller.web.people;

import io.deskmeter.controller.access.caller.AccessTokens;
import io.deskmeter.controller.access.request.Listeners;
import io.deskmeter.controller.people.People;
import io.deskmeter.controller.people.Person;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.request.Role;
import io.deskmeter.controller.web.http.ConflictException;
import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.text.PeerText;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** People who may use this controller. */
@RestController
@RequestMapping("/api/v1/users")
class UsersController {
    private static final String LINK = "/set-password?code=";

    private final People people;
    private final AccessTokens secrets;
    private final Listeners listeners;

    UsersController(People people, AccessTokens secrets, Listeners listeners) {
        this.people = people;
        this.secrets = secrets;
        this.listeners = listeners;
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    List<User> list() {
        return people.people().stream().map(User::of).toList();
    }

    /** Adds somebody. Without a password, the answer has a link with which that person sets one, once, within a day. */
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    AddedUser add(@RequestBody NewUser wanted, HttpServletRequest request) {
        String name = wanted.name() == null ? "" : wanted.name();
        Person person = people.add(name, role(wanted.role()), wanted.password())
                .orElseThrow(() -> new ConflictException("name: " + PeerText.line(name)
                        + " is taken (expected: one that nobody has; hint: PUT /api/v1/users/NAME changes a role)"));
        return new AddedUser(User.of(person), wanted.password() == null ? link(person, request) : null);
    }

    /**
     * Changes the role of somebody, or disables that person; what is null stays. Event streams that the new role may
     * not read end.
     */
    @PutMapping(
            path = "/{name}",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    User change(@PathVariable String name, @RequestBody UserChange change, HttpServletRequest request) {
        Person person = other(name, request);
        Role role = change.role() == null ? null : role(change.role());
        if (role != null && role != person.role() && person.issuer() != null) {
            throw new ConflictException("role: that of " + person.name() + " is said by " + person.issuer()
                    + " at each log-in (expected: a change there; hint: disabled: true keeps somebody out)");
        }
        if (!people.change(person, role, change.disabled())) {
            throw unknown(name);
        }
        return User.of(people.person(person.id()).orElseThrow(() -> unknown(name)));
    }

    /** Removes somebody, with all sessions and tokens. */
    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String name, HttpServletRequest request) {
        if (!people.remove(other(name, request))) {
            throw unknown(name);
        }
    }

    /**
     * Makes a link with which somebody sets a password, once, within a day. Earlier links end; it ends with a change of
     * the user, or if its maker is no administrator any more.
     */
    @PostMapping(path = "/{name}/password-links", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    PasswordLink passwordLink(@PathVariable String name, HttpServletRequest request) {
        Person person = people.named(name).orElseThrow(() -> unknown(name));
        if (person.disabled()) {
            throw new ConflictException("user: " + person.name()
                    + " is disabled (expected: one who may log in; hint: ./deskmeter user enable, then make the link)");
        }
        if (person.issuer() != null) {
            throw new ConflictException("user: " + person.name() + " logs in with " + person.issuer()
                    + ", without a password of this controller (expected: a user of this controller itself)");
        }
        return link(person, request);
    }

    private PasswordLink link(Person person, HttpServletRequest request) {
        People.PasswordLink made = people.passwordLink(person, Caller.of(request), secrets.localPepper());
        String path = LINK + made.code();
        return new PasswordLink(
                path, listeners.address().map(address -> address + path).orElse(null), made.expiresAt());
    }

    /** Nobody takes the own right by mistake. */
    private Person other(String name, HttpServletRequest request) {
        Person person = people.named(name).orElseThrow(() -> unknown(name));
        if (person.id().equals(Caller.of(request).person())) {
            throw new ConflictException("user: " + person.name()
                    + " is you (expected: somebody else; hint: another administrator can do it, or ./deskmeter user on the controller's"
                    + " machine)");
        }
        return person;
    }

    static Role role(@Nullable String word) {
        return Role.of(word == null ? "" : word)
                .orElseThrow(() -> new InvalidRequestException(
                        "role: " + (word == null ? "none" : PeerText.line(word)) + " (expected: one of "
                                + Stream.of(Role.values()).map(Role::word).toList() + ")"));
    }

    private static NotFoundException unknown(String name) {
        return new NotFoundException("user: " + PeerText.line(name) + " (expected: one of GET /api/v1/users)");
    }

    /**
     * Somebody who may use this controller.
     *
     * @param hasPassword whether one is set
     * @param issuer where who logs in by OpenID Connect is known; null for others
     */
    record User(
            String name,

            @Schema(allowableValues = {"scrape", "viewer", "operator", "admin"})
            String role,

            boolean disabled,
            boolean hasPassword,
            @Nullable String issuer,
            Instant createdAt) {
        static User of(Person person) {
            return new User(
                    person.name(),
                    person.role().word(),
                    person.disabled(),
                    person.hasPassword(),
                    person.issuer(),
                    person.createdAt());
        }
    }

    /**
     * Somebody to add.
     *
     * @param role one of {@code scrape}, {@code viewer}, {@code operator} and {@code admin}
     * @param password null to get a link instead
     */
    record NewUser(
            @Nullable String name,
            @Nullable String role,
            @Schema(format = "password") @Nullable String password) {
        /** Without the password: records are printed into logs. */
        @Override
        public String toString() {
            return "user " + name + ", " + role;
        }
    }

    /**
     * Somebody who was added.
     *
     * @param link null if a password was given
     */
    record AddedUser(User user, @Nullable PasswordLink link) {}

    /** What is to change. */
    record UserChange(@Nullable String role, @Nullable Boolean disabled) {}

    /**
     * A link with which a password is set once. It is in this answer only.
     *
     * @param passwordLink what follows the address of the controller
     * @param url the whole link, if the controller listens for other machines
     */
    record PasswordLink(String passwordLink, @Nullable String url, Instant expiresAt) {}
}
