package io.deskmeter.controller.ingest;

/**
 * Checks of fields that agents send: what a column of the store cannot hold is told with the field, its value and what
 * was expected.
 */
final class RecordChecks {
    private static final int MOST_SHOWN = 80;

    private RecordChecks() {}

    static void requireText(String what, String value, int most) {
        if (value.isEmpty() || value.length() > most || value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(what + ": " + shortened(value) + " of " + value.length()
                    + " characters (expected: 1 to " + most + ", none of them NUL)");
        }
    }

    private static String shortened(String value) {
        return value.length() <= MOST_SHOWN ? "'" + value + "'" : "'" + value.substring(0, MOST_SHOWN) + "…'";
    }

    static void requireFrom(String what, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: >= " + least + ")");
        }
    }
}
