package io.deskmeter.workload;

import java.util.List;
import java.util.stream.Stream;

/** What workloads type. */
public final class WorkloadTexts {
    private WorkloadTexts() {}

    /** All steps of a workload that type text, in their order; a text may be there more than once. */
    public static List<Step.Type> of(Workload workload) {
        Stream<Step> ofOperations = workload.operations().stream()
                .flatMap(operation -> operation.occurrences().stream())
                .flatMap(each -> Stream.concat(each.before().stream(), each.steps().stream()));
        Stream<Step> ofHandlers = workload.handlers().stream().flatMap(handler -> handler.steps().stream());
        return Stream.concat(ofOperations, ofHandlers)
                .filter(Step.Type.class::isInstance)
                .map(Step.Type.class::cast)
                .toList();
    }
}
