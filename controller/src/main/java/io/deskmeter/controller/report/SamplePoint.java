package io.deskmeter.controller.report;

import io.deskmeter.measure.timing.Sample;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sample of a metric and the load point it belongs to.
 *
 * @param loadPoint index from 1; 0 outside of any
 * @param steady whether it counts for the verdict
 * @param at wall clock of its begin, a label; null where its timing is not known
 */
public record SamplePoint(
        int loadPoint,
        boolean steady,
        Sample sample,
        @Nullable Instant at) {}
