package io.deskmeter.controller.store;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The database's file as a file. Thread-safe. */
@Component
public final class DatabaseFile {
    private static final Logger log = LoggerFactory.getLogger(DatabaseFile.class);

    /** The minimum percentage of used space in the file. */
    private static final int WELL_FILLED = 70;

    private static final String FILL_RATES = "select min(cast(setting_value as int)) from information_schema.settings"
            + " where setting_name in ('info.FILL_RATE', 'info.CHUNKS_FILL_RATE')";

    private final DataSource source;
    private final DataDirectory data;

    DatabaseFile(DataSource source, DataDirectory data) {
        this.source = source;
        this.data = data;
    }

    /** Forces all stored data to the disk, so that it survives a power failure. */
    void force() {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("checkpoint sync");
        } catch (SQLException e) {
            log.warn("{}: not forced to the disk: {}", data.store(), e.toString());
        }
    }

    /**
     * Rewrites the file if much of it is unused. H2 frees space itself only while it writes in the background, which it does
     * not here: each commit is written at once. Before the store is opened for use, and only then: H2's compaction of an open store
     * can fail together with other work, with the whole store.
     *
     * @throws IOException if the store cannot be opened at all
     */
    public static void compact(DataDirectory data) throws IOException {
        if (!Files.exists(data.store())) {
            return;
        }
        long before = Files.size(data.store());
        try (Connection connection = DriverManager.getConnection(data.jdbcUrl());
                Statement statement = connection.createStatement()) {
            if (wellFilled(statement)) {
                return;
            }
            log.info("{}: {} MB, mostly unused; compacting", data.store(), before / 1_000_000);
            statement.execute("shutdown defrag");
        } catch (SQLException e) {
            throw new IOException("store: " + data.store() + " cannot be opened: " + e.getMessage(), e);
        }
        log.info("{}: {} MB now", data.store(), Files.size(data.store()) / 1_000_000);
    }

    private static boolean wellFilled(Statement statement) throws SQLException {
        try (ResultSet rates = statement.executeQuery(FILL_RATES)) {
            return !rates.next() || rates.getInt(1) >= WELL_FILLED;
        }
    }
}
