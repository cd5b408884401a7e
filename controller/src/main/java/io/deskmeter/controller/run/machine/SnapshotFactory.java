package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.figure.LiveIntervals;
import io.deskmeter.controller.run.figure.LivePercentiles;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.port.RunJournal;
import io.deskmeter.controller.run.view.CapacityView;
import io.deskmeter.controller.run.view.LiveMetric;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.controller.run.view.RunSnapshot.LiveGroup;
import io.deskmeter.controller.run.view.RunSnapshot.NoteView;
import io.deskmeter.controller.run.view.RunSnapshot.StageView;
import io.deskmeter.controller.run.view.ShareView;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.run.Thresholds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Creates snapshots of a run. */
final class SnapshotFactory {
    private static final LivePercentiles NOTHING = new LivePercentiles();

    private final RunContext runContext;
    private final LiveIntervals intervals;

    SnapshotFactory(RunContext runContext, LiveIntervals intervals) {
        this.runContext = runContext;
        this.intervals = intervals;
    }

    /** @param now monotonic, in nanoseconds */
    RunSnapshot snapshot(RunState state, StageView stage, @Nullable Instant endedAt, long now) {
        RunPlan plan = runContext.plan();
        RunProfile profile = plan.profile();
        Capacity capacity = runContext.capacity();
        return new RunSnapshot(
                plan.id(),
                profile.title(),
                profile.id(),
                plan.mode(),
                profile.workloads().seed(),
                ShareView.of(profile.workloads(), stage.sessions()),
                state.label(),
                state.title(),
                state.ended(),
                runContext.reasons(),
                plan.createdAt(),
                endedAt,
                stage,
                runContext.sessions().views(),
                runContext.counts(),
                groups(profile.thresholds(), now),
                metrics(plan),
                points(),
                runContext.resources(),
                capacity == null ? null : CapacityView.of(capacity),
                runContext.notes().stream().map(SnapshotFactory::note).toList());
    }

    static NoteView note(RunJournal.StageNote note) {
        return new NoteView(note.at(), note.state().label(), note.message());
    }

    private List<LoadPoint> points() {
        return runContext.judged().stream().map(LoadPoint::of).toList();
    }

    private List<LiveGroup> groups(Thresholds thresholds, long now) {
        LoadPointProgress point = runContext.pointOrNull();
        int number = point == null ? -1 : point.number();
        if (point != null) {
            MetricPlan metrics = runContext.plan().metrics();
            intervals.update(number, point.steady(), () -> new PointSamples(metrics, point.steadySamples()), now);
        }
        List<LiveGroup> groups = new ArrayList<>();
        for (Group group : List.of(Group.A, Group.B)) {
            LivePercentiles live = point == null ? NOTHING : point.live();
            groups.add(group(group, live, intervals.of(group, number), thresholds));
        }
        return groups;
    }

    private List<LiveMetric> metrics(RunPlan plan) {
        LoadPointProgress point = runContext.pointOrNull();
        return LiveMetric.of(
                plan.metrics().metrics(),
                plan.profile().limits(),
                point == null ? List.of() : intervals.metrics(point.number()));
    }

    private static LiveGroup group(
            Group group, LivePercentiles live, Optional<Interval> interval, Thresholds thresholds) {
        OptionalDouble p95 = live.quantile(group, 0.95);
        return new LiveGroup(
                group.name(),
                live.count(group),
                p95.isPresent() ? LiveMetric.finite(p95.getAsDouble()) : null,
                interval.map(of -> LiveMetric.finite(of.low())).orElse(null),
                interval.map(of -> LiveMetric.finite(of.high())).orElse(null),
                thresholds.of(group).toMillis());
    }
}
