package io.deskmeter.controller.access.endpoint;

import io.deskmeter.controller.access.request.Listeners;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.Role;
import org.jspecify.annotations.Nullable;

/** Who may call an endpoint. */
public enum AccessRule {
    /** Everybody: it makes somebody known. */
    PUBLIC(null),
    /**
     * Everybody who comes by HTTPS: the page on which one logs in. Browsers of the controller's own machine log in with
     * a link.
     */
    PUBLIC_BY_HTTPS(null),
    SCRAPE(Role.SCRAPE),
    VIEWER(Role.VIEWER),
    OPERATOR(Role.OPERATOR),
    ADMIN(Role.ADMIN),
    /**
     * Whoever is known, with any role, but no token: one could make another that is valid for longer. What is one's
     * own, as sessions, a password and the way out, is not lost with a role.
     */
    PERSON(Role.SCRAPE),
    /** An administrator, but no token: one could make a user who outlives it. */
    ADMIN_PERSON(Role.ADMIN),
    /** Who can read the secret files of the controller's machine. */
    LOCAL_ADMIN(Role.ADMIN);

    private final @Nullable Role role;

    AccessRule(@Nullable Role role) {
        this.role = role;
    }

    /** Whether nobody needs to be known. */
    public boolean isPublic(Listeners.Kind listener) {
        return this == PUBLIC || (this == PUBLIC_BY_HTTPS && listener == Listeners.Kind.HTTPS);
    }

    /** Whether somebody who is known may call it. */
    public boolean permits(Role has, Caller.Kind kind) {
        // The secret file for metrics is nobody's: what is made without a person is the machine's.
        boolean person = kind == Caller.Kind.SESSION || (kind == Caller.Kind.LOCAL && has.includes(Role.ADMIN));
        return switch (this) {
            case PUBLIC, PUBLIC_BY_HTTPS -> true;
            case SCRAPE, VIEWER, OPERATOR, ADMIN -> has.includes(needed());
            case PERSON, ADMIN_PERSON -> person && has.includes(needed());
            case LOCAL_ADMIN -> kind == Caller.Kind.LOCAL && has.includes(needed());
        };
    }

    private Role needed() {
        if (role == null) {
            throw new IllegalStateException(this + " needs no role");
        }
        return role;
    }

    /** What is needed, for people. */
    public String expectation() {
        return switch (this) {
            case PUBLIC, PUBLIC_BY_HTTPS -> "anybody";
            case SCRAPE, VIEWER, OPERATOR, ADMIN -> needed().word() + " at least";
            case PERSON -> "a person who has logged in instead of a token";
            case ADMIN_PERSON -> needed().word() + " at least, and a person who has logged in instead of a token";
            case LOCAL_ADMIN -> "the secret of admin.token, on the controller's own machine";
        };
    }
}
