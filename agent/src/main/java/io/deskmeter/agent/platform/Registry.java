package io.deskmeter.agent.platform;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The registry of a system that has one. A key is given by its path, whose first part is {@code HKLM} or {@code HKCU};
 * parts are separated by backslashes, and no case is told apart. What a method has changed is on the disk when it
 * returns. Thread-safe.
 */
public interface Registry {
    /**
     * A value, whose bytes nobody changes.
     *
     * @param type as the system counts types
     */
    @SuppressWarnings("ArrayRecordComponent") // equality is written out
    record Value(int type, byte[] bytes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Value value && type == value.type && Arrays.equals(bytes, value.bytes);
        }

        @Override
        public int hashCode() {
            return 31 * type + Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "type " + type + ", " + Arrays.toString(bytes);
        }
    }

    /** Whether there is this key. */
    boolean hasKey(String key) throws IOException;

    /** A value of a key; empty if there is none, or no such key. */
    Optional<Value> value(String key, String name) throws IOException;

    /** Creates a key in one that is there; one that is there already is not an error. */
    void createKey(String key) throws IOException;

    /**
     * Removes a key, unless something is in it; a missing one is not an error.
     *
     * @return false if something is in it
     */
    boolean removeEmptyKey(String key) throws IOException;

    /** Creates or replaces a value of a key that is there. */
    void set(String key, String name, Value value) throws IOException;

    /** Removes a value; a missing one is not an error. */
    void remove(String key, String name) throws IOException;
}
