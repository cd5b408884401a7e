package io.deskmeter.e2e;

/**
 * Names of locks, for {@code @ResourceLock}: of the end-to-end classes with the same lock one runs at a time. One with real desktops and one
 * without them run together. A class that is {@code @Isolated} runs alone.
 */
final class ConcurrentTests {
    /** Real desktops, or what there is once on a machine: its users, {@code /run/xrdp}. */
    static final String DESKTOPS = "desktops";

    /** No desktops, or for moments only: simulated sessions, commands, requests. */
    static final String PROGRAMS = "programs";

    /** The {@link NetworkNamespace}: its name and its addresses are there once. */
    static final String NETWORK = "network";

    private ConcurrentTests() {}
}
