package io.deskmeter.measure.timing;

import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects timings in columns of primitives: 51 bytes for each, where an object takes about 130. Only added to, by one
 * thread; what {@link #list()} gives stays as it is, whatever is added later, and may be read by any thread that it is
 * handed to.
 *
 * <p>Kept is what verdicts are made of: who, where, how it ended, and all durations, exactly. Labels are not: see
 * {@link TimingList}.
 */
public final class TimingColumns {
    private static final int ROWS = 1 << 14;
    private static final Chunk[] NONE = {};
    /** By the number that a column holds. */
    static final List<Outcome> OUTCOMES = List.of(Outcome.values());

    private final List<Operation> operations = new ArrayList<>();
    private Chunk[] chunks = NONE;
    private int size;

    /** What tells operations apart. */
    record Operation(String workload, String operation, Group group) {
        boolean isOf(Timing timing) {
            return operation.equals(timing.operation())
                    && workload.equals(timing.workload())
                    && group == timing.group();
        }
    }

    /** Rows of a fixed number: what is written once is never moved, so that readers need no copy. */
    static final class Chunk {
        final int[] session = new int[ROWS];
        final int[] iteration = new int[ROWS];
        final int[] sequence = new int[ROWS];
        final short[] operation = new short[ROWS];
        final byte[] outcome = new byte[ROWS];
        final long[] think = new long[ROWS];
        /** {@link Timing#NEVER} where the input never left. */
        final long[] lag = new long[ROWS];
        /** {@link Timing#NEVER} unless ok. */
        final long[] response = new long[ROWS];

        final long[] resolution = new long[ROWS];
        /** At most {@link Short#MAX_VALUE}. */
        final short[] handled = new short[ROWS];
    }

    static int chunk(int row) {
        return row / ROWS;
    }

    static int place(int row) {
        return row % ROWS;
    }

    /** Of some timings, in their order. */
    public static TimingColumns of(Iterable<Timing> timings) {
        TimingColumns columns = new TimingColumns();
        timings.forEach(columns::add);
        return columns;
    }

    /** Adds one. */
    public void add(Timing timing) {
        if (chunk(size) == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunks.length + 1);
            chunks[chunks.length - 1] = new Chunk();
        }
        Chunk chunk = chunks[chunk(size)];
        int place = place(size);
        boolean ok = timing.outcome() == Outcome.OK;
        chunk.session[place] = timing.session();
        chunk.iteration[place] = timing.iteration();
        chunk.sequence[place] = Math.toIntExact(timing.sequence());
        chunk.operation[place] = number(timing);
        chunk.outcome[place] = (byte) OUTCOMES.indexOf(timing.outcome());
        chunk.think[place] = timing.thinkNanos();
        chunk.lag[place] = timing.firedAt() == Timing.NEVER ? Timing.NEVER : timing.lagNanos();
        chunk.response[place] = ok ? timing.responseNanos() : Timing.NEVER;
        chunk.resolution[place] = ok ? timing.resolutionNanos() : Timing.NEVER;
        chunk.handled[place] = (short) Math.min(timing.handled(), Short.MAX_VALUE);
        size++;
    }

    /** Operations are some dozens: looking through them makes no garbage, as a key for each timing would. */
    private short number(Timing timing) {
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i).isOf(timing)) {
                return (short) i;
            }
        }
        if (operations.size() > Short.MAX_VALUE) {
            throw new IllegalStateException("operations: more than " + Short.MAX_VALUE + " different ones (the last: "
                    + timing.workload() + "/" + timing.operation() + ")");
        }
        operations.add(new Operation(timing.workload(), timing.operation(), timing.group()));
        return (short) (operations.size() - 1);
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** All that were added so far; takes the same time however many. */
    public TimingList list() {
        return TimingList.of(chunks.clone(), List.copyOf(operations), size);
    }
}
