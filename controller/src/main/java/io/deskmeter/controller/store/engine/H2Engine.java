package io.deskmeter.controller.store.engine;

import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.evidence.StorageFault;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** H2 in a file of the data folder. Thread-safe. */
public final class H2Engine implements StoreEngine {
    private static final Logger LOG = LoggerFactory.getLogger(H2Engine.class);

    /** The minimum percentage of used space in the file. */
    private static final int WELL_FILLED = 70;

    private static final String FILL_RATES = "select min(cast(setting_value as int)) from information_schema.settings"
            + " where setting_name in ('info.FILL_RATE', 'info.CHUNKS_FILL_RATE')";

    private final JdbcTemplate jdbc;
    private final DataDirectory data;

    public H2Engine(JdbcTemplate jdbc, DataDirectory data) {
        this.jdbc = jdbc;
        this.data = data;
    }

    @Override
    public List<Integer> insert(InsertTable table, List<@Nullable Object[]> rows) {
        int[] updated = jdbc.batchUpdate(statement(table), rows);
        return IntStream.range(0, updated.length)
                .filter(i -> updated[i] != 0)
                .boxed()
                .toList();
    }

    private static String statement(InsertTable table) {
        return "insert into " + table.name() + " (" + table.columnNames() + ") values ("
                + String.join(", ", Collections.nCopies(table.columns().size(), "?")) + ") on conflict do nothing";
    }

    @Override
    public void force() {
        try {
            jdbc.execute("checkpoint sync");
        } catch (DataAccessException e) {
            LOG.warn("{}: not forced to the disk: {}", data.store(), e.toString());
        }
    }

    @Override
    public long bytes() throws IOException {
        return Files.size(data.store());
    }

    @Override
    public String writeFailure(Throwable failure, String cause) {
        return "cannot write to " + data.root() + ": " + cause + " " + StorageFault.expectation(failure, data.root());
    }

    /**
     * Rewrites the file if much of it is unused. H2 frees space itself only while it writes in the background, which it
     * does not here: each commit is written at once. Before the store is opened for use, and only then: H2's compaction
     * of an open store can fail together with other work, with the whole store. A file for whose copy there is no room
     * stays as it is.
     *
     * @throws IOException if the store cannot be opened at all, also because its disk is full
     */
    public static void compact(DataDirectory data) throws IOException {
        if (!Files.exists(data.store())) {
            return;
        }
        Optional<String> lacking = StoreRoom.lacking(data.root());
        if (lacking.isPresent()) {
            throw new IOException(lacking.get());
        }
        long before = Files.size(data.store());
        try (Connection connection = DriverManager.getConnection(data.jdbcUrl());
                Statement statement = connection.createStatement()) {
            int filled = filled(statement);
            if (filled >= WELL_FILLED) {
                return;
            }
            // The copy is at most as large as what is used, and stands beside the file until it takes its place.
            long needed = before * filled / 100 + StoreRoom.OPENING;
            long free = StoreRoom.free(data.root());
            if (free < needed) {
                LOG.warn(
                        "{}: {} MB, mostly unused, and not compacted: {} MB free (expected: >= {} MB for a copy; hint:"
                                + " free some, and restart)",
                        data.store(),
                        before / 1_000_000,
                        free / 1_000_000,
                        needed / 1_000_000);
                // Without a further write: all that was acknowledged is in the file.
                statement.execute("shutdown immediately");
                return;
            }
            LOG.info("{}: {} MB, mostly unused; compacting", data.store(), before / 1_000_000);
            statement.execute("shutdown defrag");
        } catch (SQLException e) {
            throw new IOException("store: " + data.store() + " cannot be opened: " + e.getMessage(), e);
        }
        LOG.info("{}: {} MB now", data.store(), Files.size(data.store()) / 1_000_000);
    }

    /** How much of the file is used, in percent. */
    private static int filled(Statement statement) throws SQLException {
        try (ResultSet rates = statement.executeQuery(FILL_RATES)) {
            return rates.next() ? rates.getInt(1) : 100;
        }
    }
}
