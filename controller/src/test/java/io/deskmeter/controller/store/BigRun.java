package io.deskmeter.controller.store;

import io.deskmeter.controller.point.CountedRange;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.point.PointResources;
import io.deskmeter.controller.run.fact.ResourceFact;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.port.RunJournal.StageProgress;
import io.deskmeter.controller.store.engine.H2Engine;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.StoreEngine;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.folder.DerivedFiles;
import io.deskmeter.controller.store.lease.ControllerIdentity;
import io.deskmeter.controller.store.result.ResultInserts;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.run.RunStore;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.validity.PointSessions;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes a large run into a data folder through the store's own classes: ten load points of up to 1,000 sessions.
 * {@code BigRun DATA [TIMINGS]} writes {@code r-big} of about a million timings; the next controller on that folder
 * shows it.
 */
public final class BigRun {
    public static final String ID = "r-big";

    private static final int POINTS = 10;
    private static final int SESSIONS_A_POINT = 100;
    /** Sessions of all load points together. */
    private static final int SLOTS = SESSIONS_A_POINT * POINTS * (POINTS + 1) / 2;

    private static final int BATCH = 2_000;
    private static final Instant START = Instant.parse("2026-11-21T08:00:00Z");
    private static final int POINT_SECONDS = 600;
    private static final List<String> OPERATIONS =
            List.of("open", "modify", "browse", "save", "minimise", "restore", "close", "search", "scroll");
    private static final String PROFILE = """
        id: big
        title: A million timings
        workloads:
          id: office
          workloads: [office/writer, office/calc]
          iterations: 4
          think: { mean: 2s }
          seed: 7
        target: { local: {} }
        load: { ramp: { from: 100, add: 100, max: 1000 } }
        logonInterval: 0
        """;

    private final RunStore runs;
    private final TimingStore timings;
    private final WriteTransactions writes;
    private final int each;
    private final SplittableRandom random = new SplittableRandom(42);

    private BigRun(RunStore runs, TimingStore timings, WriteTransactions writes, int total) {
        this.runs = runs;
        this.timings = timings;
        this.writes = writes;
        this.each = (total + SLOTS - 1) / SLOTS;
    }

    public static void main(String[] args) throws Exception {
        write(Path.of(args[0]), args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000);
    }

    /**
     * Writes the run.
     *
     * @param total about how many timings
     */
    public static void write(Path folder, int total) throws Exception {
        try (DataDirectory data = DataDirectory.take(folder)) {
            JdbcDataSource source = new JdbcDataSource();
            source.setURL(data.jdbcUrl() + ";DB_CLOSE_DELAY=-1");
            Flyway.configure().dataSource(source).load().migrate();
            JdbcTemplate jdbc = new JdbcTemplate(source);
            StoreEngine engine = new H2Engine(jdbc, data);
            WriteTransactions writes =
                    new WriteTransactions(new TransactionTemplate(new JdbcTransactionManager(source)), engine);
            JdbcClient client = JdbcClient.create(source);
            new BigRun(
                            new RunStore(client, writes, ControllerIdentity.of(data, StoreLocation.embedded(data))),
                            new TimingStore(
                                    jdbc,
                                    new ReadConnections(source),
                                    writes,
                                    new ResultInserts(writes, engine, new DerivedFiles(data))),
                            writes,
                            total)
                    .run();
            jdbc.execute("shutdown");
        }
    }

    private void run() throws Exception {
        RunProfile profile = RunProfiles.parseSelfContained("big.yaml", PROFILE);
        runs.create(new RunPlan(ID, profile, RunProfiles.write(profile), List.of(), List.of(), START), Map.of());
        runs.agent(ID, new AgentPort.Reserved("agent-1", "i-1", "host-1", "1", 0, Map.of("cpus", "64")));
        // One commit each: thousands of them wait for the disk longer than the rest takes.
        writes.run(this::sessions);
        for (int point = 0; point < POINTS; point++) {
            runs.state(ID, new StageProgress(0, 0, ""), RunState.STEADY, at(point));
            int current = point;
            writes.run(() -> samples(current));
            point(point);
            List<TimingStore.Row> batch = new ArrayList<>();
            for (int session = 0; session < sessions(point); session++) {
                for (int i = 0; i < each; i++) {
                    batch.add(new TimingStore.Row(ID, timing(point, session, i)));
                    if (batch.size() == BATCH) {
                        timings.store(batch);
                        batch.clear();
                    }
                }
            }
            timings.store(batch);
        }
        Capacity capacity = new Capacity(700, new Interval(700, 800), true, "the load point of 800 sessions failed");
        RunCounts counts =
                RunCounts.builder().outcomes(Map.of(Outcome.OK, SLOTS * each)).build();
        runs.ended(ID, RunState.FINISHED, at(POINTS), List.of(), capacity, counts);
    }

    private static int sessions(int point) {
        return (point + 1) * SESSIONS_A_POINT;
    }

    private static Instant at(int point) {
        return START.plusSeconds((long) point * POINT_SECONDS);
    }

    private void sessions() {
        for (int session = 0; session < POINTS * SESSIONS_A_POINT; session++) {
            runs.session(ID, session, session, "agent-1", START);
            runs.session(ID, new SessionFact(session, SessionPhase.STOPPED, 40, "", 2_000_000_000L, START));
        }
    }

    private void samples(int point) {
        for (int second = 0; second < POINT_SECONDS; second++) {
            double cpu = 8 * (point + 1) + random.nextInt(10);
            timings.store(
                    ID,
                    "agent-1",
                    new ResourceFact(at(point).plusSeconds(second), cpu, 3, 8L << 30, 64L << 30, 1L << 28, 0, 0, 0, 0));
        }
    }

    /** A load point's iterations have numbers of their own, so that each timing belongs to one. */
    private void point(int point) {
        Map<Integer, CountedRange> counted = new HashMap<>();
        for (int session = 0; session < sessions(point); session++) {
            counted.put(session, new CountedRange(point * 4, point * 4 + 4));
        }
        runs.loadPoint(
                ID,
                new PointRecord(
                        point,
                        sessions(point),
                        false,
                        at(point),
                        at(point).plusSeconds(30),
                        at(point + 1),
                        0,
                        new PointResources(POINT_SECONDS, 8 * point, 90, 8192, 65_536, 3, 256, 0, 0, 0, 0, null),
                        counted,
                        List.of(),
                        PointSessions.all(sessions(point)),
                        List.of(),
                        null,
                        "",
                        "",
                        Map.of(),
                        Map.of()));
    }

    private Timing timing(int point, int session, int i) {
        int operation = random.nextInt(OPERATIONS.size());
        boolean failed = random.nextInt(400) == 0;
        // The middle rises with the load; a long tail to the right, as responses have.
        double millis = (80 + 90 * point) * Math.exp(0.6 * random.nextGaussian()) * (operation % 3 == 0 ? 3 : 1);
        long firedAt = 1_000_000L * random.nextInt(30);
        return Timing.builder(
                        session % 2 == 0 ? "office/writer" : "office/calc",
                        OPERATIONS.get(operation),
                        operation % 3 == 0 ? Group.B : Group.A,
                        failed ? Outcome.TIMEOUT : Outcome.OK)
                .session(session)
                .sequence(1L + (long) point * each + i)
                .iteration(point * 4 + i * 4 / each)
                .wallFiredAt(at(point)
                        .plusMillis((long) i * POINT_SECONDS * 1000 / each)
                        .plusMillis(random.nextInt(2_000)))
                .thinkNanos(2_000_000_000L)
                .intendedAt(0)
                .firedAt(firedAt)
                .lastWithoutAt(failed ? Timing.NEVER : firedAt + (long) (millis * 1e6) - 16_000_000)
                .shownAt(failed ? Timing.NEVER : firedAt + (long) (millis * 1e6))
                .detail(failed ? "not seen within 30s" : "")
                .build();
    }
}
