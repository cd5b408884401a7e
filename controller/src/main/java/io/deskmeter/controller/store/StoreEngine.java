package io.deskmeter.controller.store;

import io.deskmeter.controller.store.TimingStore.Row;
import java.io.IOException;
import java.util.List;

/** What differs from database to database. Thread-safe. */
interface StoreEngine {
    /**
     * Inserts timings within the caller's transaction.
     *
     * @return those that were not there before, in the order of the batch
     */
    List<Row> insert(List<Row> batch);

    /** Makes sure that everything committed so far survives a loss of power. */
    void force();

    /** Bytes that the database takes on its disk. */
    long bytes() throws IOException;

    /**
     * The reason why a write failed, for people.
     *
     * @param cause the database's own message
     */
    String writeFailure(Throwable failure, String cause);
}
