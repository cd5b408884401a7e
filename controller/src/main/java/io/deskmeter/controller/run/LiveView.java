package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunSnapshot.LiveGroup;
import io.deskmeter.controller.run.RunSnapshot.NoteView;
import io.deskmeter.controller.run.RunSnapshot.StageView;
import io.deskmeter.measure.Capacity;
import io.deskmeter.measure.Interval;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.Thresholds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes snapshots from a run's books. */
final class LiveView {
    private static final LivePercentiles NOTHING = new LivePercentiles();

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
        if (point != null) {
            intervals.update(number, point.steady(), now);
        }
        List<LiveGroup> groups = new ArrayList<>();
        for (Group group : List.of(Group.A, Group.B)) {
            LivePercentiles live = point == null ? NOTHING : point.live();
            groups.add(group(group, live, intervals.of(group, number), thresholds));
        }
        return groups;
    }

    private static LiveGroup group(
            Group group, LivePercentiles live, Optional<Interval> interval, Thresholds thresholds) {
        OptionalDouble p95 = live.quantile(group, 0.95);
        return new LiveGroup(
                group.name(),
                live.count(group),
                p95.isPresent() ? PointView.finite(p95.getAsDouble()) : null,
                interval.map(of -> PointView.finite(of.low())).orElse(null),
                interval.map(of -> PointView.finite(of.high())).orElse(null),
                thresholds.of(group).toMillis());
    }
}
