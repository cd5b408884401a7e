package io.deskmeter.bench.ingest;

import java.io.PrintStream;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The process of {@link H2Insert}: prints {@code inserted ROWS NANOSECONDS}. */
final class H2InsertMain {
    static final String INSERTED = "inserted";

    private static final List<String> TABLES = List.of(Stored.TIMINGS, Stored.SAMPLES);

    private H2InsertMain() {}

    /** Rows of one table, divided into parts. */
    private record Source(String table, List<List<@Nullable Object[]>> warmUp, List<List<@Nullable Object[]>> timed) {}

    /**
     * Arguments: the URLs of the store and of the other file, the run, warm-up timings and samples, parts of the
     * warm-up, parts of the rest.
     */
    public static void main(String[] args) throws SQLException {
        int[] warmUp = {Integer.parseInt(args[3]), Integer.parseInt(args[4])};
        int warmUpParts = Integer.parseInt(args[5]);
        int parts = Integer.parseInt(args[6]);
        List<String> tables;
        List<Source> sources = new ArrayList<>();
        try (Connection store = DriverManager.getConnection(args[0])) {
            tables = definitions(store);
            for (int i = 0; i < TABLES.size(); i++) {
                List<@Nullable Object[]> rows = rows(store, TABLES.get(i), args[2]);
                sources.add(new Source(
                        TABLES.get(i),
                        Slices.of(rows.subList(0, warmUp[i]), warmUpParts),
                        Slices.of(rows.subList(warmUp[i], rows.size()), parts)));
            }
        }
        try (Connection plain = DriverManager.getConnection(args[1])) {
            print(inserted(plain, tables, sources, warmUpParts, parts));
        }
    }

    private static void print(String line) {
        PrintStream out = System.out;
        out.println(line);
        out.flush();
    }

    private static String inserted(
            Connection plain, List<String> tables, List<Source> sources, int warmUpParts, int parts)
            throws SQLException {
        try (Statement statement = plain.createStatement()) {
            for (String table : tables) {
                statement.execute(table);
            }
        }
        plain.setAutoCommit(false);
        int before = 0;
        for (int i = 0; i < warmUpParts; i++) {
            for (Source source : sources) {
                before += insert(plain, source.table(), source.warmUp().get(i));
            }
            plain.commit();
        }
        int rows = 0;
        long begin = System.nanoTime();
        for (int i = 0; i < parts; i++) {
            for (Source source : sources) {
                rows += insert(plain, source.table(), source.timed().get(i));
            }
            plain.commit();
        }
        long took = System.nanoTime() - begin;
        requireAll(plain, before + rows);
        return INSERTED + " " + rows + " " + took;
    }

    /**
     * The tables with their keys and indexes, as the store has them; without foreign keys, as {@code LIKE} of
     * PostgreSQL leaves them out.
     */
    private static List<String> definitions(Connection store) throws SQLException {
        List<String> definitions = new ArrayList<>();
        try (Statement statement = store.createStatement();
                ResultSet script = statement.executeQuery(
                        "script nodata nopasswords nosettings table " + String.join(", ", TABLES))) {
            while (script.next()) {
                String one = script.getString(1);
                boolean ofTable = one.startsWith("CREATE") && !one.startsWith("CREATE USER");
                if ((ofTable || one.startsWith("ALTER TABLE")) && !one.contains("FOREIGN KEY")) {
                    definitions.add(one);
                }
            }
        }
        return definitions;
    }

    private static List<@Nullable Object[]> rows(Connection store, String table, String run) throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        try (PreparedStatement select =
                store.prepareStatement("select * from " + table + " where run_id = ? order by id")) {
            select.setString(1, run);
            try (ResultSet found = select.executeQuery()) {
                int columns = found.getMetaData().getColumnCount();
                while (found.next()) {
                    @Nullable Object[] row = new @Nullable Object[columns];
                    for (int i = 0; i < columns; i++) {
                        row[i] = value(found, i + 1);
                    }
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    /** A long text is a stream of the connection that is read. */
    private static @Nullable Object value(ResultSet row, int column) throws SQLException {
        Object value = row.getObject(column);
        return value instanceof Clob ? row.getString(column) : value;
    }

    private static int insert(Connection plain, String table, List<@Nullable Object[]> rows) throws SQLException {
        if (rows.isEmpty()) {
            return 0;
        }
        String places = String.join(", ", Collections.nCopies(rows.get(0).length, "?"));
        try (PreparedStatement insert = plain.prepareStatement("insert into " + table + " values (" + places + ")")) {
            for (@Nullable Object[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    insert.setObject(i + 1, row[i]);
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
        return rows.size();
    }

    private static void requireAll(Connection plain, int expected) throws SQLException {
        int found = 0;
        for (String table : TABLES) {
            try (Statement statement = plain.createStatement();
                    ResultSet count = statement.executeQuery("select count(*) from " + table)) {
                found += count.next() ? count.getInt(1) : 0;
            }
        }
        if (found != expected) {
            throw new IllegalStateException("inserts: " + found + " rows afterwards (expected: " + expected + ")");
        }
    }
}
