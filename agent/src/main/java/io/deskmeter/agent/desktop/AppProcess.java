package io.deskmeter.agent.desktop;

import java.util.concurrent.CompletableFuture;

/** A program that was started in a desktop, with its child processes. */
public interface AppProcess {
    /** Whether the started process is running; its remaining child processes do not count. */
    boolean alive();

    /** Completes with the exit code of the started process (128 + signal if a signal ended it). */
    CompletableFuture<Integer> exited();

    /** Kills the program and its child processes; returns when they have ended. */
    void kill();

    /** The last lines that the program printed, for messages; empty if it printed nothing. */
    String tail();
}
