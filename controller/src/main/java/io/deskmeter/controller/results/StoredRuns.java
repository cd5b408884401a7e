package io.deskmeter.controller.results;

import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.LoadPointJudge;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.run.view.LiveMetric;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.controller.run.view.ShareView;
import io.deskmeter.controller.run.view.StageDetail;
import io.deskmeter.controller.store.result.SampleStore;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.store.run.RunRow;
import io.deskmeter.controller.store.transfer.ScratchRun;
import io.deskmeter.measure.point.OperationPlan;
import io.deskmeter.measure.point.WithoutTiming;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampleColumns;
import io.deskmeter.measure.timing.SampledSession;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingColumns;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.plan.SessionShares;
import io.deskmeter.workload.run.RunProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Stored runs, judged again from their timings. Thread-safe. */
@Component
public final class StoredRuns {
    private static final int NOTES_SHOWN = 200;

    private final RunQueries queries;
    private final TimingStore timings;
    private final SampleStore samples;
    private final JudgedPointCache files;

    StoredRuns(RunQueries queries, TimingStore timings, SampleStore samples, JudgedPointCache files) {
        this.queries = queries;
        this.timings = timings;
        this.samples = samples;
        this.files = files;
    }

    /** Those of a database with one run. */
    public static StoredRuns of(ScratchRun run) {
        return new StoredRuns(run.queries(), run.timings(), run.samples(), new JudgedPointCache(run.derived()));
    }

    /** The judged load points of a run; those of one that has ended are judged once. */
    public List<JudgedPoint> judged(RunRow run) {
        return run.state().ended() ? files.judged(run.id(), () -> judge(run)) : judge(run);
    }

    private List<JudgedPoint> judge(RunRow run) {
        List<PointRecord> points = queries.loadPoints(run.id());
        List<TimingColumns> steady = new ArrayList<>();
        points.forEach(point -> steady.add(new TimingColumns()));
        timings.forEach(run.id(), timing -> {
            for (int i = 0; i < points.size(); i++) {
                if (points.get(i).judgedBy(timing)) {
                    steady.get(i).add(timing);
                }
            }
        });
        List<SampleColumns> steadySamples = steadySamples(run, points);
        RunProfile profile = run.profile();
        OperationPlan plan = plan(run);
        List<JudgedPoint> judged = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            judged.add(LoadPointJudge.judge(
                    points.get(i),
                    steady.get(i).list(),
                    plan,
                    new PointSamples(run.metrics(), steadySamples.get(i).list()),
                    profile));
        }
        return judged;
    }

    private OperationPlan plan(RunRow run) {
        return OperationPlan.of(run.perIteration(), run.profile().workloads(), queries.positions(run.id()));
    }

    /**
     * The planned operations of a load point that have no timing; none where the run has no such load point.
     *
     * @param loadPoint from 1
     */
    public List<WithoutTiming> withoutTiming(RunRow run, int loadPoint) {
        return judged(run).stream()
                .filter(point -> point.record().number() + 1 == loadPoint)
                .findFirst()
                .map(point -> point.summary().withoutTiming())
                .orElse(List.of());
    }

    /**
     * What each session gave of a metric at a load point, by session, with what it lost, as the verdict counts it; none
     * where the run has no such load point.
     *
     * @param loadPoint from 1
     * @param steady the timings that the load point was judged by
     * @param ofMetric the samples of the metric that it was judged by
     */
    public List<SampledSession> bySession(
            RunRow run, Metric metric, int loadPoint, List<Timing> steady, List<Sample> ofMetric) {
        PointSamples samples = new PointSamples(run.metrics(), ofMetric);
        return queries.loadPoints(run.id()).stream()
                .filter(point -> point.number() + 1 == loadPoint)
                .findFirst()
                .map(point -> LoadPointJudge.bySession(point, steady, plan(run), samples, metric))
                .orElse(List.of());
    }

    /** Of each load point the samples that it was judged by. */
    private List<SampleColumns> steadySamples(RunRow run, List<PointRecord> points) {
        List<SampleColumns> steady = new ArrayList<>();
        points.forEach(point -> steady.add(new SampleColumns()));
        if (!run.metrics().metrics().isEmpty()) {
            samples.forEach(run.id(), SampleStore.Selection.ALL, (sample, at) -> {
                for (int i = 0; i < points.size(); i++) {
                    if (points.get(i).judgedBy(sample)) {
                        steady.get(i).add(sample);
                    }
                }
            });
        }
        return steady;
    }

    /**
     * Passes every timing on with the load point it belongs to, by session and sequence; never has all of them in
     * memory.
     */
    public void forEachPoint(String runId, Consumer<TimingPoint> consumer) {
        List<PointRecord> points = queries.loadPoints(runId);
        timings.forEach(runId, timing -> consumer.accept(place(points, timing)));
    }

    /** Passes samples on with the load point it belongs to, by session and sequence; never holds them all. */
    public void forEachSamplePoint(String runId, SampleStore.Selection selection, Consumer<SamplePoint> consumer) {
        List<PointRecord> points = queries.loadPoints(runId);
        samples.forEach(runId, selection, (sample, at) -> consumer.accept(place(points, sample, at)));
    }

    /**
     * As a timing: a sample that a load point was judged by belongs to it, another to the one during which it began.
     */
    private static SamplePoint place(List<PointRecord> points, Sample sample, @Nullable Instant at) {
        for (PointRecord point : points) {
            if (point.judgedBy(sample)) {
                return new SamplePoint(point.number() + 1, true, sample, at);
            }
        }
        for (PointRecord point : points) {
            if (at != null && !at.isBefore(point.startedAt()) && at.isBefore(point.endedAt())) {
                return new SamplePoint(point.number() + 1, false, sample, at);
            }
        }
        return new SamplePoint(0, false, sample, at);
    }

    /** A timing that a load point was judged by belongs to it; another to the one during which its input left. */
    static TimingPoint place(List<PointRecord> points, Timing timing) {
        for (PointRecord point : points) {
            if (point.judgedBy(timing)) {
                return new TimingPoint(point.number() + 1, true, timing);
            }
        }
        for (PointRecord point : points) {
            Instant fired = timing.wallFiredAt();
            if (!fired.isBefore(point.startedAt()) && fired.isBefore(point.endedAt())) {
                return new TimingPoint(point.number() + 1, false, timing);
            }
        }
        return new TimingPoint(0, false, timing);
    }

    /** The latest timings of a session with their load points, newest first. */
    public List<TimingPoint> latest(String runId, int session, int limit) {
        List<PointRecord> points = queries.loadPoints(runId);
        return timings.latest(runId, session, limit).stream()
                .map(timing -> place(points, timing))
                .toList();
    }

    /** The ids of the workloads that a session works, in the order of the profile; none if the run is unknown. */
    public List<String> workloads(String runId, int session) {
        return queries.run(runId)
                .map(run -> new SessionShares(run.profile().workloads())
                        .workloads(queries.positions(runId).getOrDefault(session, session)))
                .orElse(List.of());
    }

    /** One timing with its load point, empty if there is none. */
    public Optional<TimingPoint> find(String runId, int session, long sequence) {
        return timings.find(runId, session, sequence).map(timing -> place(queries.loadPoints(runId), timing));
    }

    /** The stages of a run in their order, each with its messages. The end of a run is not a stage. */
    public List<StageDetail> stages(String runId) {
        List<StageDetail> stages = new ArrayList<>();
        for (StageLog.Stage stage : StageLog.stages(queries.log(runId))) {
            stages.add(StageDetail.of(
                    stages.size() + 1,
                    stage.entered().note(),
                    stage.left() == null ? null : stage.left().note().at(),
                    stage.entered().progress(),
                    stage.notes()));
        }
        return stages;
    }

    /** The snapshot of a finished run, empty if the id is unknown. */
    public Optional<RunSnapshot> snapshot(String runId) {
        return queries.run(runId).map(this::snapshot);
    }

    private RunSnapshot snapshot(RunRow run) {
        List<RunQueries.LoggedNote> log = queries.log(run.id());
        return new RunSnapshot(
                run.id(),
                run.title(),
                run.profileId(),
                run.mode(),
                run.seed(),
                ShareView.of(run.profile().workloads(), 0),
                run.state().label(),
                run.state().title(),
                run.state().ended(),
                run.reasons(),
                run.createdAt(),
                run.endedAt(),
                new RunSnapshot.StageView(
                        Objects.requireNonNullElse(run.endedAt(), run.createdAt()), 0, 0, 0, 0, "", null, ""),
                queries.sessions(run.id()),
                Objects.requireNonNullElseGet(run.counts(), () -> timings.counts(run.id())),
                RunSnapshot.LiveGroup.withoutFigures(run.profile().thresholds()),
                LiveMetric.withoutFigures(run.metrics().metrics(), run.profile().limits()),
                judged(run).stream().map(LoadPoint::of).toList(),
                null,
                run.capacity(),
                log.subList(Math.max(0, log.size() - NOTES_SHOWN), log.size()).stream()
                        .map(entry -> new RunSnapshot.NoteView(
                                entry.note().at(),
                                entry.note().state().label(),
                                entry.note().message()))
                        .toList());
    }
}
