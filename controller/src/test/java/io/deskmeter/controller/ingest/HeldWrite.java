package io.deskmeter.controller.ingest;

import java.sql.Connection;
import java.sql.SQLException;
import org.h2.api.Trigger;

/** A database trigger that waits as {@link HeldRead} does, like a slow disk. */
public final class HeldWrite implements Trigger {
    @Override
    public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
        try {
            HeldRead.hold(1);
        } catch (InterruptedException e) {
            throw new SQLException(e);
        }
    }
}
