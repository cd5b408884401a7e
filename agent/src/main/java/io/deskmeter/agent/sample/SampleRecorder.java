package io.deskmeter.agent.sample;

import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.Timing;
import io.deskmeter.workload.Metric;
import io.deskmeter.workload.MetricSource;
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
        record(timing, metrics, source, from, to, value, uncertainty, "");
    }

    /** What could not be measured, and why. */
    void unknown(Timing timing, List<Metric> metrics, MetricSource source, long to, String why) {
        record(timing, metrics, source, timing.firedAt(), to, Double.NaN, Double.NaN, why);
    }

    /** One value of a series. */
    public void value(Timing timing, List<Metric> metrics, MetricSource source, SeriesValue value) {
        record(timing, metrics, source, value.from(), value.to(), value.value(), value.uncertainty(), value.unknown());
    }

    private void record(
            Timing timing,
            List<Metric> metrics,
            MetricSource source,
            long from,
            long to,
            double value,
            double uncertainty,
            String unknown) {
        for (Metric metric : metrics) {
            if (metric.source().equals(source.id())) {
                samples.accept(new Sample(
                        timing.session(),
                        ++sequence,
                        timing.iteration(),
                        timing.workload(),
                        timing.operation(),
                        metric.id(),
                        timing.sequence(),
                        from,
                        to,
                        value,
                        uncertainty,
                        unknown));
            }
        }
    }
}
