package io.deskmeter.bench.av.simulated;

import io.deskmeter.testkit.clip.SimulatedClip;
import io.deskmeter.workload.metric.MetricSource;
import java.util.List;

/** A way in which sound is missing. */
enum SoundFault {
    SILENCE("silences", MetricSource.SOUND_DROPOUT) {
        @Override
        long position(long within, int length, long due, long before) {
            return within >= 0 && within < length ? SimulatedClip.SILENT : due;
        }
    },
    REPETITION("repetitions", MetricSource.SOUND_REPEATED) {
        @Override
        long position(long within, int length, long due, long before) {
            return due - (before + (within >= 0 ? 1 : 0)) * length;
        }
    },
    REMOVAL("removals", MetricSource.SOUND_REMOVED) {
        @Override
        long position(long within, int length, long due, long before) {
            return due + (before + (within >= 0 ? 1 : 0)) * length;
        }
    };

    private final String title;
    private final MetricSource metric;

    SoundFault(String title, MetricSource metric) {
        this.title = title;
        this.metric = metric;
    }

    String title() {
        return title;
    }

    /** Which finds it. */
    MetricSource metric() {
        return metric;
    }

    /** Which must find nothing. */
    List<MetricSource> others() {
        return List.of(
                        MetricSource.SOUND_DROPOUT,
                        MetricSource.SOUND_CONCEALED,
                        MetricSource.SOUND_REPEATED,
                        MetricSource.SOUND_REMOVED)
                .stream()
                .filter(other -> other != metric)
                .toList();
    }

    /**
     * What is played.
     *
     * @param within sample frames since the fault of this second began; below 0 before it
     * @param length of a fault in sample frames
     * @param due the position that would be played without faults
     * @param before how many faults there were in the seconds before
     */
    abstract long position(long within, int length, long due, long before);
}
