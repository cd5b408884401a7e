package io.deskmeter.controller.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.store.folder.FailStopFiles;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.codec.SampleCodec;
import io.deskmeter.link.codec.TimingCodec;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storing timings over the real link, with failing writes and unusable batches. */
@Tag("slow")
class TimingIngestTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int READERS = 8;
    /** The number of readers' connections, see ReadConnections. */
    private static final int READERS_CONNECTIONS = 6;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    @SuppressWarnings("NullAway.Init")
    private Connection store;

    @BeforeEach
    void start() throws Exception {
        SampleRoot.create(folder.resolve("workloads"));
        Path data = folder.resolve("data");
        server = start(data);
        store = connect(data);
        insertRun("r");
    }

    /** A second connection of this process to the controller's own database. */
    private static Connection connect(Path data) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:h2:" + FailStopFiles.PREFIX + "async:" + data.resolve("store")
                        + ";IFEXISTS=TRUE;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;"
                        + "DEFAULT_NULL_ORDERING=HIGH;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;MAX_COMPACT_TIME=0",
                "",
                "");
    }

    /** As with a newer state of the store. */
    private void restartWithRun(String id) throws Exception {
        server.close();
        insertRun(id);
        store.close();
        Path data = folder.resolve("data");
        server = start(data);
        store = connect(data);
    }

    private ControllerServer start(Path data) throws Exception {
        return ControllerServer.start(ControllerSettings.of(data, folder.resolve("workloads")));
    }

    private void insertRun(String id) throws SQLException {
        execute("""
                insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state, created_at,
                    reasons, environment)
                values ('%s', 'p', 't', 'fixed', 1, '', 2, 'STOPPED', current_timestamp, '[]', '{}')""".formatted(id));
        execute("""
                insert into session (run_id, session, agent, asked_at, state, iteration, logon_nanos, detail)
                values ('%s', 0, 'agent-with-spool', current_timestamp, 'WORKING', 0, 0, '')""".formatted(id));
        execute(
                "insert into run_agent (run_id, agent, host, version, facts) values ('%s', 'agent-with-spool', 'h', '1', '{}')"
                        .formatted(id));
    }

    @AfterEach
    void stop() throws SQLException {
        store.close();
        server.close();
    }

    @Test
    void aBatchThatCouldNotBeStoredIsNotAcknowledgedByLaterOnes() throws Exception {
        execute("create trigger fails before insert on timing for each row call '" + FailingWrite.class.getName()
                + "'");
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            FailingWrite.refuseWhile(agent.disconnections::isEmpty, 3);
            for (long sequence = 1; sequence <= 6; sequence++) {
                agent.sender.offer(List.of(record(sequence)));
            }
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
            assertThat(stored()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
            assertThat(agent.disconnections)
                    .singleElement()
                    .asString()
                    .contains("batch 3", "No space left on device", "expected: room on its disk", "hint: free some");
        }
    }

    /** As after an interruption: a commit for each would wait for the disk thirty times. */
    @Test
    void batchesThatWaitAreStoredInOneTransaction() throws Exception {
        execute("create trigger slow before insert on timing for each row call '" + HeldWrite.class.getName() + "'");
        HeldRead.begin();
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            for (long sequence = 1; sequence <= 30; sequence++) {
                agent.sender.offer(List.of(record(sequence)), List.of(sample(sequence, 0.5)));
            }
            agent.dial();
            await().atMost(SOON).until(() -> HeldRead.holding() == 1);
            HeldRead.end();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
            assertThat(agent.disconnections).isEmpty();
            assertThat(agent.acknowledgements)
                    .hasSizeLessThanOrEqualTo(3)
                    .last()
                    .isEqualTo(30L);
        } finally {
            HeldRead.end();
        }
        assertThat(stored()).hasSize(30);
        assertThat(texts("select sequence from samples")).hasSize(30);
    }

    /**
     * Reproducer: the number of the last one was acknowledged. It was 0, because the agent's disk had not taken it, so
     * that its window stayed full.
     */
    @Test
    void ofBatchesThatAreStoredTogetherTheHighestNumberIsAcknowledged() throws Exception {
        execute("create trigger slow before insert on timing for each row call '" + HeldWrite.class.getName() + "'");
        HeldRead.begin();
        Hello hello = Hello.newBuilder()
                .setProtocol(1)
                .setAgentId("agent-with-spool")
                .setInstance("i")
                .setHost("h")
                .build();
        try (LinkPeer agent = new LinkPeer(server, TokenRole.AGENT, hello).connected()) {
            send(agent, 1, 1);
            await().atMost(SOON).until(() -> HeldRead.holding() == 1);
            for (long number : List.of(2L, 3L, 4L, 0L)) {
                send(agent, number, 10 + number);
            }
            // What was sent has come before the first one is stored.
            Thread.sleep(500);
            HeldRead.end();
            FromController last = agent.await1(message -> message.getTimingAck().getBatch() == 4);
            assertThat(last.hasTimingAck()).isTrue();
            assertThat(stored()).hasSize(5);
        } finally {
            HeldRead.end();
        }
    }

    private static void send(LinkPeer agent, long number, long sequence) {
        agent.send(FromAgent.newBuilder()
                .setTimings(TimingBatch.newBuilder().setBatch(number).addTimings(record(sequence)))
                .build());
    }

    @Test
    void whatCannotBeStoredIsKeptApartAndDoesNotComeAgain() throws Exception {
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            TimingRecord unknownOutcome =
                    record(2).toBuilder().setOutcome("exploded").build();
            TimingRecord tooLong =
                    record(4).toBuilder().setOperation("o".repeat(201)).build();
            agent.sender.offer(List.of(record(1), unknownOutcome));
            agent.sender.offer(List.of(record(3), tooLong, record(5)));
            agent.sender.offer(List.of(record(6)));
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
            assertThat(stored()).containsExactly(1L, 3L, 5L, 6L);
            assertThat(agent.disconnections).isEmpty();
            assertThat(quarantined()).containsExactlyInAnyOrder(unknownOutcome, tooLong);
            assertThat(texts("select message from stage_log order by id"))
                    .satisfiesExactly(
                            first -> assertThat(first)
                                    .startsWith(
                                            "1 timing of agent test-host (client) cannot be stored: outcome: exploded (")
                                    .contains(
                                            "kept in " + folder.resolve("data").resolve("quarantine")),
                            second -> assertThat(second).contains("of 201 characters (expected: 1 to 200"));
        }
    }

    @Test
    void samplesAreStoredOnceBesideTheirTimings() throws Exception {
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            agent.sender.offer(List.of(record(1)), List.of(sample(1, 0.97), sample(2, 0)));
            agent.sender.offer(List.of(), List.of(sample(2, 0), sample(3, Double.NaN)));
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
            assertThat(agent.disconnections).isEmpty();
        }
        assertThat(stored()).containsExactly(1L);
        assertThat(texts(
                        "select sequence || ' ' || coalesce(cast(measured as varchar), 'unknown') || ' ' || why_unknown"
                                + " from samples order by sequence"))
                .containsExactly("1 0.97 ", "2 0.0 ", "3 unknown it had not come to rest");
    }

    /** Neither the timing nor the sample of a batch is there without the other, however often it comes. */
    @Test
    void aBatchWhoseSampleCannotBeWrittenNowComesAgainWhole() throws Exception {
        execute("create trigger fails before insert on samples for each row call '" + FailingWrite.class.getName()
                + "'");
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            FailingWrite.refuseWhile(agent.disconnections::isEmpty, 77);
            agent.sender.offer(List.of(record(1)), List.of(sample(77, 0.5)));
            agent.sender.offer(List.of(record(2)));
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
            assertThat(agent.disconnections).singleElement().asString().contains("batch 1", "No space left on device");
        }
        assertThat(stored()).containsExactly(1L, 2L);
        assertThat(texts("select sequence from samples")).containsExactly("77");
    }

    @Test
    void aSampleThatCannotBeStoredIsKeptApart() throws Exception {
        execute("alter table samples add constraint no_third check (sequence <> 3)");
        SampleRecord withoutReason =
                sample(2, 0.5).toBuilder().setValue(Double.NaN).build();
        SampleRecord infinite =
                sample(4, 0.5).toBuilder().setValue(Double.NEGATIVE_INFINITY).build();
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            agent.sender.offer(List.of(record(1)), List.of(sample(1, 0.5), withoutReason, sample(3, 0.5), infinite));
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
        }
        assertThat(stored()).containsExactly(1L);
        assertThat(texts("select sequence from samples")).containsExactly("1");
        assertThat(quarantinedBatches().stream().flatMap(batch -> batch.getSamplesList().stream()))
                .containsExactlyInAnyOrder(withoutReason, sample(3, 0.5), infinite);
        assertThat(texts("select message from stage_log"))
                .singleElement()
                .asString()
                .startsWith(
                        "3 samples of agent test-host (client) cannot be stored: sample of picture-similarity: NaN");
    }

    @Test
    void anAgentWhoseIdNoColumnHoldsIsRefusedWithTheLimit() throws Exception {
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"), "a".repeat(201))) {
            agent.dial();
            await().atMost(SOON).until(() -> !agent.disconnections.isEmpty());
            assertThat(agent.disconnections.get(0)).contains("of 201 characters (expected: at most 200)");
        }
    }

    @Test
    void whatOnlyTheStoreCanRefuseIsKeptApartTooAndNothingBesideIt() throws Exception {
        execute("alter table timing add constraint no_third check (sequence <> 3)");
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            agent.sender.offer(List.of(record(1), record(2), record(3), record(4)));
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
            assertThat(stored()).containsExactly(1L, 2L, 4L);
            assertThat(quarantined()).containsExactly(record(3));
        }
    }

    /** So that they are deleted with their run; the name of an unknown run, or a path, never becomes a folder. */
    @Test
    void whatIsKeptApartLiesInTheFolderOfItsRun() throws Exception {
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            TimingRecord unusable = record(1).toBuilder().setOutcome("exploded").build();
            agent.sender.offer(List.of(
                    unusable,
                    unusable.toBuilder().setRunId("nobody's").build(),
                    unusable.toBuilder().setRunId("../../r").build()));
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
        }
        Path quarantine = folder.resolve("data").resolve("quarantine");
        assertThat(quarantined()).hasSize(3);
        assertThat(quarantine.resolve("r")).isDirectoryContaining("glob:**.batch");
        try (Stream<Path> entries = Files.list(quarantine)) {
            assertThat(entries.filter(Files::isDirectory)).containsExactly(quarantine.resolve("r"));
        }
        assertThat(folder.resolve("r")).doesNotExist();
    }

    /**
     * Reproducer: after an older state of the store was restored, the timings of newer runs were acknowledged and
     * dropped.
     */
    @Test
    void whatBelongsToARunThatTheStoreDoesNotHaveIsStoredWhenItHasIt() throws Exception {
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            agent.sender.offer(
                    List.of(record(1), record(2).toBuilder().setRunId("newer").build()),
                    List.of(sample(1, 0.5).toBuilder().setRunId("newer").build()));
            agent.sender.offer(List.of(record(3)));
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
        }
        assertThat(stored()).containsExactly(1L, 3L);
        assertThat(held()).hasSize(1);
        restartWithRun("newer");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(texts("select sequence from timing where run_id = 'newer'"))
                        .containsExactly("2"));
        assertThat(texts("select sequence from samples where run_id = 'newer'")).containsExactly("1");
        await().atMost(SOON).untilAsserted(() -> assertThat(held()).isEmpty());
    }

    /** An agent that had a session of it is not the one that made all of them. */
    @Test
    void heldTimingsOfForeignSessionsAreNotStored() throws Exception {
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            TimingRecord own = record(2).toBuilder().setRunId("newer").build();
            agent.sender.offer(
                    List.of(own, own.toBuilder().setSession(1).setSequence(7).build()));
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
        }
        restartWithRun("newer");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(texts("select sequence from timing where run_id = 'newer'"))
                        .containsExactly("2"));
    }

    @Test
    void whatBelongsToADeletedRunIsDropped() throws Exception {
        execute("insert into deleted_run (id, deleted_at) values ('deleted', current_timestamp)");
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            agent.sender.offer(List.of(record(2).toBuilder().setRunId("deleted").build(), record(3)));
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
        }
        assertThat(stored()).containsExactly(3L);
        assertThat(held()).isEmpty();
    }

    /** What can be neither stored nor kept stays with the agent. */
    @Test
    void whatCannotBeHeldIsNotAcknowledged() throws Exception {
        server.close();
        Path held = Files.createDirectories(folder.resolve("data").resolve("held"));
        try (RandomAccessFile full =
                new RandomAccessFile(held.resolve("full.batch").toFile(), "rw")) {
            // Takes no room on the disk.
            full.setLength(512L << 20);
        }
        server = start(folder.resolve("data"));
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            agent.sender.offer(List.of(record(2).toBuilder().setRunId("newer").build()));
            agent.dial();
            await().atMost(SOON).until(() -> !agent.disconnections.isEmpty());
            assertThat(agent.disconnections.get(0)).contains("run newer", held.toString(), "(expected: ", "hint: ");
            assertThat(agent.acknowledgements).isEmpty();
            Files.delete(held.resolve("full.batch"));
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
        }
        assertThat(held()).hasSize(1);
    }

    private List<Path> held() throws IOException {
        Path held = folder.resolve("data").resolve("held");
        if (!Files.isDirectory(held)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(held)) {
            return files.toList();
        }
    }

    /** A backup does not have the sessions that began after it. Before, what agents had of them was dropped. */
    @Test
    void whatARestoredStoreDoesNotKnowIsKeptApart() throws Exception {
        TimingRecord laterSession = record(3).toBuilder().setSession(7).build();
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            agent.sender.offer(List.of(laterSession));
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
        }
        assertThat(folder.resolve("data").resolve("quarantine"))
                .as("a store that was not restored knows all its sessions")
                .doesNotExist();
        execute("update store_identity set restored_at = current_timestamp");
        stop();
        Path data = folder.resolve("data");
        server = start(data);
        store = connect(data);
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            agent.sender.offer(List.of(record(1), laterSession));
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
        }
        assertThat(stored()).containsExactly(1L);
        assertThat(quarantined()).containsExactly(laterSession);
    }

    @Test
    void aBatchThatTheAgentsDiskHasDamagedIsReportedAndThoseBehindItAreStored() throws Exception {
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            agent.sender.offer(List.of(record(1)));
            Path segment = folder.resolve("spool").resolve("0000000000000000001.timings");
            long before = Files.size(segment);
            agent.sender.offer(List.of(record(2), record(3)), List.of(sample(1, 0.5)));
            agent.sender.offer(List.of(record(4)));
            try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
                file.seek(before + 4);
                int checksum = file.read();
                file.seek(before + 4);
                file.write(~checksum);
            }
            agent.dial();
            await().atMost(SOON).until(() -> agent.sender.backlog() == 0);
        }
        assertThat(stored()).containsExactly(1L, 4L);
        assertThat(texts("select message from stage_log"))
                .singleElement()
                .asString()
                .startsWith(
                        "2 timings and 1 sample of agent test-host (client) are missing, its disk has damaged them: batch 2 at byte ");
        assertThat(folder.resolve("spool").resolve("damaged").resolve("2.batch"))
                .exists();
    }

    /**
     * Reproducer: it was an internal fault of the controller, again and again, and the agent was not told why its link
     * ended.
     */
    @Test
    void damageThatCannotBeNotedNowIsReportedAgain() throws Exception {
        execute("alter table stage_log rename to stage_log_kept");
        Hello hello = Hello.newBuilder()
                .setProtocol(1)
                .setAgentId("agent-with-spool")
                .setInstance("i")
                .setHost("h")
                .build();
        FromAgent damaged = FromAgent.newBuilder()
                .setTimings(TimingBatch.newBuilder()
                        .setBatch(1)
                        .setDamage("checksum")
                        .setDamagedRun("r"))
                .build();
        try (LinkPeer agent = new LinkPeer(server, TokenRole.AGENT, hello).connected()) {
            assertThat(agent.endsLink(damaged)).isTrue();
            assertThat(agent.ends()).singleElement().asString().contains("batch 1 is not stored: ");
            execute("alter table stage_log_kept rename to stage_log");
            assertThat(agent.endsLink(damaged)).isFalse();
        }
        assertThat(texts("select message from stage_log"))
                .singleElement()
                .asString()
                .startsWith("timings of agent h (client) are missing, its disk has damaged them: checksum");
    }

    /** Any number of slow queries for results does not delay storing timings. */
    @Test
    void readersWhoHoldAllTheirConnectionsDoNotHoldTimingsUp() throws Exception {
        execute("create alias held for '" + HeldRead.class.getName() + ".hold'");
        execute(
                "insert into stage_log (run_id, at, state, entered, message) values ('r', current_timestamp, 'STOPPED', true, '')");
        execute("alter table stage_log rename to stage_log_kept");
        execute("create view stage_log as select * from stage_log_kept where held(id)");
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        HeldRead.begin();
        try (SpooledAgent agent = new SpooledAgent(server, folder.resolve("spool"))) {
            for (int i = 0; i < READERS; i++) {
                readers.execute(() -> Clients.of(() -> server)
                        .sendAsync(
                                HttpRequest.newBuilder(server.address().resolve("/api/v1/runs/r/stages"))
                                        .build(),
                                BodyHandlers.discarding())
                        .join());
            }
            await().atMost(SOON).until(() -> HeldRead.holding() >= READERS_CONNECTIONS);
            agent.sender.offer(List.of(record(1)));
            agent.dial();
            await().atMost(Duration.ofSeconds(10)).until(() -> agent.sender.backlog() == 0);
            assertThat(stored()).containsExactly(1L);
        } finally {
            HeldRead.end();
            readers.shutdown();
            assertThat(readers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private List<TimingRecord> quarantined() throws IOException {
        return quarantinedBatches().stream()
                .flatMap(batch -> batch.getTimingsList().stream())
                .toList();
    }

    private List<TimingBatch> quarantinedBatches() throws IOException {
        List<TimingBatch> batches = new ArrayList<>();
        try (Stream<Path> files =
                Files.walk(folder.resolve("data").resolve("quarantine")).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                batches.add(TimingBatch.parseFrom(Files.readAllBytes(file)));
            }
        }
        return batches;
    }

    private static SampleRecord sample(long sequence, double value) {
        return SampleCodec.encode(
                "r",
                Sample.builder("picture-similarity")
                        .sequence(sequence)
                        .operation("office/writer", "open")
                        .timing(1)
                        .during(1, 3)
                        .value(value, 0.01)
                        .unknown(Double.isNaN(value) ? "it had not come to rest" : "")
                        .build());
    }

    private static TimingRecord record(long sequence) {
        return TimingCodec.encode(
                "r",
                Timing.builder("office/writer", "open", Group.B, Outcome.OK)
                        .sequence(sequence)
                        .wallFiredAt(Instant.parse("2026-01-01T00:00:00Z"))
                        .intendedAt(0)
                        .firedAt(1)
                        .lastWithoutAt(2)
                        .shownAt(3)
                        .build());
    }

    private List<Long> stored() throws SQLException {
        return texts("select sequence from timing order by sequence").stream()
                .map(Long::valueOf)
                .toList();
    }

    private List<String> texts(String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = store.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = store.createStatement()) {
            statement.execute(sql);
        }
    }
}
