package io.deskmeter.measure.compare;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** A figure of one run, such as the logarithm of a p95, on a scale on which runs vary alike. */
final class RunFigure {
    private final double low;
    private final double seen;
    private final double high;
    private final double[] lowResamples;
    private final double[] highResamples;
    private final int sessions;

    /**
     * @param low its value with all that is unknown at the low end; may be infinite
     * @param seen its value without what is unknown
     * @param high its value with all that is unknown at the high end
     * @param lowResamples what a bootstrap over its sessions says of {@code low}, in the order of the draws
     * @param highResamples the same of {@code high}
     * @param sessions that have values
     */
    RunFigure(double low, double seen, double high, double[] lowResamples, double[] highResamples, int sessions) {
        this.low = low;
        this.seen = seen;
        this.high = high;
        this.lowResamples = lowResamples;
        this.highResamples = highResamples;
        this.sessions = sessions;
    }

    double low() {
        return low;
    }

    double seen() {
        return seen;
    }

    double high() {
        return high;
    }

    double[] lowResamples() {
        return lowResamples;
    }

    double[] highResamples() {
        return highResamples;
    }

    int sessions() {
        return sessions;
    }

    /** Of one whose values are all known. */
    static RunFigure known(double seen, double[] resamples, int sessions) {
        return new RunFigure(seen, seen, seen, resamples, resamples, sessions);
    }

    /**
     * The least variance that a run has within itself, as its sessions show it; of a single session as its operations
     * do. The bootstrap draws sessions and then operations, so it counts what operations vary twice: half of its
     * variance is a bound from below. Draws that are infinite are left out.
     */
    double variance() {
        double[] finite = Arrays.stream(highResamples).filter(Double::isFinite).toArray();
        if (finite.length < 2) {
            return 0;
        }
        double mean = Arrays.stream(finite).average().orElse(0);
        double variance = Arrays.stream(finite)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / (finite.length - 1);
        return sessions > 1 ? variance / 2 : variance;
    }

    /** On another scale. */
    RunFigure on(DoubleUnaryOperator scale) {
        double[] lows = Arrays.stream(lowResamples).map(scale).toArray();
        double[] highs = lowResamples == highResamples
                ? lows
                : Arrays.stream(highResamples).map(scale).toArray();
        return new RunFigure(
                scale.applyAsDouble(low), scale.applyAsDouble(seen), scale.applyAsDouble(high), lows, highs, sessions);
    }
}
