package io.deskmeter.measure.timing;

import io.deskmeter.measure.timing.SampleColumns.Chunk;
import io.deskmeter.measure.timing.SampleColumns.Measured;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * Samples in columns: each is made when it is looked at, so that millions fit where thousands did. Immutable.
 *
 * <p>A sample from here has all of the one that was added but its instants: {@link Sample#from()} and
 * {@link Sample#to()} are 0.
 */
public final class SampleList extends AbstractList<Sample> implements RandomAccess {
    private final Chunk[] chunks;
    private final List<Measured> keys;
    private final List<String> reasons;
    private final int size;

    SampleList(Chunk[] chunks, List<Measured> keys, List<String> reasons, int size) {
        this.chunks = chunks;
        this.keys = keys;
        this.reasons = reasons;
        this.size = size;
    }

    /** The same samples; what is in columns already is not copied. */
    public static SampleList copyOf(List<Sample> samples) {
        if (samples instanceof SampleList list) {
            return list;
        }
        SampleColumns columns = new SampleColumns();
        samples.forEach(columns::add);
        return columns.list();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Sample get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("sample: " + index + " (expected: 0 to " + (size - 1) + ")");
        }
        Chunk chunk = chunks[SampleColumns.chunk(index)];
        int place = SampleColumns.place(index);
        Measured key = keys.get(chunk.key[place]);
        String reason = reasons.get(chunk.reason[place]);
        return Sample.builder(key.metric())
                .session(chunk.session[place])
                .sequence(chunk.sequence[place])
                .iteration(chunk.iteration[place])
                .operation(key.workload(), key.operation())
                .timing(chunk.timing[place])
                .during(0, 0)
                .value(reason.isEmpty() ? chunk.value[place] : Double.NaN, chunk.uncertainty[place])
                .unknown(reason)
                .noBetterThan(reason.isEmpty() ? Double.NaN : chunk.value[place])
                .build();
    }
}
