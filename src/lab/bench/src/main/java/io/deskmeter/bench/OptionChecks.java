package io.deskmeter.bench;

/** Validates options of benchmarks. */
public final class OptionChecks {
    private OptionChecks() {}

    /**
     * Refuses a number that is too small.
     *
     * @param what the option's name
     */
    public static void atLeast(String what, int number, int least) {
        if (number < least) {
            throw new IllegalArgumentException(what + ": " + number + " (expected: >= " + least + ")");
        }
    }

    /**
     * Refuses a number outside of a range.
     *
     * @param what the option's name
     */
    public static void between(String what, int number, int least, int most) {
        if (number < least || number > most) {
            throw new IllegalArgumentException(what + ": " + number + " (expected: " + least + " to " + most + ")");
        }
    }
}
