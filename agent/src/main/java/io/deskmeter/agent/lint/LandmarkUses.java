package io.deskmeter.agent.lint;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Handler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which landmarks the operations of a workload name, and which operation names each first. */
public final class LandmarkUses {
    /** Stands for the operation where a handler names a landmark. */
    static final String HANDLERS = "handlers";

    private LandmarkUses() {}

    /** Landmark to operation, or to the handlers, in the order of the document. */
    public static Map<String, String> of(Workload workload) {
        Map<String, String> uses = of(workload.operations());
        workload.handlers().stream().flatMap(Handler::landmarks).forEach(name -> uses.putIfAbsent(name, HANDLERS));
        return uses;
    }

    /** Those that operations name. */
    static Map<String, String> of(List<Operation> operations) {
        Map<String, String> uses = new LinkedHashMap<>();
        for (Operation operation : operations) {
            operation.landmarks().forEach(name -> uses.putIfAbsent(name, operation.id()));
        }
        return uses;
    }
}
