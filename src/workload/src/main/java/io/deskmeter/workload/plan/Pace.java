package io.deskmeter.workload.plan;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Gives texts the pace of a profile. */
final class Pace {
    private Pace() {}

    /** A workload whose texts without a pace of their own have this one. */
    static Workload of(Workload workload, Duration pace) {
        List<Operation> operations = workload.operations().stream()
                .map(each -> new Operation(
                        each.id(),
                        each.group(),
                        each.occurrences().stream().map(one -> of(one, pace)).toList(),
                        each.plays()))
                .toList();
        List<Handler> handlers = workload.handlers().stream()
                .map(each -> new Handler(each.when(), of(each.steps(), pace), each.atMost()))
                .toList();
        return workload.withOperations(operations).withHandlers(handlers);
    }

    private static Operation.Occurrence of(Operation.Occurrence occurrence, Duration pace) {
        return new Operation.Occurrence(
                of(occurrence.before(), pace), of(occurrence.steps(), pace), occurrence.until());
    }

    private static List<Step> of(List<Step> steps, Duration pace) {
        return steps.stream().map(step -> of(step, pace)).toList();
    }

    private static Step of(Step step, Duration pace) {
        return step instanceof Step.Type type && type.pace().isEmpty()
                ? new Step.Type(type.text(), Optional.of(pace))
                : step;
    }
}
