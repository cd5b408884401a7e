package io.deskmeter.controller.request;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who has sent a request, for what goes on after it was let in.
 *
 * @param login the same for all requests of a browser that has logged in, or with one secret
 * @param name of the person; {@link #LOCAL} for who reads the secret files of this machine
 * @param role what it may do now
 * @param kind by what it was known
 * @param person id of the person; null if there is none of that name in the store
 * @param credential id of the session or of the token; null for a secret file
 * @param allowed whether it would still be let in; may be asked on any thread and does not wait
 */
public record Caller(
        String login,
        String name,
        Role role,
        Kind kind,
        @Nullable String person,
        @Nullable String credential,
        BooleanSupplier allowed) {
    /** The name of who can read the secret files of the controller. */
    public static final String LOCAL = "local";

    private static final String ATTRIBUTE = Caller.class.getName();

    /** By what a caller is known. */
    public enum Kind {
        /** A secret file of this machine, or a browser that was let in with a link of it. */
        LOCAL,
        /** A browser of a person who has logged in. */
        SESSION,
        /** A token of a program. */
        TOKEN
    }

    /** Remembers with a request who has sent it. */
    public void attach(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** Who has sent a request that was let in. */
    public static Caller of(HttpServletRequest request) {
        return find(request)
                .orElseThrow(() ->
                        new IllegalStateException("a request that nobody has let in: " + request.getRequestURI()));
    }

    /** Who has sent a request; empty if that is not known, or not yet. */
    public static Optional<Caller> find(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Caller caller ? Optional.of(caller) : Optional.empty();
    }
}
