package io.deskmeter.bench.sim.desktop;

import java.time.Duration;

/**
 * Delays of the first session of a simulated agent; zero for none. They extend short stages of a run, so that a fault
 * can happen in them.
 *
 * @param logon until its first picture
 * @param logoff until its desktop has ended
 * @param cleanUp after the session has ended, until the agent has cleaned up
 * @param timings the additional delay of its timings
 */
public record SimFaults(Duration logon, Duration logoff, Duration cleanUp, Duration timings) {
    public static final SimFaults NONE = new SimFaults(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** As a line of four numbers, in milliseconds. */
    public String line() {
        return logon.toMillis() + " " + logoff.toMillis() + " " + cleanUp.toMillis() + " " + timings.toMillis();
    }

    public static SimFaults parse(String line) {
        String[] words = line.strip().split(" ", -1);
        return new SimFaults(millis(words[0]), millis(words[1]), millis(words[2]), millis(words[3]));
    }

    private static Duration millis(String word) {
        return Duration.ofMillis(Long.parseLong(word));
    }
}
