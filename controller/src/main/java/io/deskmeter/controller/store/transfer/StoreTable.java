package io.deskmeter.controller.store.transfer;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table as the database describes it, so that what is written and read here follows the migrations by itself.
 *
 * @param key what its rows are read by, page by page: an index has that order
 */
record StoreTable(String name, List<Column> columns, List<String> key) {
    private static final String RUN = "run_id";
    private static final String ID = "id";

    /** Rows that are read at once: those of the tables with the most rows are small. */
    private static final int MANY = 2_000;

    private static final int FEW = 100;

    /**
     * A column.
     *
     * @param type of JDBC
     * @param generated the database numbers the rows
     */
    record Column(String name, ValueKind kind, int type, boolean generated) {}

    /** Gets a row: values in the order of the columns. */
    interface Rows {
        void row(@Nullable Object[] values) throws SQLException;
    }

    static StoreTable of(Connection connection, String name) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("select * from " + name + " where false")) {
            ResultSetMetaData described = none.getMetaData();
            for (int i = 1; i <= described.getColumnCount(); i++) {
                int type = described.getColumnType(i);
                columns.add(
                        new Column(described.getColumnName(i), ValueKind.of(type), type, described.isAutoIncrement(i)));
            }
        }
        return new StoreTable(name, List.copyOf(columns), primaryKey(connection, name, columns));
    }

    private static List<String> primaryKey(Connection connection, String name, List<Column> columns)
            throws SQLException {
        Map<Integer, String> key = new TreeMap<>();
        try (ResultSet rows =
                connection.getMetaData().getPrimaryKeys(connection.getCatalog(), connection.getSchema(), name)) {
            while (rows.next()) {
                key.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
            }
        }
        if (!key.isEmpty()) {
            return List.copyOf(key.values());
        }
        Set<String> names = columns.stream().map(Column::name).collect(Collectors.toSet());
        if (!names.containsAll(List.of(RUN, ID))) {
            throw new IllegalStateException(name + ": no primary key (expected: one, or the columns run_id and id)");
        }
        return List.of(RUN, ID);
    }

    /** The names of all tables but those of Flyway; none before one that it refers to. */
    static List<String> all(Connection connection) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        Set<String> names = new TreeSet<>();
        try (ResultSet rows = metadata.getTables(
                connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (rows.next()) {
                names.add(rows.getString("TABLE_NAME"));
            }
        }
        names.removeIf(name -> name.startsWith("flyway_"));
        Map<String, Set<String>> parents = new LinkedHashMap<>();
        for (String name : names) {
            Set<String> of = new TreeSet<>();
            try (ResultSet keys = metadata.getImportedKeys(connection.getCatalog(), connection.getSchema(), name)) {
                while (keys.next()) {
                    of.add(keys.getString("PKTABLE_NAME"));
                }
            }
            parents.put(name, of);
        }
        Set<String> ordered = new LinkedHashSet<>();
        names.forEach(name -> add(name, parents, ordered));
        return List.copyOf(ordered);
    }

    private static void add(String name, Map<String, Set<String>> parents, Set<String> ordered) {
        parents.getOrDefault(name, Set.of()).stream()
                .filter(parent -> !parent.equals(name))
                .forEach(parent -> add(parent, parents, ordered));
        ordered.add(name);
    }

    /** The same, read run by run, in the order in which reports read it. */
    StoreTable byRun() {
        Set<String> names = columns.stream().map(Column::name).collect(Collectors.toSet());
        if (names.containsAll(List.of("session", "sequence", ID))) {
            return new StoreTable(name, columns, List.of(RUN, "session", "sequence"));
        }
        return names.contains(ID) && names.contains(RUN) ? new StoreTable(name, columns, List.of(RUN, ID)) : this;
    }

    /** Only some of its columns, in the table's order. */
    List<Column> without(Set<String> left) {
        return columns.stream().filter(column -> !left.contains(column.name())).toList();
    }

    Column column(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + " has no column " + wanted));
    }

    /**
     * Passes rows on, page by page, in the order of the key: never are all of them in memory.
     *
     * @param first value of the first column of the key, for all of them; null for all rows
     */
    long forEach(Connection connection, @Nullable String first, Rows consumer) throws SQLException {
        int size = columns.stream().anyMatch(Column::generated) ? MANY : FEW;
        int fixed = first == null ? 0 : 1;
        long count = 0;
        List<@Nullable Object[]> page = query(connection, fixed, false, List.of(first == null ? "" : first), size);
        while (true) {
            for (@Nullable Object[] row : page) {
                consumer.row(row);
            }
            count += page.size();
            if (page.size() < size) {
                return count;
            }
            page = after(connection, page.get(size - 1), fixed, size);
        }
    }

    /**
     * What follows: the rows that differ in the last column of the key, then those that differ in the one before, and
     * so on. An index serves each of these questions.
     */
    private List<@Nullable Object[]> after(Connection connection, @Nullable Object[] last, int fixed, int size)
            throws SQLException {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            places.put(columns.get(i).name(), i);
        }
        List<Object> values = new ArrayList<>();
        for (String part : key) {
            Object value = last[places.getOrDefault(part, 0)];
            if (value == null) {
                throw new IllegalStateException(name + "." + part + ": null (expected: a value, it is of the key)");
            }
            values.add(value);
        }
        List<@Nullable Object[]> page = new ArrayList<>();
        for (int equal = key.size() - 1; equal >= fixed && page.size() < size; equal--) {
            page.addAll(query(connection, equal, true, values, size - page.size()));
        }
        return page;
    }

    private List<@Nullable Object[]> query(
            Connection connection, int equal, boolean greater, List<Object> values, int limit) throws SQLException {
        List<String> conditions = new ArrayList<>();
        for (int i = 0; i < equal; i++) {
            conditions.add(key.get(i) + " = ?");
        }
        if (greater) {
            conditions.add(key.get(equal) + " > ?");
        }
        String sql = "select " + columns.stream().map(Column::name).collect(Collectors.joining(", ")) + " from " + name
                + (conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions)) + " order by "
                + String.join(", ", key) + " limit " + limit;
        List<@Nullable Object[]> rows = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < conditions.size(); i++) {
                Column column = column(key.get(i));
                column.kind().set(statement, i + 1, column.type(), values.get(i));
            }
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    @Nullable Object[] row = new @Nullable Object[columns.size()];
                    for (int i = 0; i < row.length; i++) {
                        row[i] = columns.get(i).kind().get(found, i + 1);
                    }
                    rows.add(row);
                }
            }
        }
        return rows;
    }
}
