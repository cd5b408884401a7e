package io.deskmeter.agent.platform;

import java.util.concurrent.CompletableFuture;

/** A program that was started with a mark. */
public interface StartedProgram {
    /** Whether the started process is running; its child processes do not count. */
    boolean alive();

    /** Completes with the exit code of the started process. */
    CompletableFuture<Integer> exited();

    /** The last lines that it printed, for messages; empty if it printed nothing. */
    String tail();
}
