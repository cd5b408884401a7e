package io.deskmeter.controller.fleet;

import java.util.HashSet;
import java.util.Set;

/** Remembers the ids of all client agents that have ever connected: no desktop agent may use one. Thread-safe. */
public interface ClientAgentIds {
    /** Of a process that is over before any agent could come back as another one. */
    ClientAgentIds NOT_STORED = new ClientAgentIds() {
        @Override
        public Set<String> all() {
            return new HashSet<>();
        }

        @Override
        public void add(String agent) {
            // Nobody asks for it later.
        }

        @Override
        public void remove(String agent) {
            // It has not been added.
        }
    };

    /** The ids of all, in a set of the caller's. */
    Set<String> all();

    /** Once more is the same as once. */
    void add(String agent);

    /** A missing agent is not an error. */
    void remove(String agent);
}
