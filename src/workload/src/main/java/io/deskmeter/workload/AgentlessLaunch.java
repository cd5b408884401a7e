package io.deskmeter.workload;

import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Step;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the launch of a workload's application consists of where no desktop agent runs: the commands that prepare it,
 * and its own. A script beside the content runs them all, so only {@code run} steps that precede the launch in the same
 * operation are possible.
 *
 * @param preparation the commands of those {@code run} steps, in their order
 * @param problems what of the workload is not possible; empty if all is
 */
public record AgentlessLaunch(List<List<String>> preparation, List<String> problems) {
    private static final String EXPECTED =
            " (expected: only before `launch`, in `before` of the same operation, because"
                    + " nothing can run commands in a session without a desktop agent)";

    public AgentlessLaunch {
        preparation = List.copyOf(preparation);
        problems = List.copyOf(problems);
    }

    public static AgentlessLaunch of(Workload workload) {
        Set<List<List<String>>> launches = new LinkedHashSet<>();
        Set<String> problems = new LinkedHashSet<>();
        for (Operation operation : workload.operations()) {
            for (Operation.Occurrence occurrence : operation.occurrences()) {
                addLaunch(workload, operation, occurrence, launches, problems);
            }
        }
        if (launches.size() > 1) {
            problems.add(workload.id() + ": its launches are prepared by different `run` steps (expected: by the same"
                    + " ones, because a session without a desktop agent has one way to launch a workload)");
        }
        return new AgentlessLaunch(
                launches.isEmpty() ? List.of() : launches.iterator().next(), List.copyOf(problems));
    }

    private static void addLaunch(
            Workload workload,
            Operation operation,
            Operation.Occurrence occurrence,
            Set<List<List<String>>> launches,
            Set<String> problems) {
        List<Step> steps = new ArrayList<>(occurrence.before());
        int measured = steps.size();
        steps.addAll(occurrence.steps());
        int launch = -1;
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Step.Launch) {
                launch = i;
            }
        }
        List<List<String>> commands = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Step.Run run) {
                if (i < launch && i < measured) {
                    commands.add(run.command());
                } else {
                    problems.add(workload.id() + "/" + operation.id() + ": `run: [" + String.join(", ", run.command())
                            + "]`" + EXPECTED);
                }
            }
        }
        if (launch >= 0) {
            launches.add(commands);
        }
    }
}
