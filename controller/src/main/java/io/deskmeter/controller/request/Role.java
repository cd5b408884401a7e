package io.deskmeter.controller.request;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What somebody may do; each includes what those before it may. */
public enum Role {
    /** Reads the controller's metrics and health, for monitoring systems. */
    SCRAPE,
    /** Reads runs, results and everything else that pages show. */
    VIEWER,
    /** Starts, stops and deletes runs, and saves what they need. Workloads are programs, which agents then run. */
    OPERATOR,
    /** Decides which machines are agents, what is kept, and who may do what. */
    ADMIN;

    /** Whether it may do what another may. */
    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    /** The lesser of both. */
    public Role atMost(Role other) {
        return includes(other) ? other : this;
    }

    /** As REST, the store and people write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads a word. */
    public static Optional<Role> of(String word) {
        return Stream.of(values()).filter(role -> role.word().equals(word)).findFirst();
    }
}
