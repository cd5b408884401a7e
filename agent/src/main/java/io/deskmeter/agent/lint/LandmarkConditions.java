package io.deskmeter.agent.lint;

import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.LandmarkOptions;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** How the conditions of a workload look for each landmark. */
final class LandmarkConditions {
    private final Map<String, List<LandmarkOptions>> options = new HashMap<>();

    private LandmarkConditions() {}

    static LandmarkConditions of(List<Operation> operations) {
        LandmarkConditions all = new LandmarkConditions();
        for (Operation operation : operations) {
            for (Occurrence occurrence : operation.occurrences()) {
                occurrence.before().forEach(all::add);
                occurrence.steps().forEach(all::add);
                all.add(occurrence.until().condition());
            }
        }
        return all;
    }

    private void add(Step step) {
        if (step instanceof Step.Await await) {
            add(await.until().condition());
        }
    }

    private void add(Condition condition) {
        condition
                .leaves()
                .forEach(leaf -> landmark(leaf)
                        .ifPresent(landmark -> options.computeIfAbsent(landmark, name -> new ArrayList<>())
                                .add(options(leaf))));
    }

    private static Optional<String> landmark(Condition condition) {
        if (condition instanceof Condition.Appears appears) {
            return Optional.of(appears.landmark());
        }
        return condition instanceof Condition.Vanishes vanishes ? Optional.of(vanishes.landmark()) : Optional.empty();
    }

    private static LandmarkOptions options(Condition condition) {
        if (condition instanceof Condition.Appears appears) {
            return appears.options();
        }
        return condition instanceof Condition.Vanishes vanishes ? vanishes.options() : LandmarkOptions.USUAL;
    }

    /** The region in which a condition on a landmark looks, or none. */
    static Optional<Region> region(Condition condition) {
        Region in = options(condition).in();
        return in instanceof Region.Whole ? Optional.empty() : Optional.of(in);
    }

    /** Whether a caret may stand in it wherever a condition looks for it. */
    boolean isCaretTolerated(String landmark) {
        List<LandmarkOptions> all = options.getOrDefault(landmark, List.of());
        return !all.isEmpty() && all.stream().allMatch(LandmarkOptions::tolerateCaret);
    }

    /** The lowest {@code similarity} that a condition asks of it. */
    OptionalDouble leastSimilarity(String landmark) {
        return options.getOrDefault(landmark, List.of()).stream()
                .flatMap(option -> option.similarity().stream().boxed())
                .mapToDouble(Double::doubleValue)
                .min();
    }

    /** Whether every condition looks for it in a region only. */
    boolean isInRegion(String landmark) {
        List<LandmarkOptions> all = options.getOrDefault(landmark, List.of());
        return !all.isEmpty() && all.stream().noneMatch(option -> option.in() instanceof Region.Whole);
    }

    /**
     * Whether it is looked for in each region in which another one is: then the other one is there where it is looked
     * for.
     */
    boolean isInRegionOf(String landmark, String other) {
        List<Region> regions = regions(landmark);
        List<Region> others = regions(other);
        return !others.isEmpty() && regions.containsAll(others);
    }

    private List<Region> regions(String landmark) {
        return options.getOrDefault(landmark, List.of()).stream()
                .map(LandmarkOptions::in)
                .toList();
    }

    /** The bands along an edge of the screen in which it is looked for. */
    List<Region.Band> bands(String landmark) {
        return options.getOrDefault(landmark, List.of()).stream()
                .map(LandmarkOptions::in)
                .filter(Region.Band.class::isInstance)
                .map(Region.Band.class::cast)
                .distinct()
                .toList();
    }
}
