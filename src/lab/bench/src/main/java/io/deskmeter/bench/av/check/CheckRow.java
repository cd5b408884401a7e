package io.deskmeter.bench.av.check;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One row of the table. */
public final class CheckRow {
    private final Map<String, @Nullable Object> columns = new LinkedHashMap<>();

    /**
     * A row without figures.
     *
     * @param check its number, as in the documentation
     * @param name of the case
     */
    public CheckRow(int check, String name) {
        columns.put("check", check);
        columns.put("case", name);
    }

    /** Adds a column; the unit of the figure is a part of the key. */
    public CheckRow with(String key, @Nullable Object figure) {
        columns.put(key, figure);
        return this;
    }

    /** Adds the columns of errors in milliseconds. */
    public CheckRow with(Errors errors) {
        return with(errors, "Ms");
    }

    /**
     * Adds the columns of errors.
     *
     * @param unit as in their keys
     */
    public CheckRow with(Errors errors, String unit) {
        columns.putAll(errors.figures(unit));
        return this;
    }

    /** Whether the figures keep the limit of the case. */
    public CheckRow passes(boolean pass, String limit) {
        columns.put("limit", limit);
        columns.put("pass", pass);
        return this;
    }

    /** It could not be measured, which is no pass. */
    public CheckRow failed(String reason) {
        columns.put("reason", reason);
        columns.put("pass", null);
        return this;
    }

    Map<String, @Nullable Object> columns() {
        return columns;
    }
}
