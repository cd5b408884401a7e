package io.deskmeter.bench.ingest;

import io.deskmeter.bench.ingest.PlainStore.Took;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How fast one way of storing was.
 *
 * @param check the database
 * @param way how the rows got there
 * @param plain what the database took without a controller, in batches of the same size; null if that was not measured
 * @param copied whether that was {@code COPY}; else inserts
 * @param pass whether each row is stored exactly once and, where there is a goal, the goal is reached
 */
record IngestRow(
        String check, String way, Took took, @Nullable Took plain, boolean copied, boolean pass) {
    /** Of rows a second, to the plain database in batches; null where that is unknown. */
    private @Nullable Double ratio() {
        return plain == null ? null : thousandths(took.rowsPerSecond() / plain.rowsPerSecond());
    }

    /** A row of the table. */
    Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", check);
        row.put("case", way);
        row.put("rows", took.rows());
        row.put("seconds", thousandths(took.seconds()));
        row.put("rowsPerSecond", Math.round(took.rowsPerSecond()));
        row.put("ratioToCopy", copied ? ratio() : null);
        row.put("ratioToInsert", copied ? null : ratio());
        row.put("pass", pass);
        return row;
    }

    private static Double thousandths(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
