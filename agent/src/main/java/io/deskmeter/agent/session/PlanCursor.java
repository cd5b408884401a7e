package io.deskmeter.agent.session;

import io.deskmeter.workload.plan.PlannedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** The position of a session in its plan. */
final class PlanCursor {
    private final IntFunction<List<PlannedOperation>> plan;
    private final int iterations;
    private List<PlannedOperation> current = List.of();
    private int iteration = -1;
    private int next;

    /** @param iterations 0: without end */
    PlanCursor(IntFunction<List<PlannedOperation>> plan, int iterations) {
        this.plan = plan;
        this.iterations = iterations;
    }

    /** The next operation; empty when all iterations are done. */
    Optional<PlannedOperation> advance() {
        if (next == current.size()) {
            if (iterations > 0 && iteration + 1 >= iterations) {
                return Optional.empty();
            }
            iteration++;
            current = plan.apply(iteration);
            next = 0;
        }
        return Optional.of(current.get(next++));
    }

    /** Whether the last returned operation is the first of its iteration. */
    boolean atIterationStart() {
        return next == 1;
    }

    /** Whether the current operation is the last one of its application instance. */
    boolean atAppInstanceEnd() {
        return next == current.size() || current.get(next).firstOfWorkload();
    }

    /** Whether the last returned operation is the last one of its iteration, or all after it have been skipped. */
    boolean atIterationEnd() {
        return next == current.size();
    }

    /** Skips the remaining operations of the application instance and returns them. */
    List<PlannedOperation> skipAppInstance() {
        List<PlannedOperation> skipped = new ArrayList<>();
        while (!atAppInstanceEnd()) {
            skipped.add(current.get(next++));
        }
        return skipped;
    }

    /** From 0; −1 before the first. */
    int iteration() {
        return iteration;
    }
}
