package io.deskmeter.controller.fleet;

import java.util.HashSet;
import java.util.Set;

/** Remembers which agents get no new run until they are resumed. Thread-safe. */
public interface DrainState {
    /** Of a process that no one can tell to drain agents: it has no run to give them. */
    DrainState NONE = new DrainState() {
        @Override
        public Set<String> all() {
            return new HashSet<>();
        }

        @Override
        public void add(String agent) {
            throw new UnsupportedOperationException("agents of a check are not drained");
        }

        @Override
        public void remove(String agent) {
            throw new UnsupportedOperationException("agents of a check are not drained");
        }
    };

    /** The ids of all, in a set of the caller's. */
    Set<String> all();

    /** Once more is the same as once. */
    void add(String agent);

    /** A missing agent is not an error. */
    void remove(String agent);
}
