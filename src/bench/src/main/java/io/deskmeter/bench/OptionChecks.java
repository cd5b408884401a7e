package io.deskmeter.bench;

/** What options of benchmarks must be. */
public final class OptionChecks {
    private OptionChecks() {}

    /**
     * Refuses a number that is too small.
     *
     * @param what it is, as its option says
     */
    public static void atLeast(String what, int number, int least) {
        if (number < least) {
            throw new IllegalArgumentException(what + ": " + number + " (expected: >= " + least + ")");
        }
    }
}
