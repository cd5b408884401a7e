package io.deskmeter.controller.store.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.store.BigRun;
import io.deskmeter.controller.store.engine.H2Engine;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.folder.DerivedFiles;
import io.deskmeter.controller.store.lease.ControllerIdentity;
import io.deskmeter.controller.store.run.RunFilter;
import io.deskmeter.controller.store.run.RunQueries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A run of 20,000 timings with files, deleted at once or bit by bit. */
@Tag("slow")
class RunDeletionTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private DataDirectory data;

    @SuppressWarnings("NullAway.Init")
    private JdbcDataSource source;

    @SuppressWarnings("NullAway.Init")
    private JdbcClient jdbc;

    @SuppressWarnings("NullAway.Init")
    private RunDeletion deletion;

    @BeforeEach
    void open() throws Exception {
        BigRun.write(folder, 20_000);
        data = DataDirectory.take(folder);
        source = new JdbcDataSource();
        source.setURL(data.jdbcUrl() + ";DB_CLOSE_DELAY=-1");
        jdbc = JdbcClient.create(source);
        deletion = new RunDeletion(
                jdbc,
                new WriteTransactions(
                        new TransactionTemplate(new JdbcTransactionManager(source)),
                        new H2Engine(new JdbcTemplate(source), data)),
                data,
                new DerivedFiles(data),
                InstantSource.system(),
                ControllerIdentity.of(data, StoreLocation.embedded(data)));
        for (Path of : List.of(
                data.evidence(BigRun.ID),
                data.derived(BigRun.ID),
                data.derived("nobody"),
                folder.resolve("quarantine").resolve(BigRun.ID),
                folder.resolve("quarantine").resolve("nobody"))) {
            Files.createDirectories(of);
            Files.writeString(of.resolve("a"), "b");
        }
    }

    @AfterEach
    void close() throws IOException {
        jdbc.sql("shutdown").update();
        data.close();
    }

    private int rows(String table) {
        return jdbc.sql("select count(*) from " + table).query(Integer.class).single();
    }

    @Test
    void everyTableThatRefersToARunIsKnown() {
        List<String> referring = jdbc.sql(
                        "select table_name from information_schema.columns where column_name = 'run_id' and table_schema = 'public'")
                .query(String.class)
                .list();
        assertThat(referring)
                .containsAll(RunDeletion.LARGE_TABLES)
                .filteredOn(table -> !RunDeletion.LARGE_TABLES.contains(table))
                .containsExactlyInAnyOrderElementsOf(RunDeletion.TABLES);
    }

    @Test
    void aRunThatIsMarkedIsSeenByNobodyAndLeavesNothing() throws IOException {
        RunQueries queries = new RunQueries(new ReadConnections(source));
        assertThat(deletion.mark(BigRun.ID)).isTrue();
        assertThat(deletion.mark(BigRun.ID)).isFalse();
        assertThat(queries.run(BigRun.ID)).isEmpty();
        assertThat(queries.runs(RunFilter.NONE, 0, 10)).isEmpty();
        assertThat(deletion.marked()).containsExactly(BigRun.ID);
        assertThat(deletion.remove(BigRun.ID, () -> true)).isTrue();
        assertThat(rows("timing") + rows("run") + rows("session") + rows("resource_sample"))
                .isZero();
        assertThat(data.evidence(BigRun.ID)).doesNotExist();
        assertThat(data.derived(BigRun.ID)).doesNotExist();
        assertThat(folder.resolve("quarantine").resolve(BigRun.ID)).doesNotExist();
        assertThat(deletion.marked()).isEmpty();
    }

    @Test
    void whatWasInterruptedGoesOnWhereItWas() throws IOException {
        deletion.mark(BigRun.ID);
        int all = rows("timing");
        AtomicInteger steps = new AtomicInteger();
        assertThat(deletion.remove(BigRun.ID, () -> steps.incrementAndGet() < 2))
                .isFalse();
        assertThat(rows("timing")).isBetween(1, all - 1);
        assertThat(deletion.marked()).containsExactly(BigRun.ID);
        assertThat(deletion.remove(BigRun.ID, () -> true)).isTrue();
        assertThat(rows("timing")).isZero();
    }

    @Test
    void whatIsPinnedIsNotMarked() {
        assertThat(deletion.pin(BigRun.ID, true)).isTrue();
        assertThat(deletion.mark(BigRun.ID)).isFalse();
        assertThat(deletion.pin(BigRun.ID, false)).isTrue();
        assertThat(deletion.mark(BigRun.ID)).isTrue();
        assertThat(deletion.pin(BigRun.ID, true)).isFalse();
    }

    @Test
    void foldersOfDeletedRunsAreRemovedAndOthersStay() throws IOException {
        Path ofNoRun = Files.writeString(folder.resolve("quarantine").resolve("agent-1-0.batch"), "");
        Path ofUnknownRun = Files.createDirectories(data.evidence("unknown"));
        jdbc.sql("insert into deleted_run (id, deleted_at) values ('nobody', current_timestamp)")
                .update();
        deletion.removeLeftFolders();
        assertThat(data.derived("nobody")).doesNotExist();
        assertThat(folder.resolve("quarantine").resolve("nobody")).doesNotExist();
        assertThat(folder.resolve("quarantine").resolve(BigRun.ID)).exists();
        assertThat(ofNoRun).as("a file that belongs to no run").exists();
        assertThat(ofUnknownRun)
                .as("a run that an older state of the store does not know")
                .exists();
        assertThat(data.derived(BigRun.ID)).exists();
        assertThat(data.evidence(BigRun.ID)).exists();
    }

    @Test
    void theFileBecomesSmallerAndWhatIsStillStoredStays() throws IOException {
        long before = Files.size(data.store());
        deletion.mark(BigRun.ID);
        deletion.remove(BigRun.ID, () -> true);
        assertThat(Files.size(data.store())).isGreaterThanOrEqualTo(before);
        jdbc.sql("shutdown").update();
        H2Engine.compact(data);
        assertThat(Files.size(data.store())).isLessThan(before / 2);
        assertThat(rows("run_agent")).isZero();
        jdbc.sql("insert into drained_agent (agent) values ('a')").update();
        assertThat(rows("drained_agent")).isEqualTo(1);
    }
}
