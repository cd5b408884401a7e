package io.deskmeter.controller.web.people;

import io.deskmeter.controller.people.LoginSession;
import io.deskmeter.controller.people.People;
import io.deskmeter.controller.people.Person;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.Role;
import io.deskmeter.controller.web.http.NotFoundException;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Browsers that are logged in. */
@RestController
@RequestMapping("/api/v1/logins")
class LoginsController {
    private final People people;

    LoginsController(People people) {
        this.people = people;
    }

    /**
     * Browsers that are logged in, the latest first: for administrators those of everybody, else one's own.
     *
     * @param user only those of this person
     */
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    List<LoginView> list(@RequestParam(required = false) @Nullable String user, HttpServletRequest request) {
        Caller caller = Caller.of(request);
        return people.sessions().stream()
                .filter(session -> mayEnd(caller, session))
                .map(session -> view(session, caller))
                .filter(view -> user == null || view.user().equals(user.toLowerCase(Locale.ROOT)))
                .sorted(Comparator.comparing(LoginView::createdAt).reversed())
                .toList();
    }

    /** Ends a session; its event streams end within ten seconds. */
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void end(@PathVariable String id, HttpServletRequest request) {
        Caller caller = Caller.of(request);
        boolean ended =
                people.sessions().stream().anyMatch(session -> session.id().equals(id) && mayEnd(caller, session))
                        && people.endSession(id);
        if (!ended) {
            throw new NotFoundException("login: " + id + " (expected: one of GET /api/v1/logins)");
        }
    }

    private static boolean mayEnd(Caller caller, LoginSession session) {
        return caller.role().includes(Role.ADMIN)
                || (caller.person() != null && caller.person().equals(session.person()));
    }

    private LoginView view(LoginSession session, Caller caller) {
        String person = session.person();
        return new LoginView(
                session.id(),
                person == null
                        ? Caller.LOCAL
                        : people.person(person).map(Person::name).orElse(""),
                session.createdAt(),
                session.usedAt(),
                session.expiresAt(),
                session.address(),
                session.browser(),
                Objects.equals(session.id(), caller.credential()));
    }

    /**
     * A browser that is logged in.
     *
     * @param user {@code local} if it was let in with a link of the controller's own machine
     * @param usedAt to about a minute
     * @param address from which it logged in
     * @param browser what it calls itself
     * @param own whether it is the one that asks
     */
    record LoginView(
            String id,
            String user,
            Instant createdAt,
            Instant usedAt,
            Instant expiresAt,
            String address,
            String browser,
            boolean own) {}
}
