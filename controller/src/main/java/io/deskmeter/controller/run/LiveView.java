package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunSnapshot.LiveGroup;
import io.deskmeter.controller.run.RunSnapshot.NoteView;
import io.deskmeter.controller.run.RunSnapshot.StageView;
import io.deskmeter.measure.Capacity;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Quantiles;
import io.deskmeter.measure.Timing;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.Thresholds;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes snapshots from a run's books. */
final class LiveView {
    private final RunBooks books;

    LiveView(RunBooks books) {
        this.books = books;
    }

    RunSnapshot snapshot(RunState state, StageView stage, @Nullable Instant endedAt) {
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
                groups(profile.thresholds()),
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

    private List<LiveGroup> groups(Thresholds thresholds) {
        PointProgress point = books.pointOrNull();
        List<Timing> timings = point == null ? List.of() : point.current();
        return List.of(group(Group.A, timings, thresholds), group(Group.B, timings, thresholds));
    }

    /** As verdicts do: what failed is slower than anything seen. */
    private static LiveGroup group(Group group, List<Timing> timings, Thresholds thresholds) {
        double[] sorted = timings.stream()
                .filter(t -> t.group() == group && ended(t.outcome()))
                .mapToDouble(t -> t.outcome() == Outcome.OK ? t.responseNanos() / 1e6 : Double.POSITIVE_INFINITY)
                .sorted()
                .toArray();
        Double p95 = sorted.length == 0 ? null : PointView.finite(Quantiles.of(sorted, 0.95));
        return new LiveGroup(
                group.name(), sorted.length, p95, thresholds.of(group).toMillis());
    }

    private static boolean ended(Outcome outcome) {
        return outcome == Outcome.OK || outcome == Outcome.TIMEOUT || outcome == Outcome.APPLICATION_FAILED;
    }
}
