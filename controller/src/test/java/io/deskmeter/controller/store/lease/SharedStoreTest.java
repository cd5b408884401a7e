package io.deskmeter.controller.store.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.run.port.RunJournal.StageProgress;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import io.deskmeter.controller.store.engine.ControlConnections;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.lease.ControllerLease.LeaseException;
import io.deskmeter.controller.store.retention.RunDeletion;
import io.deskmeter.controller.store.run.InterruptedRuns;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.store.run.RunStore;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two controllers with one PostgreSQL database. */
@Tag("slow")
class SharedStoreTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String PROFILE = """
            id: shared
            title: Shared
            workloads:
              id: shared
              workloads: [office/writer]
              iterations: 4
              think: { mean: 2s }
              seed: 7
            target: { local: {} }
            load: { fixed: { sessions: 2 } }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Controller first;

    @SuppressWarnings("NullAway.Init")
    private Controller second;

    /** The store's parts of one controller. */
    private static final class Controller implements AutoCloseable {
        final Opened opened;
        final RunStore runs;
        final RunQueries queries;
        final ControllerLease lease;
        final InterruptedRuns interrupted;
        final RunDeletion deletion;

        Controller(Path folder, String url) throws IOException {
            this(TestDatabase.POSTGRESQL.open(folder, url));
        }

        private Controller(Opened opened) {
            this(opened, opened.identity);
        }

        private Controller(Opened opened, ControllerIdentity identity) {
            this.opened = opened;
            runs = new RunStore(opened.client, opened.writes, identity);
            queries = new RunQueries(opened.reads);
            lease = new ControllerLease(
                    opened.client,
                    opened.writes,
                    new ControlConnections(opened.source),
                    identity,
                    opened.location,
                    SchemaRange.of(
                            Flyway.configure().dataSource(opened.source).load().info()),
                    none(),
                    System::nanoTime,
                    new InternalFaults(InstantSource.fixed(START)));
            RunOwnership ownership = new RunOwnership(opened.client, opened.writes, identity, opened.location);
            interrupted = new InterruptedRuns(queries, runs, ownership, InstantSource.fixed(START));
            deletion = new RunDeletion(
                    opened.client, opened.writes, opened.data, opened.derived, InstantSource.fixed(START), identity);
        }

        private static ActiveRuns none() {
            return new ActiveRuns(
                    (plan, listener) -> {
                        throw new IllegalStateException("no run is begun here");
                    },
                    new InternalFaults(InstantSource.fixed(START)));
        }

        /** The controller of a cloned machine: its folder has the same name there. */
        static Controller clone(Controller original, Path folder) throws IOException {
            Opened opened = TestDatabase.POSTGRESQL.open(folder, original.opened.location.jdbcUrl());
            ControllerIdentity same = original.opened.identity;
            return new Controller(
                    opened, new ControllerIdentity(same.id(), UUID.randomUUID().toString(), same.name()));
        }

        void start() throws LeaseException {
            lease.take(interrupted::interruptExpired);
            interrupted.interrupt();
        }

        void run(String id) throws Exception {
            RunProfile profile = RunProfiles.parseSelfContained("shared.yaml", PROFILE);
            runs.create(new RunPlan(id, profile, RunProfiles.write(profile), List.of(), List.of(), START), Map.of());
            runs.state(id, new StageProgress(0, 0, ""), RunState.STEADY, START);
        }

        RunState state(String id) {
            return queries.run(id).orElseThrow().state();
        }

        /** As long after its last renewal as it takes. */
        void expire() {
            opened.client
                    .sql("update controller set renewed_at = renewed_at - interval '61' second where id = :id")
                    .param("id", opened.identity.id())
                    .update();
        }

        /** As a kill does: nothing is given up. */
        void kill() throws IOException {
            opened.close();
        }

        @Override
        public void close() throws IOException {
            lease.release();
            opened.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        String url = TestDatabase.url();
        first = new Controller(folder.resolve("first"), url);
        second = new Controller(folder.resolve("second"), url);
        first.start();
        second.start();
    }

    @AfterEach
    void close() throws IOException {
        first.close();
        second.close();
    }

    @Test
    void aControllerThatStartsTouchesNoRunOfAnother() throws Exception {
        first.run("r-1");
        assertThat(second.interrupted.interrupt()).isZero();
        assertThat(second.interrupted.interruptExpired()).isZero();
        assertThat(first.state("r-1")).isEqualTo(RunState.STEADY);
        first.runs.state("r-1", new StageProgress(0, 0, ""), RunState.JUDGING, START);
        assertThat(second.lease.otherOwner("r-1")).contains(first.opened.identity.name());
        assertThat(first.lease.otherOwner("r-1")).isEmpty();
    }

    @Test
    void aControllerThatWasKilledFindsItsRunAndOnlyThat() throws Exception {
        first.run("r-1");
        second.run("r-2");
        first.kill();
        Controller again = new Controller(folder.resolve("first"), first.opened.location.jdbcUrl());
        assertThat(again.opened.identity.id()).isEqualTo(first.opened.identity.id());
        again.lease.take(again.interrupted::interruptExpired);
        assertThat(again.interrupted.interrupt()).isEqualTo(1);
        assertThat(again.state("r-1").ended()).isTrue();
        assertThat(again.state("r-2")).isEqualTo(RunState.STEADY);
        again.close();
    }

    @Test
    void aRunWhoseControllerDoesNotComeBackIsEndedByAnother() throws Exception {
        first.run("r-1");
        assertThat(second.interrupted.interruptExpired()).isZero();
        first.expire();
        assertThat(second.interrupted.interruptExpired()).isEqualTo(1);
        assertThat(second.queries.run("r-1").orElseThrow().reasons())
                .singleElement()
                .asString()
                .isEqualTo("the lease of the controller " + first.opened.identity.name()
                        + " expired while the run was steady");
        // It was not dead but slow: what it writes now changes nothing.
        assertThatThrownBy(() -> first.runs.state("r-1", new StageProgress(0, 0, ""), RunState.JUDGING, START))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("its lease expired");
        assertThat(second.state("r-1").ended()).isTrue();
    }

    @Test
    void whatAnotherProcessOfTheSameFolderTookIsNotChangedByTheFirstOne() throws Exception {
        first.run("r-1");
        Controller clone = Controller.clone(first, folder.resolve("clone"));
        clone.start();
        assertThat(clone.state("r-1")).isEqualTo(RunState.INTERRUPTED);
        List<String> reasons = clone.queries.run("r-1").orElseThrow().reasons();
        for (ThrowingCallable change : List.<ThrowingCallable>of(
                () -> first.runs.state("r-1", new StageProgress(0, 0, ""), RunState.JUDGING, START),
                () -> first.runs.ended("r-1", RunState.FINISHED, START, List.of(), null, RunCounts.NONE),
                () -> first.runs.validity("r-1", List.of()),
                () -> first.runs.session("r-1", 7, 7, "agent", START))) {
            assertThatThrownBy(change).isInstanceOf(JournalException.class).hasMessageContaining("r-1");
        }
        assertThat(clone.state("r-1")).isEqualTo(RunState.INTERRUPTED);
        assertThat(clone.queries.run("r-1").orElseThrow().reasons()).isEqualTo(reasons);
        clone.close();
    }

    @Test
    void aRunThatHasEndedIsNotEndedAgain() throws Exception {
        first.run("r-1");
        first.runs.ended("r-1", RunState.STOPPED, START, List.of("stopped on request"), null, RunCounts.NONE);
        assertThatThrownBy(() -> first.runs.ended("r-1", RunState.FINISHED, START, List.of(), null, RunCounts.NONE))
                .isInstanceOf(JournalException.class);
        assertThat(first.state("r-1")).isEqualTo(RunState.STOPPED);
    }

    @Test
    void onlyOneOfSeveralTakesOver() throws Exception {
        first.run("r-1");
        first.expire();
        Controller third = new Controller(folder.resolve("third"), first.opened.location.jdbcUrl());
        third.start();
        assertThat(second.interrupted.interruptExpired() + third.interrupted.interruptExpired())
                .isEqualTo(1);
        assertThat(second.queries.log("r-1").stream()
                        .filter(entry -> entry.note().state().ended()))
                .hasSize(1);
        third.close();
    }

    @Test
    void filesOfARunAreRemovedByTheControllerThatHasThem() throws Exception {
        first.run("r-1");
        first.runs.interrupted("r-1", RunState.INTERRUPTED, START, "for the test");
        Files.createDirectories(first.opened.data.evidence("r-1"));
        assertThat(second.deletion.mark("r-1")).isTrue();
        assertThat(second.queries.run("r-1")).isEmpty();
        assertThat(second.deletion.marked()).isEmpty();
        assertThat(first.deletion.marked()).containsExactly("r-1");
        assertThat(first.deletion.remove("r-1", () -> true)).isTrue();
        assertThat(first.opened.data.evidence("r-1")).doesNotExist();
    }

    @Test
    void aRunThatGoesOnElsewhereIsNotDeleted() throws Exception {
        first.run("r-1");
        assertThat(second.deletion.mark("r-1")).isFalse();
    }

    @Test
    void aCopiedDataFolderIsRefusedWhileTheOriginalIsInUse() throws Exception {
        Path copy = folder.resolve("copy");
        DataDirectory.provide(copy);
        Files.copy(folder.resolve("first").resolve("controller.id"), copy.resolve("controller.id"));
        Controller copied = new Controller(copy, first.opened.location.jdbcUrl());
        assertThatThrownBy(copied::start)
                .isInstanceOf(LeaseException.class)
                .hasMessageContaining(first.opened.identity.name())
                .hasMessageContaining("delete controller.id");
        copied.kill();
    }
}
