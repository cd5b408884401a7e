package io.deskmeter.testkit.truth;

/**
 * One answer to one input, as the program that gave it knows. Instants are monotonic nanoseconds.
 *
 * @param number of the answer, from 1, as it was armed
 * @param inputAt when the input's bytes had been read
 * @param shownFrom read before the answer was written: nobody can have seen it earlier
 * @param shownBy read after the answer was written: from then on it was out
 * @param bytes how many the connection had carried with the answer, by which a {@link Relay} knows it; 0 if there is none
 */
public record Answer(long number, long inputAt, long shownFrom, long shownBy, long bytes) {
    private static final int WORDS = 6;

    /** The line by which programs tell it. */
    String line() {
        return "answer " + number + " " + inputAt + " " + shownFrom + " " + shownBy + " " + bytes;
    }

    /**
     * Reads {@link #line}.
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
