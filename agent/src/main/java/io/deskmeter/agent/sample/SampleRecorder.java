package io.deskmeter.agent.sample;

import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import java.util.List;
import java.util.function.Consumer;

/** Creates the samples of one session, numbered from 1, and passes them on. */
public final class SampleRecorder {
    private final Consumer<Sample> samples;
    private long sequence;

    /** @param samples takes them; must return at once */
    public SampleRecorder(Consumer<Sample> samples) {
        this.samples = samples;
    }

    /** What has been measured, of every metric that comes from this source. */
    void known(
            Timing timing,
            List<Metric> metrics,
            MetricSource source,
            long from,
            long to,
            double value,
            double uncertainty) {
        value(timing, metrics, source, SeriesValue.known(from, to, value, uncertainty));
    }

    /** What could not be measured, and why. */
    void unknown(Timing timing, List<Metric> metrics, MetricSource source, long to, String why) {
        value(timing, metrics, source, SeriesValue.unknown(timing.firedAt(), to, why));
    }

    /** What could not be measured, and why; but the value is this one or a worse one. */
    void noBetterThan(Timing timing, List<Metric> metrics, MetricSource source, long to, double bound, String why) {
        value(timing, metrics, source, SeriesValue.noBetterThan(timing.firedAt(), to, bound, why));
    }

    /** A sample of a whole iteration: it belongs to no operation, and to no timing. */
    public void iteration(int session, int iteration, MetricSource source, SeriesValue value) {
        samples.accept(Sample.builder(source.id())
                .session(session)
                .sequence(++sequence)
                .iteration(iteration)
                .during(value.from(), value.to())
                .value(value.value(), value.uncertainty())
                .unknown(value.unknown())
                .noBetterThan(value.noBetterThan())
                .build());
    }

    /** One value of a series. */
    public void value(Timing timing, List<Metric> metrics, MetricSource source, SeriesValue value) {
        for (Metric metric : metrics) {
            if (metric.source().equals(source.id())) {
                samples.accept(Sample.builder(metric.id())
                        .of(timing)
                        .sequence(++sequence)
                        .during(value.from(), value.to())
                        .value(value.value(), value.uncertainty())
                        .unknown(value.unknown())
                        .noBetterThan(value.noBetterThan())
                        .build());
            }
        }
    }
}
