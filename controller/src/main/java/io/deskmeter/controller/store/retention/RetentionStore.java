package io.deskmeter.controller.store.retention;

import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.StoreRow;
import io.deskmeter.controller.store.engine.WriteTransactions;
import java.sql.Types;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stores the retention rules. Thread-safe. */
@Component
public final class RetentionStore {
    private final JdbcClient jdbc;
    private final ReadConnections reads;
    private final WriteTransactions writes;

    RetentionStore(JdbcClient jdbc, ReadConnections reads, WriteTransactions writes) {
        this.jdbc = jdbc;
        this.reads = reads;
        this.writes = writes;
    }

    /** Those that apply. */
    public RetentionRules rules() {
        return reads.sql("select days, runs, megabytes from retention")
                .query((row, number) -> new RetentionRules(
                        row.getObject("days", Integer.class),
                        row.getObject("runs", Integer.class),
                        row.getObject("megabytes", Long.class)))
                .optional()
                .orElse(RetentionRules.NONE);
    }

    /** From now on these apply. */
    public void save(RetentionRules rules) {
        writes.run(() -> {
            StoreRow.lock(jdbc);
            jdbc.sql("delete from retention").update();
            jdbc.sql("insert into retention (id, days, runs, megabytes) values (1, :days, :runs, :megabytes)")
                    .param("days", rules.days(), Types.INTEGER)
                    .param("runs", rules.runs(), Types.INTEGER)
                    .param("megabytes", rules.megabytes(), Types.BIGINT)
                    .update();
        });
    }
}
