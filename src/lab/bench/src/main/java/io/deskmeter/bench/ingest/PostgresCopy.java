package io.deskmeter.bench.ingest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;

/** {@code COPY ... FROM STDIN} into PostgreSQL on one connection. The rows are text before the time is taken. */
final class PostgresCopy implements PlainStore {
    private static final String PLAIN = "plain_";

    private final Connection connection;
    private final CopyManager copies;
    private final Rows warmUp;
    private final Rows rows;

    private PostgresCopy(Connection connection, CopyManager copies, Rows warmUp, Rows rows) {
        this.connection = connection;
        this.copies = copies;
        this.warmUp = warmUp;
        this.rows = rows;
    }

    /** Each row as a line of text. */
    private record Rows(List<byte[]> timings, List<byte[]> samples) {
        int size() {
            return timings.size() + samples.size();
        }

        /** Of each part the text by its table. */
        List<Map<String, byte[]>> parts(int number) {
            List<List<byte[]>> ofTimings = Slices.of(timings, number);
            List<List<byte[]>> ofSamples = Slices.of(samples, number);
            List<Map<String, byte[]>> parts = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                parts.add(Map.of(
                        Stored.TIMINGS, joined(ofTimings.get(i)),
                        Stored.SAMPLES, joined(ofSamples.get(i))));
            }
            return parts;
        }

        private static byte[] joined(List<byte[]> lines) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            lines.forEach(all::writeBytes);
            return all.toByteArray();
        }
    }

    /** Reads the rows of a run. */
    static PostgresCopy open(String url, String run, IngestPlan.Amount warmUp) throws IOException {
        try {
            Connection connection = DriverManager.getConnection(url);
            try {
                CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
                List<byte[]> timings = read(connection, copies, Stored.TIMINGS, run);
                List<byte[]> samples = read(connection, copies, Stored.SAMPLES, run);
                return new PostgresCopy(
                        connection,
                        copies,
                        new Rows(timings.subList(0, warmUp.timings()), samples.subList(0, warmUp.samples())),
                        new Rows(
                                timings.subList(warmUp.timings(), timings.size()),
                                samples.subList(warmUp.samples(), samples.size())));
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw new IOException("COPY of the rows of run " + run + ": " + e.getMessage(), e);
        }
    }

    private static List<byte[]> read(Connection connection, CopyManager copies, String table, String run)
            throws SQLException {
        List<byte[]> lines = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            CopyOut out = copies.copyOut("copy (select * from " + table + " where run_id = "
                    + statement.enquoteLiteral(run) + " order by id) to stdout");
            for (byte[] line = out.readFromCopy(); line != null; line = out.readFromCopy()) {
                lines.add(line);
            }
        }
        return lines;
    }

    @Override
    public Took store(int warmUpParts, int parts) throws IOException {
        List<Map<String, byte[]>> first = warmUp.parts(warmUpParts);
        List<Map<String, byte[]>> timed = rows.parts(parts);
        try (Statement statement = connection.createStatement()) {
            for (String table : List.of(Stored.TIMINGS, Stored.SAMPLES)) {
                statement.execute("create table " + PLAIN + table + " (like " + table + " including all)");
            }
            connection.setAutoCommit(false);
            try {
                copy(first);
                long begin = System.nanoTime();
                copy(timed);
                double seconds = (System.nanoTime() - begin) / 1e9;
                requireAll(statement);
                return new Took(rows.size(), seconds);
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
                statement.execute("drop table " + PLAIN + Stored.TIMINGS + ", " + PLAIN + Stored.SAMPLES);
            }
        } catch (SQLException e) {
            throw new IOException("COPY: " + e.getMessage(), e);
        }
    }

    private void copy(List<Map<String, byte[]>> parts) throws SQLException, IOException {
        for (Map<String, byte[]> part : parts) {
            for (Map.Entry<String, byte[]> table : part.entrySet()) {
                if (table.getValue().length > 0) {
                    copies.copyIn(
                            "copy " + PLAIN + table.getKey() + " from stdin",
                            new ByteArrayInputStream(table.getValue()));
                }
            }
            connection.commit();
        }
    }

    private void requireAll(Statement statement) throws SQLException, IOException {
        try (ResultSet count = statement.executeQuery("select (select count(*) from " + PLAIN + Stored.TIMINGS
                + ") + (select count(*) from " + PLAIN + Stored.SAMPLES + ")")) {
            int expected = warmUp.size() + rows.size();
            if (!count.next() || count.getInt(1) != expected) {
                throw new IOException("COPY: not all rows are there afterwards (expected: " + expected + ")");
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("COPY: " + e.getMessage(), e);
        }
    }
}
