package io.deskmeter.e2e;

/**
 * Names of locks, for {@code @ResourceLock}: of the end-to-end classes with the same lock one runs at a time, so that
 * two run together. The classes of both locks should take about as long. A class that is {@code @Isolated} runs alone.
 */
final class ConcurrentTests {
    /** What there is once on a machine: its users, {@code /run/xrdp}; and most with real desktops. */
    static final String DESKTOPS = "desktops";

    /** No desktops, or few, in folders of their own: simulated sessions, commands, requests. */
    static final String PROGRAMS = "programs";

    /** The {@link NetworkNamespace}: its name and its addresses are there once. */
    static final String NETWORK = "network";

    private ConcurrentTests() {}
}
