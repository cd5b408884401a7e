package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.yaml.KeyTable;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tables of a workload in the reference. */
class WorkloadReferenceTest {
    private final WorkloadGrammar grammar = new WorkloadGrammar("", Path.of(""));

    @Test
    void theReferenceHasTheKeys() throws IOException {
        KeyTable.check("keys of a workload", grammar.workload);
        KeyTable.check("keys of an operation", grammar.operation);
        KeyTable.check("steps", grammar.steps.all);
        KeyTable.check("keys of a drag along a path", grammar.steps.gestures.drag);
        KeyTable.check("keys of a scroll in steps", grammar.steps.gestures.scroll);
        KeyTable.check("keys of a condition", grammar.conditions.until);
        KeyTable.check("keys of a region", grammar.conditions.regions.settles);
        KeyTable.check("keys of a handler", grammar.windows.handler);
        KeyTable.check("keys of a metric", MetricGrammar.METRIC);
        KeyTable.check("keys of a band", MetricGrammar.BAND);
    }
}
