package io.deskmeter.controller.ingest;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.api.Trigger;

/** A database trigger that refuses some timings as often as a test requests, like a disk that is temporarily full. */
public final class FailingWrite implements Trigger {
    private static final Map<Long, AtomicInteger> REFUSALS = new ConcurrentHashMap<>();
    private int sequence;

    static void refuse(long sequence, int times) {
        REFUSALS.put(sequence, new AtomicInteger(times));
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
        AtomicInteger left = REFUSALS.get(((Number) after[sequence]).longValue());
        if (left != null && left.getAndDecrement() > 0) {
            throw new SQLException("No space left on device");
        }
    }
}
