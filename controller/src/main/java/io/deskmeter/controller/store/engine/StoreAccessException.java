package io.deskmeter.controller.store.engine;

import java.io.IOException;
import java.sql.SQLException;
import org.springframework.dao.DataAccessException;

/**
 * A store could not be read or written over a connection of somebody's own, as for a backup. The message is for
 * display; the cause says of which kind the failure is.
 */
public final class StoreAccessException extends IOException {
    private static final long serialVersionUID = 1L;

    public StoreAccessException(String message, SQLException failure) {
        super(message, kind(failure));
    }

    private static Exception kind(SQLException failure) {
        DataAccessException kind = new ValueFreeErrors().translate("store", null, failure);
        return kind == null ? failure : kind;
    }
}
