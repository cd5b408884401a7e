package io.deskmeter.measure.timing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects samples in columns of primitives: 42 bytes for each. Only added to, by one thread; what {@link #list()}
 * gives stays as it is, whatever is added later, and may be read by any thread that it is handed to.
 *
 * <p>Kept is what verdicts are made of. The instants between which a sample lies are not: see {@link SampleList}.
 */
public final class SampleColumns {
    private static final int ROWS = 1 << 14;
    private static final Chunk[] NONE = {};

    private final List<Measured> keys = new ArrayList<>();
    private final Map<Measured, Integer> keyNumbers = new HashMap<>();
    private final List<String> reasons = new ArrayList<>();
    private final Map<String, Integer> reasonNumbers = new HashMap<>();
    private Chunk[] chunks = NONE;
    private int size;

    /** What was measured. */
    record Measured(String workload, String operation, String metric) {}

    /** Rows of a fixed number: what is written once is never moved, so that readers need no copy. */
    static final class Chunk {
        final int[] session = new int[ROWS];
        final int[] iteration = new int[ROWS];
        final int[] sequence = new int[ROWS];
        final int[] timing = new int[ROWS];
        final short[] key = new short[ROWS];
        /** Of the reason why the value is unknown. */
        final int[] reason = new int[ROWS];

        /** The value, or the bound of one that is unknown: a sample never has both. */
        final double[] value = new double[ROWS];

        final double[] uncertainty = new double[ROWS];
    }

    static int chunk(int row) {
        return row / ROWS;
    }

    static int place(int row) {
        return row % ROWS;
    }

    /** Adds one. */
    public void add(Sample sample) {
        if (chunk(size) == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunks.length + 1);
            chunks[chunks.length - 1] = new Chunk();
        }
        Chunk chunk = chunks[chunk(size)];
        int place = place(size);
        chunk.session[place] = sample.session();
        chunk.iteration[place] = sample.iteration();
        chunk.sequence[place] = Math.toIntExact(sample.sequence());
        chunk.timing[place] = Math.toIntExact(sample.timing());
        chunk.key[place] = key(new Measured(sample.workload(), sample.operation(), sample.metric()));
        chunk.reason[place] = number(sample.unknown(), reasons, reasonNumbers);
        chunk.value[place] = sample.isKnown() ? sample.value() : sample.noBetterThan();
        chunk.uncertainty[place] = sample.uncertainty();
        size++;
    }

    private short key(Measured key) {
        int number = number(key, keys, keyNumbers);
        if (number > Short.MAX_VALUE) {
            throw new IllegalStateException(
                    "metrics of operations: more than " + Short.MAX_VALUE + " different ones (the last: " + key + ")");
        }
        return (short) number;
    }

    private static <T> int number(T of, List<T> all, Map<T, Integer> numbers) {
        Integer known = numbers.get(of);
        if (known != null) {
            return known;
        }
        all.add(of);
        numbers.put(of, all.size() - 1);
        return all.size() - 1;
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** All that were added so far; takes the same time however many. */
    public SampleList list() {
        return new SampleList(chunks.clone(), List.copyOf(keys), List.copyOf(reasons), size);
    }
}
