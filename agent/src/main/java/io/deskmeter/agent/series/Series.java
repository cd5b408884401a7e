package io.deskmeter.agent.series;

import io.deskmeter.agent.observe.Observation;
import java.util.ArrayList;
import java.util.List;

/**
 * The values from a beginning on. Which of them count is decided when the end is known, which may be later: what is
 * observed after the end changes nothing.
 */
public final class Series {
    /** A series has no more known values: its rest is unknown. */
    public static final int MOST = 10_000;

    private final SeriesSampler sampler;
    private final List<SeriesValue> values = new ArrayList<>();
    private boolean begun;
    private boolean full;
    private long begunAt;

    public Series(SeriesSampler sampler) {
        this.sampler = sampler;
    }

    /** What is observed from now on is part of it, from this instant on. */
    public void begin(long at) {
        if (begun) {
            throw new IllegalStateException("series: begun at " + begunAt + " ns (expected: begun once)");
        }
        begun = true;
        begunAt = at;
        sampler.begin(at);
    }

    public boolean isBegun() {
        return begun;
    }

    /** Only where it {@link #isBegun}. */
    public long begunAt() {
        return begunAt;
    }

    /** Something was observed; before the beginning this changes nothing. */
    public void observe(Observation observation) {
        if (begun) {
            sampler.observe(observation, this::take);
        }
    }

    private void take(SeriesValue value) {
        if (values.size() < MOST) {
            values.add(value);
        } else {
            full = true;
        }
    }

    /** Until when what has been observed is complete. */
    public long knownTo() {
        return sampler.knownTo();
    }

    /** The values of all parts that had ended by then, and unknown ones for what is missing. */
    public List<SeriesValue> until(long end) {
        List<SeriesValue> kept = new ArrayList<>();
        long covered = begunAt;
        for (SeriesValue value : values) {
            if (value.to() <= end) {
                kept.add(value);
                covered = value.to();
            }
        }
        if (full && kept.size() == MOST) {
            kept.add(SeriesValue.unknown(covered, end, "the series has more than " + MOST + " values"));
        } else {
            sampler.missing(covered, end, kept::add);
        }
        return kept;
    }
}
