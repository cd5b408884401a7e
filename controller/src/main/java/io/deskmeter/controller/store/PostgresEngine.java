package io.deskmeter.controller.store;

import io.deskmeter.controller.store.TimingStore.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * PostgreSQL. Timings are copied into a temporary table of the connection, and from there into their own, so that a timing that comes a second time
 * is left out as by a plain insert: {@code COPY} alone cannot do that. Thread-safe.
 */
final class PostgresEngine implements StoreEngine {
    /** The oldest version in which all statements were tried. */
    private static final int OLDEST_VERSION = 13;

    private static final String COLUMNS = String.join(", ", TimingValues.COLUMNS);

    /** Belongs to the connection and is empty again after each transaction. */
    private static final String TEMPORARY_TABLE = """
            create temporary table if not exists timing_batch (
                run_id varchar(64) not null, session integer not null, sequence bigint not null, iteration integer not null,
                workload varchar(200) not null, operation varchar(200) not null, op_group varchar(1) not null,
                outcome varchar(30) not null, wall_fired_micros bigint not null, think_nanos bigint not null,
                intended_at bigint not null, fired_at bigint not null, last_without_at bigint not null,
                shown_at bigint not null, detail text not null
            ) on commit delete rows""";

    private static final String COPY = "copy timing_batch (" + COLUMNS + ") from stdin";

    private static final String INSERT = "insert into timing (" + COLUMNS + ") select " + COLUMNS
            + " from timing_batch on conflict do nothing returning run_id, session, sequence";

    private final JdbcTemplate jdbc;
    private final StoreLocation location;

    PostgresEngine(JdbcTemplate jdbc, StoreLocation location) {
        this.jdbc = jdbc;
        this.location = location;
    }

    /** What makes a timing the same as another. */
    private record Key(String runId, int session, long sequence) {}

    @Override
    public List<Row> insert(List<Row> batch) {
        Set<Key> stored = jdbc.execute((ConnectionCallback<Set<Key>>) connection -> copy(connection, batch));
        List<Row> fresh = new ArrayList<>();
        for (Row row : batch) {
            // A timing that is in the batch twice was stored once.
            if (stored != null && stored.remove(new Key(row.runId(), row.timing().session(), row.timing().sequence()))) {
                fresh.add(row);
            }
        }
        return fresh;
    }

    private static Set<Key> copy(Connection connection, List<Row> batch) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(TEMPORARY_TABLE);
            byte[] text = text(batch).getBytes(StandardCharsets.UTF_8);
            var copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY);
            try {
                copy.writeToCopy(text, 0, text.length);
                copy.endCopy();
            } finally {
                if (copy.isActive()) {
                    copy.cancelCopy();
                }
            }
            Set<Key> stored = new HashSet<>();
            try (ResultSet rows = statement.executeQuery(INSERT)) {
                while (rows.next()) {
                    stored.add(new Key(rows.getString(1), rows.getInt(2), rows.getLong(3)));
                }
            }
            return stored;
        }
    }

    /** Text format of {@code COPY}: tabs between columns, a line for each row, a backslash before what would end either. */
    static String text(List<Row> batch) {
        StringBuilder text = new StringBuilder(batch.size() * 160);
        for (Row row : batch) {
            char separator = 0;
            for (Object value : TimingValues.of(row)) {
                if (separator != 0) {
                    text.append(separator);
                }
                separator = '\t';
                if (value instanceof String string) {
                    escape(string, text);
                } else {
                    text.append(value);
                }
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static void escape(String value, StringBuilder text) {
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            switch (character) {
                case '\\' -> text.append("\\\\");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                default -> text.append(character);
            }
        }
    }

    /** Nothing to do: a commit of PostgreSQL is on its disk, unless its administrator chose otherwise. */
    @Override
    public void force() {}

    @Override
    public long bytes() {
        Long bytes = jdbc.queryForObject("select pg_database_size(current_database())", Long.class);
        return bytes == null ? 0 : bytes;
    }

    @Override
    public String writeFailure(Throwable failure, String cause) {
        return "cannot write to the " + location.label() + ": " + cause
                + " (expected: a database that accepts connections and writes; hint: see its server's log)";
    }

    /**
     * Connects once, so that a controller that cannot start names the reason.
     *
     * @throws IOException with a message for people
     */
    static void check(StoreLocation location) throws IOException {
        Properties properties = new Properties();
        if (location.password() != null) {
            properties.setProperty("password", location.password());
        }
        int version;
        try (Connection connection = DriverManager.getConnection(location.jdbcUrl(), properties)) {
            version = connection.getMetaData().getDatabaseMajorVersion();
        } catch (SQLException e) {
            throw new IOException(
                    "--store: cannot connect to the " + location.label() + ": " + e.getMessage()
                            + " (expected: a database that this user may use; hint: createdb, and --store-password-file FILE)",
                    e);
        }
        if (version < OLDEST_VERSION) {
            throw new IOException("--store: " + location.label() + " has version " + version + " (expected: PostgreSQL "
                    + OLDEST_VERSION + " or newer)");
        }
    }
}
