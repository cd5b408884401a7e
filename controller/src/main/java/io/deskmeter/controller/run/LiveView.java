package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunSnapshot.LiveGroup;
import io.deskmeter.controller.run.RunSnapshot.NoteView;
import io.deskmeter.controller.run.RunSnapshot.StageView;
import io.deskmeter.measure.Capacity;
import io.deskmeter.measure.Interval;
import io.deskmeter.measure.Quantiles;
import io.deskmeter.measure.Response;
import io.deskmeter.measure.Timing;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.Thresholds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes snapshots from a run's books. */
final class LiveView {
    private final RunBooks books;
    private final LiveIntervals intervals;

    LiveView(RunBooks books, LiveIntervals intervals) {
        this.books = books;
        this.intervals = intervals;
    }

    /** @param now monotonic, in nanoseconds */
    RunSnapshot snapshot(RunState state, StageView stage, @Nullable Instant endedAt, long now) {
        RunPlan plan = books.plan();
        RunProfile profile = plan.profile();
        Capacity capacity = books.capacity();
        return new RunSnapshot(
                plan.id(),
                profile.title(),
                profile.id(),
                plan.mode(),
                profile.workloads().seed(),
                state.label(),
                state.title(),
                state.ended(),
                books.reasons(),
                plan.createdAt(),
                endedAt,
                stage,
                books.sessions().views(),
                books.counts(),
                groups(profile.thresholds(), now),
                points(),
                books.resources(),
                capacity == null ? null : CapacityView.of(capacity),
                books.notes().stream().map(LiveView::note).toList());
    }

    static NoteView note(RunJournal.StageNote note) {
        return new NoteView(note.at(), note.state().label(), note.message());
    }

    private List<PointView> points() {
        return IntStream.range(0, books.records().size())
                .mapToObj(i -> PointView.of(
                        books.records().get(i), books.measured().get(i).summary()))
                .toList();
    }

    private List<LiveGroup> groups(Thresholds thresholds, long now) {
        PointProgress point = books.pointOrNull();
        int number = point == null ? -1 : point.number();
        List<Timing> timings = point == null ? List.of() : point.current();
        intervals.update(number, timings, now);
        List<LiveGroup> groups = new ArrayList<>();
        for (Group group : List.of(Group.A, Group.B)) {
            groups.add(group(group, timings, intervals.of(group, number), thresholds));
        }
        return groups;
    }

    /** As verdicts do: what failed is slower than anything seen. */
    private static LiveGroup group(
            Group group, List<Timing> timings, Optional<Interval> interval, Thresholds thresholds) {
        double[] sorted = timings.stream()
                .map(Response::of)
                .flatMap(Optional::stream)
                .filter(response -> response.group() == group)
                .mapToDouble(Response::millis)
                .sorted()
                .toArray();
        Double p95 = sorted.length == 0 ? null : PointView.finite(Quantiles.of(sorted, 0.95));
        return new LiveGroup(
                group.name(),
                sorted.length,
                p95,
                interval.map(of -> PointView.finite(of.low())).orElse(null),
                interval.map(of -> PointView.finite(of.high())).orElse(null),
                thresholds.of(group).toMillis());
    }
}
