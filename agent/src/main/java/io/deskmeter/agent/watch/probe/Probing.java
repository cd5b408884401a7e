package io.deskmeter.agent.watch.probe;

import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Whether the sessions of this agent probe their screens, and what has become of the probes. Thread-safe. */
public final class Probing {
    /** The variable that switches it off. */
    public static final String VARIABLE = "DESKMETER_PROBES";

    private static final String ON = "on";
    private static final String OFF = "off";

    private final boolean on;
    private final LongAdder unchanged = new LongAdder();
    private final LongAdder inconclusive = new LongAdder();
    private final LongAdder unanswered = new LongAdder();

    private Probing(boolean on) {
        this.on = on;
    }

    public static Probing on() {
        return new Probing(true);
    }

    public static Probing off() {
        return new Probing(false);
    }

    /**
     * As the environment says; on where it says nothing.
     *
     * @throws IllegalArgumentException for any other word
     */
    public static Probing of(Map<String, String> environment) {
        String word = environment.getOrDefault(VARIABLE, ON);
        if (!word.equals(ON) && !word.equals(OFF)) {
            throw new IllegalArgumentException(VARIABLE + ": \"" + word + "\" (expected: " + ON + " or " + OFF
                    + "; hint: unset, it is " + ON + ")");
        }
        return new Probing(word.equals(ON));
    }

    public boolean isOn() {
        return on;
    }

    void unchanged() {
        unchanged.increment();
    }

    void inconclusive() {
        inconclusive.increment();
    }

    void unanswered() {
        unanswered.increment();
    }

    /** So far, of all sessions. */
    public ProbeCounts counts() {
        return new ProbeCounts(unchanged.sum(), inconclusive.sum(), unanswered.sum());
    }
}
