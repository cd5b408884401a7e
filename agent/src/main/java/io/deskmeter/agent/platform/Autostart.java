package io.deskmeter.agent.platform;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The entry with which the platform starts Deskmeter's program in each new session. */
public interface Autostart {
    /** Name of the entry; there is one for each scope. */
    String NAME = "Deskmeter desktop agent";

    /** The sessions for which an entry holds. */
    enum Scope {
        /** Those of this user. */
        USER,
        /** Those of all users of this machine; only administrators may change it. */
        MACHINE
    }

    /** The command line of the entry as the platform keeps it; empty if there is no entry. */
    Optional<String> command() throws IOException;

    /**
     * Creates or replaces the entry.
     *
     * @param command the argument vector; the first element is an absolute path
     * @throws IOException if this user may not
     */
    void set(List<String> command) throws IOException;

    /** Removes the entry; a missing one is not an error. */
    void remove() throws IOException;
}
