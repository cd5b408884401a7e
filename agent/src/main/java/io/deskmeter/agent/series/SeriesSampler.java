package io.deskmeter.agent.series;

import io.deskmeter.agent.observe.Observation;
import java.util.function.Consumer;

/** Makes the values of one series out of observations. Used for one series only. */
public interface SeriesSampler {
    /** Values are of what is after this instant. Called once, before all others. */
    void begin(long at);

    /**
     * Something was observed.
     *
     * @param values takes the values that are known by it, in the order of their times
     */
    void observe(Observation observation, Consumer<SeriesValue> values);

    /** Until when what has been observed is complete; the beginning where nothing has been observed. */
    long knownTo();

    /**
     * The series has ended: what is missing in it between its last value and its end.
     *
     * @param from end of the last value, or the beginning of the series
     * @param to end of the series
     * @param values takes the unknown values; none where no value would have ended in this time
     */
    void missing(long from, long to, Consumer<SeriesValue> values);
}
