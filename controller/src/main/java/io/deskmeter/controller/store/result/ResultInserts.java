package io.deskmeter.controller.store.result;

import io.deskmeter.controller.store.engine.InsertTable;
import io.deskmeter.controller.store.engine.StoreEngine;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.controller.store.folder.DerivedFiles;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Adds results of agents to a table, each once, and removes what was computed without them. Thread-safe. */
@Component
public final class ResultInserts {
    private final WriteTransactions writes;
    private final StoreEngine engine;
    private final DerivedFiles derived;

    public ResultInserts(WriteTransactions writes, StoreEngine engine, DerivedFiles derived) {
        this.writes = writes;
        this.engine = engine;
        this.derived = derived;
    }

    /**
     * Inserts rows: all of them or, when this throws, none.
     *
     * @param runId of a row
     * @param values of a row, in the order of the table's columns
     * @return the rows that were not stored before
     */
    <R> List<R> insert(
            InsertTable table, List<R> rows, Function<R, String> runId, Function<R, @Nullable Object[]> values) {
        if (rows.isEmpty()) {
            return List.of();
        }
        List<String> runs = rows.stream().map(runId).distinct().toList();
        // Before, so that a killed process leaves no outdated file; and after the commit, for concurrent readers.
        runs.forEach(derived::timingsCame);
        List<@Nullable Object[]> converted = rows.stream().map(values).toList();
        List<Integer> fresh = writes.call(() -> {
            writes.afterCommit(() -> runs.forEach(derived::timingsCame));
            return engine.insert(table, converted);
        });
        return fresh.stream().map(rows::get).toList();
    }
}
