package io.deskmeter.controller.store.transfer;

import io.deskmeter.controller.store.engine.ValueFreeErrors;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.text.PeerText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * A table's rows as lines of JSON. The first line is an array of the columns' names, and each further one an array of a
 * row's values in that order.
 */
final class TableLines {
    /** A line may hold the texts of a whole load point, but no more than memory has for sure. */
    static final int MOST_LINE_BYTES = 32 << 20;

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int STEP = 2_000;

    private TableLines() {}

    /** Writes lines. */
    static final class Writer {
        private final OutputStream out;
        private final StoreTable table;
        private final List<Integer> places = new ArrayList<>();

        /** @param left columns that are left out */
        Writer(StoreTable table, Set<String> left, OutputStream out) throws IOException {
            this.out = out;
            this.table = table;
            for (int i = 0; i < table.columns().size(); i++) {
                if (!left.contains(table.columns().get(i).name())) {
                    places.add(i);
                }
            }
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            try (JsonGenerator json = JSON.createGenerator(line)) {
                json.writeStartArray();
                places.forEach(at -> json.writeString(table.columns().get(at).name()));
                json.writeEndArray();
            }
            end(line);
        }

        void row(@Nullable Object[] values) throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream(256);
            try (JsonGenerator json = JSON.createGenerator(line)) {
                json.writeStartArray();
                places.forEach(at -> table.columns().get(at).kind().write(values[at], json));
                json.writeEndArray();
            }
            end(line);
        }

        private void end(ByteArrayOutputStream line) throws IOException {
            line.write('\n');
            line.writeTo(out);
        }
    }

    /**
     * Inserts the rows of lines, with commits in between.
     *
     * @param file for messages
     * @param left columns of the table that lines do not have
     * @param given the value of one of them; the others get their default
     * @param commits whether to commit what is inserted
     * @param lines not closed
     * @return how many
     * @throws IOException with a message for display: a line is not one of this table, or the database refuses it
     */
    static long insert(
            Connection connection,
            StoreTable table,
            Set<String> left,
            @Nullable Given given,
            boolean commits,
            String file,
            InputStream lines)
            throws IOException {
        List<StoreTable.Column> columns = table.without(left);
        LineReader reader = new LineReader(file, lines);
        requireColumns(file, columns, names(file, reader.next()));
        List<StoreTable.Column> inserted = new ArrayList<>(columns);
        if (given != null) {
            inserted.add(table.column(given.column()));
        }
        long rows = 0;
        try (PreparedStatement insert = connection.prepareStatement(insertion(table.name(), inserted))) {
            for (byte[] line = reader.next(); line != null; line = reader.next()) {
                @Nullable Object[] values = values(file, reader.number(), columns, line);
                for (int i = 0; i < values.length; i++) {
                    columns.get(i).kind().set(insert, i + 1, columns.get(i).type(), values[i]);
                }
                if (given != null) {
                    insert.setString(values.length + 1, given.value());
                }
                insert.addBatch();
                if (++rows % STEP == 0) {
                    execute(connection, insert, commits);
                }
            }
            execute(connection, insert, commits);
            return rows;
        } catch (SQLException e) {
            if (StorageFault.of(e) == StorageFault.SPACE) {
                throw new IOException(file + ": no room for the rows up to line " + reader.number(), e);
            }
            throw new IOException(
                    file + ": the database refuses a row up to line " + reader.number() + ": "
                            + ValueFreeErrors.words(e)
                            + " (expected: rows as an export or a backup has them; hint: is the file one of another version, or changed by hand?)",
                    e);
        }
    }

    /** A column that has the same value in all rows. */
    record Given(String column, String value) {}

    private static void execute(Connection connection, PreparedStatement insert, boolean commits) throws SQLException {
        insert.executeBatch();
        if (commits) {
            connection.commit();
        }
    }

    static String insertion(String table, List<StoreTable.Column> columns) {
        return "insert into " + table + " ("
                + columns.stream().map(StoreTable.Column::name).collect(Collectors.joining(", ")) + ") values ("
                + columns.stream().map(column -> "?").collect(Collectors.joining(", ")) + ")";
    }

    private static void requireColumns(String file, List<StoreTable.Column> columns, List<String> found)
            throws IOException {
        List<String> expected = columns.stream().map(StoreTable.Column::name).toList();
        if (!found.equals(expected)) {
            throw new IOException(
                    file + ": its columns are " + shortened(found.toString()) + " (expected: " + expected + ")");
        }
    }

    private static List<String> names(String file, byte @Nullable [] line) throws IOException {
        List<String> names = new ArrayList<>();
        if (line == null) {
            return names;
        }
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new IllegalArgumentException("no array");
            }
            while (parser.nextToken() == JsonToken.VALUE_STRING) {
                names.add(parser.getString());
            }
            requireEnd(parser);
            return names;
        } catch (JacksonException | IllegalArgumentException e) {
            throw new IOException(
                    file + ", line 1: " + shortened(new String(line, StandardCharsets.UTF_8))
                            + " (expected: an array of names of columns)",
                    e);
        }
    }

    private static @Nullable Object[] values(String file, long number, List<StoreTable.Column> columns, byte[] line)
            throws IOException {
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        String at = "the line";
        String expected = "an array of " + columns.size() + " values";
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new IllegalArgumentException("no array");
            }
            for (int i = 0; i < values.length; i++) {
                parser.nextToken();
                at = columns.get(i).name();
                expected = columns.get(i).kind().words();
                values[i] = columns.get(i).kind().read(parser);
            }
            parser.nextToken();
            at = "the line";
            expected = "an array of " + columns.size() + " values";
            requireEnd(parser);
            return values;
        } catch (JacksonException | IllegalArgumentException e) {
            throw new IOException(
                    file + ", line " + number + ": " + at + ": " + shortened(new String(line, StandardCharsets.UTF_8))
                            + " (expected: " + expected + ")",
                    e);
        }
    }

    private static void requireEnd(JsonParser parser) {
        if (parser.currentToken() != JsonToken.END_ARRAY || parser.nextToken() != null) {
            throw new IllegalArgumentException("more values");
        }
    }

    private static String shortened(String text) {
        int most = 120;
        String line = PeerText.line(text.substring(0, Math.min(text.length(), most)));
        return text.length() <= most ? line : line + "…";
    }

    /** Lines of bounded length. */
    private static final class LineReader {
        private final String file;
        private final InputStream in;
        private final byte[] buffer = new byte[1 << 16];
        private int at;
        private int end;
        private long number;

        LineReader(String file, InputStream in) {
            this.file = file;
            this.in = in;
        }

        long number() {
            return number;
        }

        byte @Nullable [] next() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream(256);
            boolean any = false;
            while (true) {
                if (at == end) {
                    at = 0;
                    end = Math.max(0, in.read(buffer));
                    if (end == 0) {
                        if (any) {
                            throw new IOException(file + ", line " + (number + 1)
                                    + ": has no end (expected: a line feed after each line)");
                        }
                        return null;
                    }
                }
                any = true;
                int from = at;
                while (at < end && buffer[at] != '\n') {
                    at++;
                }
                line.write(buffer, from, at - from);
                if (line.size() > MOST_LINE_BYTES) {
                    throw new IOException(file + ", line " + (number + 1) + ": more than " + MOST_LINE_BYTES
                            + " bytes (expected: fewer)");
                }
                if (at < end) {
                    at++;
                    number++;
                    return line.toByteArray();
                }
            }
        }
    }
}
