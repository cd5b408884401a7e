package io.deskmeter.controller.ingest;

import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.fact.ResultsStored;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Tells active runs of their stored timings and samples. */
@Component
final class LiveResults {
    private final ActiveRuns runs;

    LiveResults(ActiveRuns runs) {
        this.runs = runs;
    }

    /** Timings before samples: a sample belongs to a timing. */
    @EventListener
    void stored(ResultsStored event) {
        runs.find(event.runId()).ifPresent(run -> {
            if (!event.timings().isEmpty() || event.duplicateTimings() > 0) {
                run.timingsStored(event.timings(), event.duplicateTimings());
            }
            if (!event.samples().isEmpty() || event.duplicateSamples() > 0) {
                run.samplesStored(event.samples(), event.duplicateSamples());
            }
        });
    }
}
