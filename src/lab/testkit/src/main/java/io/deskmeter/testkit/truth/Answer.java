package io.deskmeter.testkit.truth;

/**
 * One response to one input, as the truth program recorded it. Instants are monotonic nanoseconds.
 *
 * @param number of the answer, from 1, as it was armed
 * @param inputAt when the input's bytes had been read
 * @param shownFrom read before the answer was written: it cannot have been visible earlier
 * @param shownBy read after the answer was written: from then on it was visible
 * @param bytes the number of bytes sent on the connection including the answer, by which a {@link Relay} identifies it;
 *     0 if there is none
 */
public record Answer(long number, long inputAt, long shownFrom, long shownBy, long bytes) {
    private static final int WORDS = 6;

    /** The line in which programs report it. */
    String line() {
        return "answer " + number + " " + inputAt + " " + shownFrom + " " + shownBy + " " + bytes;
    }

    /**
     * Parses {@link #line}.
     *
     * @throws IllegalArgumentException for any other line
     */
    static Answer of(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != WORDS || !words[0].equals("answer")) {
            throw new IllegalArgumentException("line: \"" + line + "\" (expected: answer NUMBER INPUT FROM BY BYTES)");
        }
        return new Answer(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]));
    }
}
