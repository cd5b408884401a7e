package io.deskmeter.controller.ingest;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.h2.api.Trigger;

/** A database trigger that refuses some rows as long as a test requests, like a disk that is temporarily full. */
public final class FailingWrite implements Trigger {
    private static final Map<Long, BooleanSupplier> REFUSALS = new ConcurrentHashMap<>();
    private int sequence;

    static void refuseWhile(BooleanSupplier full, long sequence) {
        REFUSALS.put(sequence, full);
    }

    @Override
    public void init(Connection connection, String schema, String trigger, String table, boolean before, int type)
            throws SQLException {
        try (var columns = connection.getMetaData().getColumns(null, schema, table, "sequence")) {
            columns.next();
            sequence = columns.getInt("ORDINAL_POSITION") - 1;
        }
    }

    @Override
    public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
        BooleanSupplier full = REFUSALS.get(((Number) after[sequence]).longValue());
        if (full != null && full.getAsBoolean()) {
            throw new SQLException("No space left on device");
        }
    }
}
