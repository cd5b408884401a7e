package io.deskmeter.workload;

import java.util.List;
import java.util.stream.Stream;

/** What workloads type. */
public final class WorkloadTexts {
    private WorkloadTexts() {}

    /** All steps of a workload that type text, in their order; a text may be there more than once. */
    public static List<Step.Type> of(Workload workload) {
        return workload.operations().stream()
                .flatMap(operation -> operation.occurrences().stream())
                .flatMap(each -> Stream.concat(each.before().stream(), each.steps().stream()))
                .filter(Step.Type.class::isInstance)
                .map(Step.Type.class::cast)
                .toList();
    }
}
