package io.deskmeter.controller.store;

import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which store this is. All controllers that share a store have the same id, and a copy of a store keeps it: it has the same runs. */
@Component
public final class StoreId {
    private final String id;

    StoreId(JdbcClient jdbc, WriteTransactions writes) {
        // Several controllers may open a new store at once: the first one decides.
        writes.run(() -> jdbc.sql("insert into store_identity (one, id) values (1, :id) on conflict do nothing")
                .param("id", UUID.randomUUID().toString())
                .update());
        this.id = jdbc.sql("select id from store_identity").query(String.class).single();
    }

    /** A UUID. */
    public String text() {
        return id;
    }
}
