package io.deskmeter.testkit.skipped;

/**
 * A test that was not run.
 *
 * @param name class and method: {@code io.deskmeter.screen.rfb.RealQemuTest.typedTextArrives}
 * @param reason the reason in the report; may be empty
 */
record SkippedTest(String name, String reason) implements Comparable<SkippedTest> {
    @Override
    public int compareTo(SkippedTest other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return reason.isEmpty() ? name : name + ": " + reason;
    }
}
