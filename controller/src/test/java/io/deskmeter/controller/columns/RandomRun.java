package io.deskmeter.controller.columns;

import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A run of a few sessions whose timings are random; a seed gives the same ones again. */
final class RandomRun {
    static final Instant START = Instant.parse("2026-11-21T12:00:00.250Z");
    private static final List<String> OPERATIONS = List.of("open", "modify", "save", "wait");
    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());
    private static final List<Group> GROUPS = List.of(Group.B, Group.A, Group.B, Group.C);

    private RandomRun() {}

    static List<TimingPoint> points(long seed, int sessions, int each) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TimingPoint> points = new ArrayList<>();
        for (int session = 0; session < sessions; session++) {
            for (int i = 1; i <= each; i++) {
                int loadPoint = 1 + 3 * i / (each + 1);
                points.add(new TimingPoint(
                        random.nextInt(20) == 0 ? 0 : loadPoint, random.nextInt(4) > 0, timing(random, session, i)));
            }
        }
        return points;
    }

    private static Timing timing(SplittableRandom random, int session, int sequence) {
        int operation = random.nextInt(OPERATIONS.size());
        Outcome outcome = random.nextInt(5) > 0 ? Outcome.OK : OUTCOMES.get(random.nextInt(OUTCOMES.size()));
        boolean fired = outcome != Outcome.SKIPPED;
        long response = 1_000_000L * (1 + random.nextInt(3_000)) + random.nextInt(1_000_000);
        return Timing.builder("office/writer", OPERATIONS.get(operation), GROUPS.get(operation), outcome)
                .session(session)
                .sequence(sequence)
                .iteration(sequence / 4)
                .wallFiredAt(START.plusMillis(sequence * 700L + random.nextInt(500)))
                .thinkNanos(2_000_000)
                .intendedAt(10)
                .firedAt(fired ? 10 + random.nextInt(1000) : Timing.NEVER)
                .lastWithoutAt(outcome == Outcome.OK ? 1_010 : Timing.NEVER)
                .shownAt(outcome == Outcome.OK ? 1_010 + response : Timing.NEVER)
                .detail(outcome == Outcome.OK ? "" : "why " + random.nextInt(3))
                .handled(random.nextInt(8) == 0 ? 1 + random.nextInt(3) : 0)
                .build();
    }

    static RunColumns columns(List<TimingPoint> points) {
        ColumnOutput.Heap heap = new ColumnOutput.Heap(points.size() / 3);
        ColumnsBuilder builder = new ColumnsBuilder(heap);
        addAll(points, builder);
        return RunColumns.of(builder, heap);
    }

    /** Writes a file with room for some more; what is mapped of it. */
    static RunColumns write(List<TimingPoint> points, int room, Path file) throws IOException {
        try (ColumnsFile.Writer writer = new ColumnsFile.Writer(file, room)) {
            ColumnsBuilder builder = new ColumnsBuilder(writer);
            addAll(points, builder);
            return writer.finish(builder);
        }
    }

    static void addAll(List<TimingPoint> points, ColumnsBuilder builder) {
        try {
            for (TimingPoint point : points) {
                builder.add(point);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
