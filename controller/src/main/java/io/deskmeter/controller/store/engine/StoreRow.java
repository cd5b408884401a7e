package io.deskmeter.controller.store.engine;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The row of the store's id, which every store has. A write that replaces all rows of a table takes it first, so that
 * two of them at the same time, also of two controllers, come one after the other: neither sees the rows of the other,
 * which it would have to delete, before they are committed.
 */
public final class StoreRow {
    private StoreRow() {}

    /** Holds it until the end of the transaction of this thread. */
    public static void lock(JdbcClient jdbc) {
        Optional<String> unused = jdbc.sql("select id from store_identity for update")
                .query(String.class)
                .optional();
    }
}
