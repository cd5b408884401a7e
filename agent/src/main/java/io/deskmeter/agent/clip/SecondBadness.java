package io.deskmeter.agent.clip;

import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.workload.metric.Band;
import io.deskmeter.workload.metric.MetricSource;
import java.util.List;

/**
 * How bad a second was for those who watch and listen, to find the worst one: the milliseconds of sound that are
 * missing, those for which the picture stood still, ten for each percent of frames that are missing beyond a tenth, and
 * those by which skew is outside of what is acceptable. What is unknown although something was heard counts as one: it
 * is worth a look.
 */
final class SecondBadness {
    private static final double MILLIS_PER_PERCENT = 10;
    private static final double ENOUGH_FRAMES = 90;

    private SecondBadness() {}

    /**
     * Of a second.
     *
     * @param values of its skew, dropouts, freezes and frames
     * @param heard whether there is sound to listen to
     * @return milliseconds, 0 if nothing is wrong
     */
    static double of(List<SeriesValue> values, boolean heard) {
        SeriesValue skew = values.get(0);
        SeriesValue dropout = values.get(1);
        double unknown = heard && !(skew.isKnown() && dropout.isKnown()) ? 1 : 0;
        return unknown
                + outside(skew)
                + MILLIS_PER_PERCENT
                        * (orNone(dropout)
                                + orNone(values.get(2))
                                + (values.get(3).isKnown()
                                        ? Math.max(
                                                0, ENOUGH_FRAMES - values.get(3).value())
                                        : 0));
    }

    private static double orNone(SeriesValue value) {
        return value.isKnown() ? value.value() : 0;
    }

    private static double outside(SeriesValue skew) {
        List<Band> bands = MetricSource.AV_SKEW.bands();
        Band acceptable = bands.get(bands.size() - 1);
        return skew.isKnown()
                ? Math.max(0, Math.max(acceptable.low() - skew.value(), skew.value() - acceptable.high()))
                : 0;
    }
}
