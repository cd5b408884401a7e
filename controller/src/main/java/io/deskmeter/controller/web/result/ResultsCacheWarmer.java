package io.deskmeter.controller.web.result;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.store.run.RunFilter;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.store.run.RunRow;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the first queries of a results page in advance: for each run when it ends, and for the latest run when the
 * controller starts. This also warms up the code. Runs in the background.
 */
@Component
class ResultsCacheWarmer {
    private static final Logger LOG = LoggerFactory.getLogger(ResultsCacheWarmer.class);

    /** As the page has them. */
    private static final int BUCKETS = 200;

    private static final int RESOURCE_BUCKETS = 300;
    private static final int HEAT_COLUMNS = 120;

    private final RunQueries queries;
    private final ResultsController results;
    private final TimingsController timings;
    private final JsonMapper json;
    private final ExecutorService ahead;

    ResultsCacheWarmer(
            ActiveRuns runs,
            RunQueries queries,
            ResultsController results,
            TimingsController timings,
            JsonMapper json,
            InternalFaults faults) {
        this.ahead = ControllerThreads.single("results-ahead", faults);
        this.queries = queries;
        this.results = results;
        this.timings = timings;
        this.json = json;
        runs.listen(snapshot -> {
            if (snapshot.ended()) {
                ahead.execute(() -> prepare("run " + snapshot.id(), List.of(snapshot.id())));
            }
        });
    }

    /** Of several finished runs the latest is the most likely to be opened. */
    @EventListener(ApplicationReadyEvent.class)
    void started() {
        RunFilter finished = new RunFilter(Set.of(RunState.FINISHED), null, List.of(), null);
        ahead.execute(() -> prepare(
                "the latest run",
                () -> queries.runs(finished, 0, 1).stream().map(RunRow::id).iterator()));
    }

    /** Errors appear when the page is opened. */
    private void prepare(String what, Iterable<String> runs) {
        try {
            for (String run : runs) {
                Objects.requireNonNull(results.report(run).getBody()).writeTo(OutputStream.nullOutputStream());
                write(timings.series(run, "group", 0, null, BUCKETS));
                write(timings.heatMap(run, "A", null, HEAT_COLUMNS));
                write(results.resourceSeries(run, RESOURCE_BUCKETS));
            }
        } catch (IOException | RuntimeException | Error e) {
            LOG.warn("{}: its results are not prepared: {}", what, e.toString());
        }
    }

    private void write(Object answer) {
        json.writeValue(OutputStream.nullOutputStream(), answer);
    }

    @PreDestroy
    void close() {
        ahead.shutdownNow();
    }
}
