package io.deskmeter.agent.calibration;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Until;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A workload whose waits for landmarks end also when the picture has come to rest, so that the operations behind them
 * can be worked.
 */
final class SettleFallback {
    private static final Duration QUIET = Duration.ofSeconds(3);

    /** In pixels: less than an icon and its like in a toolbar, but a blinking caret in a large font is more. */
    private static final int ICON = 100;

    /** In pixels: more than any caret, so that it does not keep a page from coming to rest. */
    private static final int PAGE = 400;

    private SettleFallback() {}

    static Workload of(Workload workload) {
        return responsesOnly(workload)
                .withOperations(workload.operations().stream()
                        .map(SettleFallback::resting)
                        .toList());
    }

    /** Only until its application is there: what is beside a landmark of that can be reached only when it is known. */
    static Workload opening(Workload workload) {
        List<Operation> opening = new ArrayList<>();
        for (Operation operation : workload.operations()) {
            opening.add(operation);
            if (operation.occurrences().stream().anyMatch(each -> each.launches() || each.launchesBefore())) {
                break;
            }
        }
        return responsesOnly(workload).withOperations(opening);
    }

    /** Its handlers stay: what they dismiss keeps its operations from being worked. */
    private static Workload responsesOnly(Workload workload) {
        return new Workload(
                        workload.id(),
                        workload.title(),
                        workload.description(),
                        workload.application(),
                        workload.operations(),
                        workload.folder(),
                        workload.checksum())
                .withHandlers(workload.handlers());
    }

    private static Operation resting(Operation operation) {
        return new Operation(
                operation.id(),
                operation.group(),
                operation.occurrences().stream()
                        .map(occurrence -> new Operation.Occurrence(
                                occurrence.before(), occurrence.steps(), resting(occurrence.until())))
                        .toList());
    }

    private static Until resting(Until until) {
        if (awaited(until.condition()).isEmpty()) {
            return until;
        }
        return new Until(new Condition.Any(List.of(until.condition(), rests(ICON), rests(PAGE))), until.within());
    }

    private static Condition rests(int atLeast) {
        return new Condition.Settles(new Region.Whole(), atLeast, QUIET);
    }

    /** The landmarks that must all appear, or one of them where {@link #of} has added the rest. */
    static Set<String> awaited(Condition condition) {
        return condition.awaited().collect(Collectors.toCollection(TreeSet::new));
    }
}
