package io.deskmeter.controller.store.retention;

import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.folder.DerivedFiles;
import io.deskmeter.controller.store.lease.ControllerIdentity;
import io.deskmeter.controller.store.lease.RunOwnership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Deletes runs in two steps. A run is marked first: from then on it is invisible and nothing is stored for it. Its
 * files and rows are removed afterwards, in small transactions, its own row last, in whose place its id stays among
 * those of deleted runs. So a process that is killed at any moment leaves either a complete run, or a mark that the
 * next start finds. Thread-safe.
 */
@Component
public final class RunDeletion {
    private static final Logger LOG = LoggerFactory.getLogger(RunDeletion.class);

    /** What a run has so many rows of that they are too many for one transaction. */
    public static final List<String> LARGE_TABLES = List.of("samples", "timing");

    /** All others that refer to a run; none before one that it refers to. */
    public static final List<String> TABLES = List.of(
            "evidence",
            "evidence_left_out",
            "resource_sample",
            "load_point_session",
            "load_point",
            "session_desktop",
            "session",
            "stage_log",
            "run_agent");

    /** Rows of a large table that are removed at once, about. */
    private static final int STEP = 20_000;

    private final JdbcClient jdbc;
    private final WriteTransactions writes;
    private final DataDirectory data;
    private final DerivedFiles derived;
    private final InstantSource wall;
    private final ControllerIdentity identity;
    /** Runs that are not complete yet: see {@link io.deskmeter.controller.store.transfer.RunArrivals}. */
    private final Set<String> arriving = ConcurrentHashMap.newKeySet();

    public RunDeletion(
            JdbcClient jdbc,
            WriteTransactions writes,
            DataDirectory data,
            DerivedFiles derived,
            InstantSource wall,
            ControllerIdentity identity) {
        this.jdbc = jdbc;
        this.writes = writes;
        this.data = data;
        this.derived = derived;
        this.wall = wall;
        this.identity = identity;
    }

    /** Marks a run that has ended and is not pinned; whether there is one. */
    public boolean mark(String runId) {
        return writes.call(() -> jdbc.sql(
                                "update run set deleted_at = :at where id = :run and not pinned and deleted_at is null"
                                        + " and state in (:ended)")
                        .param("ended", RunOwnership.ended())
                        .param("at", ColumnMapping.time(wall.instant()))
                        .param("run", runId)
                        .update())
                > 0;
    }

    /** Pins or unpins a run; returns whether there is one. */
    public boolean pin(String runId, boolean pinned) {
        return writes.call(() -> jdbc.sql("update run set pinned = :pinned where id = :run and deleted_at is null")
                        .param("pinned", pinned)
                        .param("run", runId)
                        .update())
                > 0;
    }

    /**
     * Runs that are marked and not gone yet: this controller's, whose files are here, and those of controllers without
     * a valid lease.
     */
    public List<String> marked() {
        return jdbc
                .sql("select id from run where deleted_at is not null and (controller = :me or " + RunOwnership.EXPIRED
                        + ") order by id")
                .param("me", identity.id())
                .query(String.class)
                .list()
                .stream()
                .filter(run -> !arriving.contains(run))
                .toList();
    }

    /** A run is marked as deleted until it is complete: it is not removed meanwhile. */
    public void arriving(String runId) {
        arriving.add(runId);
    }

    /** From now on the mark is what it says. */
    public void arrived(String runId) {
        arriving.remove(runId);
    }

    /**
     * Removes all of a run that is marked.
     *
     * @param goOn asked again and again; where it says no, the rest stays for the next time
     * @return whether everything is deleted
     */
    public boolean remove(String runId, BooleanSupplier goOn) throws IOException {
        deleteFolder(data.evidence(runId));
        deleteFolder(data.quarantine(runId));
        // Computations in progress for this run are not stored from now on.
        derived.timingsCame(runId);
        deleteFolder(data.derived(runId));
        for (String table : LARGE_TABLES) {
            if (!removeInSteps(table, runId, goOn)) {
                return false;
            }
        }
        for (String table : TABLES) {
            if (!goOn.getAsBoolean()) {
                return false;
            }
            writes.run(() -> removeFrom(table, "run_id", runId));
        }
        writes.run(() -> {
            jdbc.sql("insert into deleted_run (id, deleted_at) select id, deleted_at from run where id = :run"
                            + " on conflict do nothing")
                    .param("run", runId)
                    .update();
            removeFrom("run", "id", runId);
        });
        LOG.info("run {} is deleted", runId);
        return true;
    }

    private boolean removeInSteps(String table, String runId, BooleanSupplier goOn) {
        List<Integer> sessions = sessions(table, runId);
        int step = sessionsAStep(table, runId, sessions.size());
        for (int first = 0; first < sessions.size(); first += step) {
            if (!goOn.getAsBoolean()) {
                return false;
            }
            int last = Math.min(first + step, sessions.size()) - 1;
            removeSessions(table, runId, sessions.get(first), sessions.get(last));
        }
        return true;
    }

    private List<Integer> sessions(String table, String runId) {
        return jdbc.sql("select distinct session from " + table + " where run_id = :run order by session")
                .param("run", runId)
                .query(Integer.class)
                .list();
    }

    /** So many that a step is neither one row nor all of them. */
    private int sessionsAStep(String table, String runId, int sessions) {
        long rows = jdbc.sql("select count(*) from " + table + " where run_id = :run")
                .param("run", runId)
                .query(Long.class)
                .single();
        return (int) Math.max(1, STEP * (long) sessions / Math.max(1, rows));
    }

    private void removeSessions(String table, String runId, int first, int last) {
        writes.run(() -> jdbc.sql("delete from " + table + " where run_id = :run and session between :first and :last")
                .param("run", runId)
                .param("first", first)
                .param("last", last)
                .update());
    }

    private void removeFrom(String table, String column, String runId) {
        jdbc.sql("delete from " + table + " where " + column + " = :run")
                .param("run", runId)
                .update();
    }

    /**
     * Removes folders of runs that were deleted: by another controller, or during a computation for them. A run that
     * the store does not have and that was not deleted either may be one that an older state of the store does not
     * know: its folders stay.
     */
    void removeLeftFolders() throws IOException {
        Set<String> runs = ids("run");
        Set<String> deleted = ids("deleted_run");
        List<Path> unknown = new ArrayList<>();
        for (Path parent : List.of(data.evidence(""), data.derived(""), data.quarantine())) {
            for (Path folder : children(parent)) {
                String run = String.valueOf(folder.getFileName());
                if (!Files.isDirectory(folder) || runs.contains(run)) {
                    continue;
                }
                if (deleted.contains(run)) {
                    LOG.info("{} belongs to a run that was deleted; removed", folder);
                    deleteFolder(folder);
                } else {
                    unknown.add(folder);
                }
            }
        }
        if (!unknown.isEmpty()) {
            LOG.warn(
                    "{}: {} folders belong to runs that the store does not know, as {}; they are kept (expected: none; hint: was an older state of the store restored? Remove them by hand if nobody needs them)",
                    data.root(),
                    unknown.size(),
                    unknown.get(0));
        }
    }

    private Set<String> ids(String table) {
        return new HashSet<>(
                jdbc.sql("select id from " + table).query(String.class).list());
    }

    private static List<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    private static void deleteFolder(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
