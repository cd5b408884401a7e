package io.deskmeter.controller.columns;

import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.SkippedCauses;
import io.deskmeter.workload.operation.Group;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.ShortBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The timings of a run, by session and sequence: the same place in each column belongs to the same timing. Nobody
 * changes the columns once they are here. Those of a large run are a mapped file: they are read while
 * {@link ColumnsStore#read} lends them, and not after that.
 */
public final class RunColumns {
    /** The value of a missing duration or instant. */
    static final long NONE = Long.MIN_VALUE;

    final List<OperationKey> operations;
    final List<String> details;
    private final int size;
    private final IntBuffer session;
    private final IntBuffer iteration;
    private final IntBuffer detail;
    private final IntBuffer handled;
    private final LongBuffer sequence;
    private final LongBuffer firedMicros;
    private final LongBuffer responseNanos;
    private final LongBuffer resolutionNanos;
    private final LongBuffer lagNanos;
    private final LongBuffer thinkNanos;
    private final ShortBuffer operation;
    private final ShortBuffer loadPoint;
    private final ByteBuffer outcome;
    private final ByteBuffer steady;
    /** What was not reached since Deskmeter itself had spoilt, or lost, what came before it. */
    private final BitSet spoilt;

    private final List<MappedByteBuffer> mapped;
    private final QueryCache answers = new QueryCache();

    /** @param mapped buffers to unmap in the end; empty if all is in the heap */
    RunColumns(
            List<OperationKey> operations,
            List<String> details,
            int size,
            Map<Column, ByteBuffer> columns,
            List<MappedByteBuffer> mapped) {
        this.operations = List.copyOf(operations);
        this.details = List.copyOf(details);
        this.size = size;
        this.mapped = List.copyOf(mapped);
        this.session = ints(columns, Column.SESSION);
        this.iteration = ints(columns, Column.ITERATION);
        this.detail = ints(columns, Column.DETAIL);
        this.handled = ints(columns, Column.HANDLED);
        this.sequence = longs(columns, Column.SEQUENCE);
        this.firedMicros = longs(columns, Column.FIRED_MICROS);
        this.responseNanos = longs(columns, Column.RESPONSE_NANOS);
        this.resolutionNanos = longs(columns, Column.RESOLUTION_NANOS);
        this.lagNanos = longs(columns, Column.LAG_NANOS);
        this.thinkNanos = longs(columns, Column.THINK_NANOS);
        this.operation = bytes(columns, Column.OPERATION).asShortBuffer();
        this.loadPoint = bytes(columns, Column.LOAD_POINT).asShortBuffer();
        this.outcome = bytes(columns, Column.OUTCOME);
        this.steady = bytes(columns, Column.STEADY);
        this.spoilt = spoilt();
    }

    /** Timings are sorted by session and sequence. */
    private BitSet spoilt() {
        BitSet spoiltRows = new BitSet();
        int skipped = OutcomeCodes.number(Outcome.SKIPPED);
        if (IntStream.range(0, size).noneMatch(row -> outcome.get(row) == skipped)) {
            return spoiltRows;
        }
        SkippedCauses causes = new SkippedCauses();
        for (int row = 0; row < size; row++) {
            Outcome own = outcome(row);
            Outcome attributed = causes.attributed(session(row), iteration(row), key(row).workload(), own);
            spoiltRows.set(row, attributed != own);
        }
        return spoiltRows;
    }

    private static ByteBuffer bytes(Map<Column, ByteBuffer> columns, Column column) {
        return Objects.requireNonNull(columns.get(column), column.name());
    }

    private static IntBuffer ints(Map<Column, ByteBuffer> columns, Column column) {
        return bytes(columns, column).asIntBuffer();
    }

    private static LongBuffer longs(Map<Column, ByteBuffer> columns, Column column) {
        return bytes(columns, column).asLongBuffer();
    }

    /** Creates columns in the heap. */
    static RunColumns of(ColumnsBuilder built, ColumnOutput.Heap heap) {
        return new RunColumns(built.operations(), built.details(), built.size(), heap.columns(), List.of());
    }

    /** Whether they are in a file rather than in the heap. */
    boolean isMapped() {
        return !mapped.isEmpty();
    }

    /** Unmaps the columns. They must not be read afterwards. */
    void unmap() {
        mapped.forEach(MappedBuffers::unmap);
    }

    /** The key of an operation. */
    record OperationKey(String workload, String operation, String group) {
        /** {@code office/writer/save}. */
        String path() {
            return workload + "/" + operation;
        }
    }

    /** The cached queries. */
    public QueryCache answers() {
        return answers;
    }

    /** The number of timings. */
    public int size() {
        return size;
    }

    int session(int row) {
        return session.get(row);
    }

    int iteration(int row) {
        return iteration.get(row);
    }

    int operation(int row) {
        return operation.get(row);
    }

    int loadPoint(int row) {
        return loadPoint.get(row);
    }

    boolean steady(int row) {
        return steady.get(row) != 0;
    }

    int outcomeNumber(int row) {
        return outcome.get(row);
    }

    /** Microseconds since the epoch. */
    long firedMicros(int row) {
        return firedMicros.get(row);
    }

    long responseNanos(int row) {
        return responseNanos.get(row);
    }

    long lagNanos(int row) {
        return lagNanos.get(row);
    }

    Outcome outcome(int row) {
        return OutcomeCodes.ALL.get(outcome.get(row));
    }

    OperationKey key(int row) {
        return operations.get(operation.get(row));
    }

    boolean fired(int row) {
        return firedMicros.get(row) != NONE;
    }

    /** Whether a timing counts for percentiles: how the platform would have done is known. */
    boolean ended(int row) {
        return OutcomeCodes.ended(outcome.get(row)) && !spoilt.get(row);
    }

    /** The response of an operation that ended: infinite if it failed. */
    double millis(int row) {
        return responseNanos.get(row) == NONE ? Double.POSITIVE_INFINITY : responseNanos.get(row) / 1e6;
    }

    /** For each operation whether it is of that group. */
    boolean[] ofGroup(String group) {
        boolean[] of = new boolean[operations.size()];
        IntStream.range(0, of.length)
                .forEach(i -> of[i] = operations.get(i).group().equals(group));
        return of;
    }

    /** The steady responses of load points, for comparisons: one for each timing whatever its outcome. */
    public List<Response> responses(Set<Integer> loadPoints) {
        return IntStream.range(0, size())
                .filter(row -> steady(row) && loadPoints.contains(loadPoint(row)))
                .mapToObj(row -> Response.ofPlanned(
                        session.get(row),
                        sequence.get(row),
                        key(row).path(),
                        Group.valueOf(key(row).group()),
                        spoilt.get(row) ? Outcome.HARNESS_ERROR : outcome(row),
                        millis(row)))
                .toList();
    }

    /**
     * All timings as the store has them, but with instants that count from the intended one: only their differences
     * mean anything anyway.
     */
    public Iterable<TimingPoint> points() {
        return () -> IntStream.range(0, size()).mapToObj(this::point).iterator();
    }

    private TimingPoint point(int row) {
        OperationKey key = key(row);
        boolean ok = responseNanos.get(row) != NONE;
        long shownAt = ok ? lagNanos.get(row) + responseNanos.get(row) : Timing.NEVER;
        return new TimingPoint(
                loadPoint.get(row),
                steady(row),
                Timing.builder(key.workload(), key.operation(), Group.valueOf(key.group()), outcome(row))
                        .session(session.get(row))
                        .sequence(sequence.get(row))
                        .iteration(iteration.get(row))
                        .wallFiredAt(fired(row) ? instant(firedMicros.get(row)) : Instant.EPOCH)
                        .thinkNanos(thinkNanos.get(row))
                        .intendedAt(0)
                        .firedAt(fired(row) ? lagNanos.get(row) : Timing.NEVER)
                        .lastWithoutAt(ok ? shownAt - resolutionNanos.get(row) : Timing.NEVER)
                        .shownAt(shownAt)
                        .detail(details.get(detail.get(row)))
                        .handled(handled.get(row))
                        .build());
    }

    /** A timing as users see it. */
    public TimingView view(int row) {
        OperationKey key = key(row);
        return new TimingView(
                loadPoint.get(row),
                session.get(row),
                sequence.get(row),
                iteration.get(row),
                steady(row),
                key.workload(),
                key.operation(),
                key.group(),
                outcome(row).label(),
                fired(row) ? instant(firedMicros.get(row)) : null,
                millisOrNull(responseNanos.get(row)),
                millisOrNull(resolutionNanos.get(row)),
                millisOrNull(lagNanos.get(row)),
                thinkNanos.get(row) / 1e6,
                details.get(detail.get(row)),
                handled.get(row));
    }

    private static @Nullable Double millisOrNull(long nanos) {
        return nanos == NONE ? null : Double.valueOf(nanos / 1e6);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** First and last firing of the timings that satisfy it, in microseconds; equal and 0 if there are none. */
    long[] span(IntPredicate which) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < size(); row++) {
            if (fired(row) && which.test(row)) {
                first = Math.min(first, firedMicros.get(row));
                last = Math.max(last, firedMicros.get(row));
            }
        }
        return first > last ? new long[] {0, 0} : new long[] {first, last};
    }
}
