package io.deskmeter.measure.timing;

import io.deskmeter.measure.timing.TimingColumns.Chunk;
import io.deskmeter.measure.timing.TimingColumns.Operation;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Timings in columns: each is made when it is looked at, so that millions fit where thousands did. What is selected
 * from a list shares its columns. Immutable.
 *
 * <p>A timing from here has the durations of the one that was added. Its labels ({@link Timing#wallFiredAt()} and
 * {@link Timing#detail()}) are the epoch and empty, and its instants count from the intended one: only their
 * differences mean anything anyway.
 */
public final class TimingList extends AbstractList<Timing> implements RandomAccess {
    private final Chunk[] chunks;
    private final List<Operation> operations;
    /** Null for all. */
    private final int @Nullable [] rows;

    private final int size;

    private TimingList(Chunk[] chunks, List<Operation> operations, int @Nullable [] rows, int size) {
        this.chunks = chunks;
        this.operations = operations;
        this.rows = rows;
        this.size = size;
    }

    static TimingList of(Chunk[] chunks, List<Operation> operations, int size) {
        return new TimingList(chunks, operations, null, size);
    }

    /** The same timings; what is in columns already is not copied. */
    public static TimingList copyOf(List<Timing> timings) {
        return timings instanceof TimingList list
                ? list
                : TimingColumns.of(timings).list();
    }

    /** Which iteration of which session. */
    public interface Iterations {
        /** Whether that one is meant. */
        boolean contains(int session, int iteration);
    }

    @Override
    public int size() {
        return size;
    }

    private int row(int index) {
        return rows == null ? index : rows[index];
    }

    private Chunk chunk(int row) {
        return chunks[TimingColumns.chunk(row)];
    }

    /** The session of a timing, without making it. */
    public int session(int index) {
        int row = row(index);
        return chunk(row).session[TimingColumns.place(row)];
    }

    /** The iteration of a timing, without making it. */
    public int iteration(int index) {
        int row = row(index);
        return chunk(row).iteration[TimingColumns.place(row)];
    }

    @Override
    public Timing get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("timing: " + index + " (expected: 0 to " + (size - 1) + ")");
        }
        int row = row(index);
        Chunk chunk = chunk(row);
        int place = TimingColumns.place(row);
        Operation operation = operations.get(chunk.operation[place]);
        boolean ok = chunk.response[place] != Timing.NEVER;
        long firedAt = chunk.lag[place];
        // A timing that was answered has left, so this is a sum of durations.
        long shownAt = ok ? firedAt + chunk.response[place] : Timing.NEVER;
        return Timing.builder(
                        operation.workload(),
                        operation.operation(),
                        operation.group(),
                        TimingColumns.OUTCOMES.get(chunk.outcome[place]))
                .session(chunk.session[place])
                .sequence(chunk.sequence[place])
                .iteration(chunk.iteration[place])
                .thinkNanos(chunk.think[place])
                .intendedAt(0)
                .firedAt(firedAt)
                .lastWithoutAt(ok ? shownAt - chunk.resolution[place] : Timing.NEVER)
                .shownAt(shownAt)
                .handled(chunk.handled[place])
                .build();
    }

    /** Those that satisfy it, in their order. */
    public TimingList where(Predicate<Timing> which) {
        Rows kept = new Rows(size);
        for (int i = 0; i < size; i++) {
            if (which.test(get(i))) {
                kept.add(row(i));
            }
        }
        return with(kept);
    }

    /** Those of some iterations, in their order. */
    public TimingList ofIterations(Iterations which) {
        Rows kept = new Rows(size);
        for (int i = 0; i < size; i++) {
            if (which.contains(session(i), iteration(i))) {
                kept.add(row(i));
            }
        }
        return with(kept);
    }

    /** By session, those of each in their order. */
    public SortedMap<Integer, TimingList> bySession() {
        SortedMap<Integer, Rows> sessions = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            sessions.computeIfAbsent(session(i), session -> new Rows(16)).add(row(i));
        }
        SortedMap<Integer, TimingList> lists = new TreeMap<>();
        sessions.forEach((session, kept) -> lists.put(session, with(kept)));
        return lists;
    }

    /** By a key, in the order in which keys appear first; those of each in their order. */
    public <K> Map<K, TimingList> by(Function<Timing, K> key) {
        Map<K, Rows> found = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            found.computeIfAbsent(key.apply(get(i)), one -> new Rows(16)).add(row(i));
        }
        Map<K, TimingList> lists = new LinkedHashMap<>();
        found.forEach((one, kept) -> lists.put(one, with(kept)));
        return lists;
    }

    private TimingList with(Rows kept) {
        return new TimingList(chunks, operations, kept.trimmed(), kept.count);
    }

    /** Places in the columns. */
    private static final class Rows {
        private int[] places;
        private int count;

        private Rows(int most) {
            places = new int[Math.min(most, 1024)];
        }

        private void add(int row) {
            if (count == places.length) {
                places = Arrays.copyOf(places, count + count / 2 + 16);
            }
            places[count++] = row;
        }

        private int[] trimmed() {
            return Arrays.copyOf(places, count);
        }
    }
}
