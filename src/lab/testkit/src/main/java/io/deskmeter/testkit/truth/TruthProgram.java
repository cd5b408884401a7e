package io.deskmeter.testkit.truth;

import java.io.IOException;

/** The commands of a truth program. */
public interface TruthProgram extends AutoCloseable {
    /**
     * Hides the landmark; the next key press is answered with the landmark after the delay, and the answer is reported.
     * The landmark may disappear a little later.
     *
     * @param number of the answer, at least 1
     * @param delayNanos 0 or more
     */
    void arm(long number, long delayNanos) throws IOException;

    /** Shows or hides the landmark now. */
    void mark(boolean shown) throws IOException;

    @Override
    void close() throws IOException;
}
