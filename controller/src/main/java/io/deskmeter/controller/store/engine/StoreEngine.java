package io.deskmeter.controller.store.engine;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What differs from database to database. Thread-safe. */
public interface StoreEngine {
    /**
     * Inserts rows within the caller's transaction; those whose key is there already are left out.
     *
     * @param rows values in the order of the table's columns
     * @return the places in {@code rows} of those that were not there before, ascending
     */
    List<Integer> insert(InsertTable table, List<@Nullable Object[]> rows);

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
