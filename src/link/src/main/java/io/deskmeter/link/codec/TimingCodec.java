package io.deskmeter.link.codec;

import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Converts timings to and from their messages. Monotonic instants are kept exactly; the wall clock's label is cut to
 * microseconds.
 */
public final class TimingCodec {
    private static final long MICROS_PER_SECOND = 1_000_000;

    private TimingCodec() {}

    /** The message of a timing of this run. */
    public static TimingRecord encode(String runId, Timing timing) {
        return TimingRecord.newBuilder()
                .setRunId(runId)
                .setSession(timing.session())
                .setSequence(timing.sequence())
                .setIteration(timing.iteration())
                .setWorkload(timing.workload())
                .setOperation(timing.operation())
                .setGroup(timing.group().name())
                .setOutcome(timing.outcome().label())
                .setWallFiredMicros(ChronoUnit.MICROS.between(Instant.EPOCH, timing.wallFiredAt()))
                .setThinkNanos(timing.thinkNanos())
                .setIntendedAt(timing.intendedAt())
                .setFiredAt(timing.firedAt())
                .setLastWithoutAt(timing.lastWithoutAt())
                .setShownAt(timing.shownAt())
                .setDetail(timing.detail())
                .setHandled(timing.handled())
                .build();
    }

    /**
     * The timing of {@link TimingRecord#getRunId() a run}.
     *
     * @throws IllegalArgumentException if the group or the outcome is unknown to this version
     */
    public static Timing decode(TimingRecord record) {
        return Timing.builder(
                        record.getWorkload(),
                        record.getOperation(),
                        group(record.getGroup()),
                        outcome(record.getOutcome()))
                .session(record.getSession())
                .sequence(record.getSequence())
                .iteration(record.getIteration())
                .wallFiredAt(wall(record.getWallFiredMicros()))
                .thinkNanos(record.getThinkNanos())
                .intendedAt(record.getIntendedAt())
                .firedAt(record.getFiredAt())
                .lastWithoutAt(record.getLastWithoutAt())
                .shownAt(record.getShownAt())
                .detail(record.getDetail())
                .handled(record.getHandled())
                .build();
    }

    private static Instant wall(long micros) {
        long nanos = Math.floorMod(micros, MICROS_PER_SECOND) * 1_000;
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS_PER_SECOND), nanos);
    }

    private static Group group(String name) {
        return Arrays.stream(Group.values())
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown("group", name, Arrays.toString(Group.values())));
    }

    private static Outcome outcome(String label) {
        return Arrays.stream(Outcome.values())
                .filter(outcome -> outcome.label().equals(label))
                .findFirst()
                .orElseThrow(() -> unknown(
                        "outcome",
                        label,
                        Arrays.stream(Outcome.values()).map(Outcome::label).collect(Collectors.joining(", "))));
    }

    private static IllegalArgumentException unknown(String what, String value, String expected) {
        return new IllegalArgumentException(what + ": " + value + " (expected: one of " + expected + ")");
    }
}
