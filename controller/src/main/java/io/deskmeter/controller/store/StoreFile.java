package io.deskmeter.controller.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.RandomAccessStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The database's file. H2 gives room back by itself only while it writes in the background, which it does not here: each commit is written at once. So
 * the file is made smaller on purpose, when nothing else is to be done. Safe for any thread.
 */
@Component
final class StoreFile {
    private static final Logger log = LoggerFactory.getLogger(StoreFile.class);

    /** So long at a time others wait at most, about. */
    private static final int SLICE_MILLIS = 100;

    private static final int WELL_FILLED_PERCENT = 90;
    private static final long MOVED_BYTES = 16 << 20;

    /** Without success, after which it is left at that. */
    private static final int TRIES = 3;

    private final DataSource source;
    private final DataDirectory data;

    StoreFile(DataSource source, DataDirectory data) {
        this.source = source;
        this.data = data;
    }

    /** Has the disk itself hold what is stored so far: from then on a loss of power cannot take it. */
    void force() {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("checkpoint sync");
        } catch (SQLException e) {
            log.warn("{}: not forced to the disk: {}", data.store(), e.toString());
        }
    }

    /** Gives room back that nothing is in, until there is hardly any, {@code goOn} says no, or the time is over. */
    void compact(BooleanSupplier goOn, Duration most) {
        try (Connection connection = source.getConnection()) {
            MVStore store = store(connection);
            long before = store.getFileStore().size();
            int retention = store.getRetentionTime();
            try {
                compact(store, goOn, most);
            } finally {
                // Compaction sets it to nothing; it is what keeps older states readable should the newest not have
                // reached the disk.
                store.setRetentionTime(retention);
            }
            long after = store.getFileStore().size();
            if (after < before) {
                log.info("{}: {} MB, {} MB before", data.store(), after / 1_000_000, before / 1_000_000);
            }
        } catch (SQLException e) {
            log.warn("{}: no room is given back: {}", data.store(), e.toString());
        }
    }

    private static void compact(MVStore store, BooleanSupplier goOn, Duration most) {
        long until = System.nanoTime() + most.toNanos();
        for (int idle = 0; idle < TRIES && room(store) && goOn.getAsBoolean() && System.nanoTime() < until; ) {
            long before = unfilled(store);
            store.compactFile(SLICE_MILLIS);
            if (store.getFileStore() instanceof RandomAccessStore file) {
                file.compactMoveChunks(WELL_FILLED_PERCENT, MOVED_BYTES, store);
            }
            idle = unfilled(store) < before ? 0 : idle + 1;
        }
    }

    /** Bytes of the file that hold nothing, about; and what pages that are out of date take of the rest. */
    private static long unfilled(MVStore store) {
        FileStore<?> file = store.getFileStore();
        return file.size() * (200 - file.getFillRate() - file.getChunksFillRate());
    }

    private static boolean room(MVStore store) {
        return store.getFileStore().getFillRate() < WELL_FILLED_PERCENT
                || store.getFileStore().getChunksFillRate() < WELL_FILLED_PERCENT;
    }

    private static MVStore store(Connection connection) throws SQLException {
        SessionLocal session =
                (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
        return session.getDatabase().getStore().getMvStore();
    }
}
