package io.deskmeter.agent;

import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.concurrent.GuardedTasks;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends this program when its standard input ends. A program that starts an agent and holds the other end of a pipe thus
 * leaves no agent behind, however it ends: the kernel closes its end of the pipe also after {@code kill -9}.
 */
final class EndOfInput {
    /**
     * Like the limit of the program that starts an agent; that program may be gone, so the agent keeps the limit
     * itself.
     */
    static final Duration END_WITHIN = Duration.ofSeconds(30);

    /** The exit code of a program that could not end in order. */
    static final int HALTED = 4;

    private static final Logger LOG = LoggerFactory.getLogger(EndOfInput.class);

    private EndOfInput() {}

    /**
     * Watches an input on a daemon thread, until it ends or cannot be read. What stands in it is ignored.
     *
     * @param end makes the program end in order; returns at once
     * @param within the program is halted if it still runs so long afterwards; the sessions that it leaves are then
     *     ended by its orphan reaper
     */
    static void watch(InputStream in, Runnable end, Duration within) {
        AgentThreads.thread("end-of-input", () -> {
                    awaitEnd(in);
                    LOG.info("standard input has ended");
                    // Halted in any case, also if its orderly end is not even begun.
                    GuardedTasks.guarded(end).run();
                    halt(within);
                })
                .start();
    }

    private static void awaitEnd(InputStream in) {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // Nobody can write to it any more.
            LOG.debug("standard input: {}", e.toString());
        }
    }

    /** A program that ends in order takes this daemon thread with it. */
    private static void halt(Duration after) {
        try {
            TimeUnit.NANOSECONDS.sleep(after.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        LOG.error("agent: still runs {} s after the end of its standard input; halted", after.toSeconds());
        Runtime.getRuntime().halt(HALTED);
    }
}
