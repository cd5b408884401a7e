package io.deskmeter.testkit.truth;

import java.io.IOException;

/** What a truth program can be told. */
public interface TruthProgram extends AutoCloseable {
    /**
     * Takes the landmark away; the next key press is answered with the landmark after the delay, and the answer is told. That the landmark is
     * gone may become visible a little later.
     *
     * @param number of the answer, at least 1
     * @param delayNanos 0 or more
     */
    void arm(long number, long delayNanos) throws IOException;

    /** Shows the landmark now, or takes it away. */
    void mark(boolean shown) throws IOException;

    @Override
    void close() throws IOException;
}
