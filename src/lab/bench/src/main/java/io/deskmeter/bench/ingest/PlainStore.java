package io.deskmeter.bench.ingest;

import java.io.IOException;

/**
 * The database without a controller: stores the rows of a run once more, in tables with the same columns, keys and
 * indexes.
 */
interface PlainStore extends AutoCloseable {
    /**
     * Stores all rows of the run in the order in which the controller has stored them, a commit after each part. What
     * came first is warm-up.
     *
     * @param warmUpParts into how many parts the warm-up is divided
     * @param parts into how many parts the rest is divided
     * @throws IOException if the database fails, or does not contain all rows afterwards
     */
    Took store(int warmUpParts, int parts) throws IOException, InterruptedException;

    /** Rows that were stored after the warm-up, and the time that it took. */
    record Took(int rows, double seconds) {
        double rowsPerSecond() {
            return rows / seconds;
        }
    }

    @Override
    void close() throws IOException;
}
