package io.deskmeter.controller.ingest;

import java.util.stream.IntStream;

/**
 * Lets what happens to the links of one agent be told in one order. Each link has a thread of its own, so without it a
 * run could hear that an old link has ended after it has heard of the link that replaced it: it would wait for an agent
 * that is there, and give it up. Thread-safe.
 */
final class LinkOrder {
    private static final int LOCKS = 64;

    /** Agents share them: what is told is only put into mailboxes. */
    private final Object[] locks =
            IntStream.range(0, LOCKS).mapToObj(i -> new Object()).toArray();

    /** Runs this while nothing else is told of the agent. */
    void tell(String agent, Runnable what) {
        synchronized (locks[Math.floorMod(agent.hashCode(), LOCKS)]) {
            what.run();
        }
    }
}
