package io.deskmeter.agent.desktop;

import java.util.concurrent.CompletableFuture;

/** A program that was started in a desktop, with all that it started in turn. */
public interface AppProcess {
    /** Does the started process run? What it may have left behind does not count. */
    boolean alive();

    /** Completes with the exit code of the started process (128 + signal where a signal ended it). */
    CompletableFuture<Integer> exited();

    /** Ends the program and all that it started, at once and without asking it; returns when they are gone. */
    void kill();

    /** The last lines that the program printed, for messages to people; empty if it printed nothing. */
    String tail();
}
