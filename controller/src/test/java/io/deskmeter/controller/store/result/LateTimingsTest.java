package io.deskmeter.controller.store.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.controller.point.CountedRange;
import io.deskmeter.controller.point.LoadPointJudge;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.point.PointResources;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunReport.SessionFigures;
import io.deskmeter.controller.report.export.SessionCsv;
import io.deskmeter.controller.results.Results;
import io.deskmeter.controller.results.StoredRuns;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.machine.RunTransitions;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.port.RunJournal.StageProgress;
import io.deskmeter.controller.run.view.SessionView;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.folder.DerivedFiles;
import io.deskmeter.controller.store.retention.DiskUsage;
import io.deskmeter.controller.store.retention.RunDiskUsage;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.store.run.RunStore;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.OperationCount;
import io.deskmeter.measure.point.OperationPlan;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.validity.PointSessions;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A load point is what it was judged to be, whatever comes later: neither its figures nor the capacity change. */
@Tag("slow")
@ParameterizedClass
@EnumSource(TestDatabase.class)
class LateTimingsTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String PROFILE = """
        id: late
        title: Late
        workloads:
          id: late
          workloads: [office/writer]
          iterations: 4
          think: { mean: 2s }
          seed: 7
        target: { local: {} }
        load: { fixed: { sessions: 2 } }
        """;
    private static final List<OperationCount> PLANNED =
            List.of(new OperationCount("office/writer", "modify", Group.A, 1));

    @Parameter
    @SuppressWarnings("NullAway.Init")
    private TestDatabase database;

    @SuppressWarnings("NullAway.Init")
    private Opened opened;

    @SuppressWarnings("NullAway.Init")
    private RunStore runs;

    @SuppressWarnings("NullAway.Init")
    private TimingStore timings;

    @SuppressWarnings("NullAway.Init")
    private RunQueries queries;

    @SuppressWarnings("NullAway.Init")
    private SampleStore samples;

    @SuppressWarnings("NullAway.Init")
    private StoredRuns stored;

    @SuppressWarnings("NullAway.Init")
    private RunProfile profile;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        opened = database.open(folder);
        runs = opened.runs();
        timings = opened.timings();
        samples = opened.samples();
        queries = new RunQueries(opened.reads);
        stored = Results.of(queries, timings, samples, opened.derived);
        profile = RunProfiles.parseSelfContained("late.yaml", PROFILE);
        runs.create(new RunPlan("r", profile, RunProfiles.write(profile), List.of(), List.of(), START), Map.of());
        opened.jdbc.update("update run set per_iteration = ?", ColumnMapping.json(PLANNED));
        runs.state("r", new StageProgress(0, 0, ""), RunState.STEADY, START);
    }

    @AfterEach
    void close() throws IOException {
        opened.close();
    }

    @Test
    void aTimingThatComesAfterItsPointWasJudgedChangesNothing() {
        LoadPointSummary judged = judgeWithout(3);
        assertThat(judged.missingTimings()).isEqualTo(1);
        assertThat(judged.a().losses()).as("what it would say is not known").isZero();
        assertThat(judged.a().notDelivered()).isEqualTo(1);

        store(1, 3);
        assertThat(summary()).isEqualTo(judged);
        runs.ended("r", RunState.FINISHED, START.plusSeconds(9), List.of(), null, counts());
        assertThat(summary()).isEqualTo(judged);
        assertThat(stored.find("r", 1, 3)).hasValueSatisfying(late -> {
            assertThat(late.steady()).isFalse();
            assertThat(late.loadPoint()).isEqualTo(1);
        });
    }

    /** The run is judged, its controller is killed, and the agent sends its remaining timings to the next one. */
    @Test
    void norDoesOneThatComesAfterTheControllerHasEndedInBetween() {
        LoadPointSummary judged = judgeWithout(3);
        runs.session("r", 0, 0, "agent-1", START);
        runs.session("r", 1, 1, "agent-1", START);
        runs.session("r", new SessionFact(0, SessionPhase.WORKING, 2, "", 900, START));
        assertThat(states()).containsExactly("working", "asked");
        runs.interrupted("r", RunTransitions.afterRestart(RunState.STEADY), START.plusSeconds(9), "ended");
        // Reproducer: a session of a run that was interrupted a week ago was still "working".
        assertThat(states()).containsExactly("unknown", "unknown");
        // Its agent may tell the next controller.
        runs.session("r", new SessionFact(0, SessionPhase.STOPPED, 3, "", 900, START));
        assertThat(states()).containsExactly("stopped", "unknown");
        assertThat(summary()).isEqualTo(judged);
        // Its controller has not told its counts.
        int before = stored.snapshot("r").orElseThrow().counts().timings();
        assertThat(before).isPositive();
        assertThat(listed()).isEqualTo(before);
        store(1, 3);
        assertThat(stored.snapshot("r").orElseThrow().counts().timings()).isEqualTo(before + 1);
        assertThat(listed()).isEqualTo(before + 1);
        assertThat(summary()).isEqualTo(judged);
        assertThat(Results.of(queries, timings, samples, new DerivedFiles(opened.data))
                        .judged(queries.run("r").orElseThrow())
                        .get(0)
                        .summary())
                .isEqualTo(judged);
    }

    private List<String> states() {
        return queries.sessions("r").stream().map(SessionView::state).toList();
    }

    /** As the list of runs says it. */
    private long listed() {
        return new DiskUsage(opened.reads, opened.data, opened.engine)
                .now().runs().stream()
                        .filter(run -> run.id().equals("r"))
                        .mapToLong(RunDiskUsage::timings)
                        .sum();
    }

    @Test
    void whatAPointFailedForIsKept() {
        PointFailure failure = new PointFailure(PointFailure.Kind.LOGONS_REFUSED, "1 of 2 sessions could not log on");
        PointRecord record = record(List.of(), failure);
        runs.loadPoint("r", record);
        assertThat(queries.loadPoints("r")).containsExactly(record);
        assertThat(summary().failure()).isEqualTo(failure);
        assertThat(summary().pass()).isFalse();
    }

    /** What there was no time for is not lost, and what comes of it later counts no more. */
    @Test
    void aPointThatWasEndedEarlyIsJudgedByItsTimingsSoFar() {
        List<Timing> came = new ArrayList<>();
        for (long i = 1; i <= 4; i++) {
            store(0, i);
            came.add(timing(0, i));
        }
        store(1, 1);
        came.add(timing(1, 1));
        PointRecord record = record(came, null, "3 of 8 planned operations of group A took longer than 1.5 s");
        runs.loadPoint("r", record);
        assertThat(queries.loadPoints("r")).containsExactly(record);
        LoadPointSummary judged = summary();
        assertThat(judged.missingTimings()).isZero();
        assertThat(judged.a().count()).isEqualTo(5);
        assertThat(judged.a().failed()).isZero();
        store(1, 2);
        assertThat(summary()).isEqualTo(judged);
    }

    /** Of the two sessions only the one in position 0 was to work what the share of the sessions works. */
    @Test
    void thePositionOfASessionSaysWhatItWasToWork() throws Exception {
        RunProfile shared = RunProfiles.parseSelfContained(
                "late.yaml",
                PROFILE.replace("[office/writer]", "[other/one, { workload: office/writer, sessions: 1% }]"));
        opened.jdbc.update("update run set profile_yaml = ?", RunProfiles.write(shared));
        runs.session("r", 0, 7, "agent-1", START);
        runs.session("r", 1, 0, "agent-1", START);
        assertThat(queries.positions("r")).isEqualTo(Map.of(0, 7, 1, 0));
        assertThat(stored.workloads("r", 0)).containsExactly("other/one");
        assertThat(stored.workloads("r", 1)).containsExactly("other/one", "office/writer");
        List<Timing> came = List.of(timing(1, 1), timing(1, 2), timing(1, 3));
        for (Timing timing : came) {
            store(1, timing.sequence());
        }
        PointRecord record = record(came, null);
        runs.loadPoint("r", record);
        assertThat(summary().missingTimings()).isEqualTo(1);
        assertThat(summary().a().count()).isEqualTo(3);
        assertThat(summary().a().notDelivered()).isEqualTo(1);
        RunReport report = Results.reports(
                        queries, stored, new EvidenceStore(opened.client, opened.reads, opened.writes))
                .report("r")
                .orElseThrow();
        assertThat(report.sessions())
                .extracting(SessionFigures::session, SessionFigures::workloads)
                .containsExactly(tuple(1, List.of("other/one", "office/writer")));
        StringBuilder csv = new StringBuilder();
        SessionCsv.write(report, csv);
        assertThat(csv)
                .contains(",missing,workloads,skipped,notDelivered,logonQueuedMs,iterations\nr,")
                .endsWith(",1,other/one office/writer,0,1,,4\n");
    }

    private LoadPointSummary judgeWithout(long sequence) {
        List<Timing> came = new ArrayList<>();
        for (int session = 0; session < 2; session++) {
            for (long i = 1; i <= 4; i++) {
                if (session == 0 || i != sequence) {
                    store(session, i);
                    came.add(timing(session, i));
                }
            }
        }
        PointRecord record = record(came, null);
        runs.loadPoint("r", record);
        LoadPointSummary live = LoadPointJudge.judge(
                        record,
                        came,
                        OperationPlan.of(PLANNED, profile.workloads(), Map.of()),
                        new PointSamples(MetricPlan.of(List.of()), List.of()),
                        profile)
                .summary();
        assertThat(summary()).isEqualTo(live);
        return live;
    }

    private static PointRecord record(List<Timing> came, @Nullable PointFailure failure) {
        return record(came, failure, "");
    }

    private static PointRecord record(List<Timing> came, @Nullable PointFailure failure, String endedEarly) {
        List<Long> second = came.stream()
                .filter(timing -> timing.session() == 1)
                .map(Timing::sequence)
                .toList();
        return new PointRecord(
                0,
                2,
                false,
                START,
                START,
                START.plusSeconds(5),
                0,
                new PointResources(1, 8, 90, 8192, 65_536, 3, 256, 0, 0, 0, 0, null),
                came.isEmpty() ? Map.of() : Map.of(0, new CountedRange(1, 5), 1, new CountedRange(1, 5)),
                List.of(),
                PointSessions.all(2),
                List.of(new Logon(0, Ending.OK, 900), new Logon(1, Ending.FAILED, Double.NaN)),
                failure,
                "",
                endedEarly,
                came.isEmpty() ? Map.of() : Map.of(1, second),
                Map.of());
    }

    private LoadPointSummary summary() {
        return stored.judged(queries.run("r").orElseThrow()).get(0).summary();
    }

    private static RunCounts counts() {
        return RunCounts.builder().outcomes(Map.of(Outcome.OK, 8)).late(1).build();
    }

    private void store(int session, long sequence) {
        assertThat(timings.store(List.of(new TimingStore.Row("r", timing(session, sequence)))))
                .hasSize(1);
    }

    private static Timing timing(int session, long sequence) {
        return Timing.builder("office/writer", "modify", Group.A, Outcome.OK)
                .session(session)
                .sequence(sequence)
                .iteration((int) sequence)
                .wallFiredAt(START.plusSeconds(sequence))
                .thinkNanos(2_000_000_000)
                .intendedAt(0)
                .firedAt(0)
                .lastWithoutAt(90_000_000)
                .shownAt(100_000_000 * sequence)
                .build();
    }
}
