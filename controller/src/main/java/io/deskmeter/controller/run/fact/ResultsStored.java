package io.deskmeter.controller.run.fact;

import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.util.List;

/**
 * Event of this process: timings and samples of a run have been committed to the store. Published once for each commit
 * and run, on the thread that committed; a listener must not block.
 *
 * @param timings those that were not stored before
 * @param duplicateTimings how many came with them that were stored already
 * @param samples those that were not stored before; their timings are in the store, too
 * @param duplicateSamples how many came with them that were stored already
 */
public record ResultsStored(
        String runId, List<Timing> timings, int duplicateTimings, List<Sample> samples, int duplicateSamples) {
    public ResultsStored {
        timings = List.copyOf(timings);
        samples = List.copyOf(samples);
    }
}
