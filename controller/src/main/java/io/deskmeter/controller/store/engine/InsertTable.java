package io.deskmeter.controller.store.engine;

import java.util.List;

/**
 * A table to which agents' results are added, each once.
 *
 * @param columns without the number that the database gives; the first three are the key: {@code run_id},
 *     {@code session}, {@code sequence}
 */
public record InsertTable(String name, List<String> columns) {
    public InsertTable(String name, String... columns) {
        this(name, List.of(columns));
    }

    /** Separated by commas. */
    String columnNames() {
        return String.join(", ", columns);
    }
}
