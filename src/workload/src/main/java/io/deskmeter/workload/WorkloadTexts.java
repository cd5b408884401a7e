package io.deskmeter.workload;

import java.util.List;
import java.util.stream.Stream;

/** What workloads type. */
public final class WorkloadTexts {
    private WorkloadTexts() {}

    /** All that a workload types, in its order, as steps; a text may be there more than once. Keys that not every keyboard has are texts, too. */
    public static List<Step.Type> of(Workload workload) {
        return steps(workload).flatMap(WorkloadTexts::typed).toList();
    }

    /** The steps of its operations and of its handlers, in its order. */
    public static Stream<Step> steps(Workload workload) {
        Stream<Step> ofOperations = workload.operations().stream()
                .flatMap(operation -> operation.occurrences().stream())
                .flatMap(each -> Stream.concat(each.before().stream(), each.steps().stream()));
        Stream<Step> ofHandlers = workload.handlers().stream().flatMap(handler -> handler.steps().stream());
        return Stream.concat(ofOperations, ofHandlers);
    }

    /** All that handlers type. */
    public static List<Step.Type> of(List<Handler> handlers) {
        return handlers.stream()
                .flatMap(handler -> handler.steps().stream())
                .flatMap(WorkloadTexts::typed)
                .toList();
    }

    /** All that is typed to launch workloads without desktop agents, and to log off. */
    public static List<Step.Type> of(Agentless agentless, List<String> workloads) {
        Stream<Step> launching = agentless.launcher() instanceof Agentless.Launcher.Dialog dialog
                ? workloads.stream().map(id -> new Step.Type(agentless.typed(dialog, id)))
                : Stream.of();
        Stream<Step> ending = agentless.end().stream().map(Step.Type::new);
        return Stream.of(ending, launching, agentless.logoff().stream())
                .flatMap(steps -> steps)
                .flatMap(WorkloadTexts::typed)
                .toList();
    }

    /** What a step types; nothing if it types none. */
    public static Stream<Step.Type> typed(Step step) {
        if (step instanceof Step.Keys keys && !keys.rare().isEmpty()) {
            return Stream.of(new Step.Type(keys.rare()));
        }
        return step instanceof Step.Type type ? Stream.of(type) : Stream.empty();
    }
}
