package io.deskmeter.bench.sim;

import java.time.Duration;

/**
 * What is slow with the first session of a simulated agent. Zero: nothing. Stages of a run that are over in a moment last long enough by these
 * to have something happen in them.
 *
 * @param logon until its first picture
 * @param logoff until its desktop has ended
 * @param cleanUp after the session has ended, until nothing of it is left on the agent
 * @param timings by so much later than all else its timings are told
 */
public record SimFaults(Duration logon, Duration logoff, Duration cleanUp, Duration timings) {
    public static final SimFaults NONE = new SimFaults(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** As a line of four numbers, in milliseconds. */
    String line() {
        return logon.toMillis() + " " + logoff.toMillis() + " " + cleanUp.toMillis() + " " + timings.toMillis();
    }

    static SimFaults parse(String line) {
        String[] words = line.strip().split(" ", -1);
        return new SimFaults(millis(words[0]), millis(words[1]), millis(words[2]), millis(words[3]));
    }

    private static Duration millis(String word) {
        return Duration.ofMillis(Long.parseLong(word));
    }
}
