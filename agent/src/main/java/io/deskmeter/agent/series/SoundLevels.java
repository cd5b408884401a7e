package io.deskmeter.agent.series;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.sound.SoundBlock;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The level of each block of sound that is played entirely within the series: root mean square over all channels, in
 * decibels relative to full scale. Samples are exact, so there is no uncertainty. Lost blocks, and such as never came,
 * are unknown.
 */
public final class SoundLevels implements SeriesSampler {
    private static final double FULL_SCALE = 32_768;
    /** Where all samples are 0: half a step of 16-bit samples, since the logarithm of 0 is no level. */
    static final double SILENCE = 20 * Math.log10(0.5 / FULL_SCALE);

    private static final double NANOS_PER_MILLI = 1e6;
    private static final long NONE = -1;

    private long begunAt;
    private long knownTo;
    /** The position behind the last block. */
    private long position = NONE;

    private long blockNanos;
    private String lost = "";

    @Override
    public void begin(long at) {
        begunAt = at;
        knownTo = at;
    }

    @Override
    public void observe(Observation observation, Consumer<SeriesValue> values) {
        if (observation instanceof Observation.Sound sound) {
            take(sound.block(), values);
        } else if (observation instanceof Observation.SoundLost end) {
            lost = ": the sound was lost: " + end.cause().getMessage();
        }
    }

    private void take(SoundBlock block, Consumer<SeriesValue> values) {
        long from = block.playedAt();
        long to = block.playedAt(block.frames());
        blockNanos = to - from;
        boolean gap = position != NONE && block.position() > position;
        position = block.end();
        if (from >= begunAt) {
            if (gap) {
                unknown(knownTo, from, Math.max(1, Math.round((from - knownTo) / (double) blockNanos)), values);
            } else if (knownTo == begunAt) {
                missing(begunAt, from, values);
            }
            values.accept(SeriesValue.known(from, to, level(block), 0));
        }
        knownTo = Math.max(knownTo, to);
    }

    private static double level(SoundBlock block) {
        double sum = 0;
        int channels = block.format().channels();
        for (int frame = 0; frame < block.frames(); frame++) {
            for (int channel = 0; channel < channels; channel++) {
                double sample = block.sample(frame, channel) / FULL_SCALE;
                sum += sample * sample;
            }
        }
        return sum == 0 ? SILENCE : 10 * Math.log10(sum / block.frames() / channels);
    }

    @Override
    public long knownTo() {
        return knownTo;
    }

    /** As many unknown values as blocks of the last one's length fit in; one, where there was no block at all. */
    @Override
    public void missing(long from, long to, Consumer<SeriesValue> values) {
        if (from < to) {
            unknown(from, to, blockNanos == 0 ? 1 : (to - from) / blockNanos, values);
        }
    }

    private void unknown(long from, long to, long count, Consumer<SeriesValue> values) {
        String why = String.format(Locale.ROOT, "%.1f ms of sound did not come%s", (to - from) / NANOS_PER_MILLI, lost);
        for (long i = 0; i < count; i++) {
            values.accept(
                    SeriesValue.unknown(from + (to - from) * i / count, from + (to - from) * (i + 1) / count, why));
        }
    }
}
