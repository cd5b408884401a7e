package io.deskmeter.controller.store.transfer;

import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.controller.store.folder.DerivedFiles;
import io.deskmeter.controller.store.lease.ControllerIdentity;
import io.deskmeter.controller.store.retention.Retention;
import io.deskmeter.controller.store.retention.RunDeletion;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Puts runs from files into the store, in small transactions. While it is not complete a run is one that is marked as
 * deleted: nobody sees it, and where this process is killed, the next start removes what there is of it. Thread-safe.
 */
@Component
public final class RunArrivals {
    private static final int STEP = 2_000;

    private final JdbcTemplate jdbc;
    private final JdbcClient client;
    private final WriteTransactions writes;
    private final RunDeletion deletion;
    private final Retention retention;
    private final DerivedFiles derived;
    private final ControllerIdentity identity;
    private final InstantSource wall;

    RunArrivals(
            JdbcTemplate jdbc,
            JdbcClient client,
            WriteTransactions writes,
            RunDeletion deletion,
            Retention retention,
            DerivedFiles derived,
            ControllerIdentity identity,
            InstantSource wall) {
        this.jdbc = jdbc;
        this.client = client;
        this.writes = writes;
        this.deletion = deletion;
        this.retention = retention;
        this.derived = derived;
        this.identity = identity;
        this.wall = wall;
    }

    /** Writes the files of a run, when its rows are stored and before anybody sees it. */
    public interface Files {
        void write() throws IOException;
    }

    /** Why a run of that id cannot come in; empty if it can. */
    public Optional<String> refusal(String runId) {
        return client.sql("select deleted_at is not null from run where id = :id")
                .param("id", runId)
                .query(Boolean.class)
                .optional()
                .map(
                        deleted -> "run: " + runId
                                + (deleted
                                        ? " was deleted here, and what is left of it is being removed (expected: an id that is free; hint: try again when no run is active)"
                                        : " is stored here already (expected: an id that is free; hint: they are the same run; to replace it, delete it first)"));
    }

    /**
     * Stores a run completely, or leaves nothing that anybody sees.
     *
     * @throws IOException with a message for display: the files cannot be written
     */
    public void store(ScratchRun run, Files files) throws IOException {
        String id = run.id();
        deletion.arriving(id);
        boolean complete = false;
        try {
            for (String table : StoreSnapshots.OF_RUN) {
                copy(run, table);
            }
            files.write();
            writes.run(() -> {
                client.sql("delete from deleted_run where id = :id")
                        .param("id", id)
                        .update();
                client.sql("update run set deleted_at = null where id = :id")
                        .param("id", id)
                        .update();
            });
            complete = true;
            derived.timingsCame(id);
        } catch (SQLException e) {
            throw StoreSnapshots.failed("the run's own database", e);
        } finally {
            deletion.arrived(id);
            retention.runArrived(!complete);
        }
    }

    private void copy(ScratchRun run, String name) throws SQLException {
        StoreTable from = run.table(name);
        StoreTable to = jdbc.execute((ConnectionCallback<StoreTable>) connection -> StoreTable.of(connection, name));
        List<StoreTable.Column> columns = from.without(StoreSnapshots.left(name));
        Map<String, Object> given = given(name, run.id());
        List<StoreTable.Column> target = new ArrayList<>();
        columns.forEach(column -> target.add(to.column(column.name())));
        List<Object> values = new ArrayList<>();
        given.forEach((column, value) -> {
            target.add(to.column(column));
            values.add(value);
        });
        List<Integer> places =
                columns.stream().map(column -> from.columns().indexOf(column)).toList();
        Consumer<List<@Nullable Object[]>> insert = rows -> writes.run(() -> insert(to.name(), target, rows));
        List<@Nullable Object[]> step = new ArrayList<>();
        run.forEach(from, row -> {
            @Nullable Object[] next = new @Nullable Object[target.size()];
            for (int i = 0; i < places.size(); i++) {
                next[i] = row[places.get(i)];
            }
            for (int i = 0; i < values.size(); i++) {
                next[places.size() + i] = values.get(i);
            }
            step.add(next);
            if (step.size() == STEP) {
                insert.accept(List.copyOf(step));
                step.clear();
            }
        });
        if (!step.isEmpty()) {
            insert.accept(step);
        }
    }

    /** What a row gets here; a run is hidden until it is complete. */
    private Map<String, Object> given(String table, String runId) {
        Map<String, Object> given = new HashMap<>();
        if (table.equals("run")) {
            given.put("id", runId);
            given.put("controller", identity.id());
            given.put("fence", identity.instance());
            given.put("deleted_at", wall.instant());
            given.put("imported_at", wall.instant());
        } else {
            given.put("run_id", runId);
        }
        return given;
    }

    private void insert(String table, List<StoreTable.Column> columns, List<@Nullable Object[]> rows) {
        Integer unused =
                jdbc.execute((ConnectionCallback<Integer>) connection -> insert(connection, table, columns, rows));
    }

    private static int insert(
            Connection connection, String table, List<StoreTable.Column> columns, List<@Nullable Object[]> rows)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(TableLines.insertion(table, columns))) {
            for (@Nullable Object[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    columns.get(i).kind().set(statement, i + 1, columns.get(i).type(), row[i]);
                }
                statement.addBatch();
            }
            return statement.executeBatch().length;
        }
    }
}
