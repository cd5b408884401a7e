package io.deskmeter.agent.lint;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Step.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which landmarks the operations of a workload name, and which operation names each first. */
public final class LandmarkUses {
    private final Map<String, String> operations = new LinkedHashMap<>();
    private String operation = "";

    private LandmarkUses() {}

    /** Stands for the operation where a handler names a landmark. */
    static final String HANDLERS = "handlers";

    /** Landmark to operation, or to the handlers, in the order of the document. */
    public static Map<String, String> of(Workload workload) {
        LandmarkUses uses = ofOperations(workload.operations());
        uses.operation = HANDLERS;
        for (Handler handler : workload.handlers()) {
            uses.condition(handler.when());
            handler.steps().forEach(uses::step);
        }
        return uses.operations;
    }

    /** Those that operations name. */
    static Map<String, String> of(List<Operation> operations) {
        return ofOperations(operations).operations;
    }

    private static LandmarkUses ofOperations(List<Operation> operations) {
        LandmarkUses uses = new LandmarkUses();
        for (Operation operation : operations) {
            uses.operation = operation.id();
            operation.plays().ifPresent(plays -> uses.named(plays.landmark()));
            for (Occurrence occurrence : operation.occurrences()) {
                occurrence.before().forEach(uses::step);
                occurrence.steps().forEach(uses::step);
                uses.condition(occurrence.until().condition());
            }
        }
        return uses;
    }

    private void step(Step step) {
        places(step).forEach(place -> {
            if (place instanceof Place.On on) {
                named(on.landmark());
            }
        });
        if (step instanceof Step.Gesture gesture) {
            named(gesture.landmark());
        }
        if (step instanceof Step.Await await) {
            condition(await.until().condition());
        }
    }

    /** The places of a step. */
    static List<Place> places(Step step) {
        if (step instanceof Step.Click click) {
            return List.of(click.place());
        }
        if (step instanceof Step.Drag drag) {
            return List.of(drag.from(), drag.to());
        }
        return step instanceof Step.Scroll scroll ? List.of(scroll.place()) : List.of();
    }

    private void condition(Condition condition) {
        if (condition instanceof Condition.Appears appears) {
            named(appears.landmark());
            region(appears.options().in());
        } else if (condition instanceof Condition.Vanishes vanishes) {
            named(vanishes.landmark());
            region(vanishes.options().in());
        } else if (condition instanceof Condition.Changes changes) {
            region(changes.region());
        } else if (condition instanceof Condition.Settles settles) {
            region(settles.region());
        } else if (condition instanceof Condition.All all) {
            all.conditions().forEach(this::condition);
        } else if (condition instanceof Condition.Any any) {
            any.conditions().forEach(this::condition);
        }
    }

    private void region(Region region) {
        if (region instanceof Region.Around around) {
            named(around.landmark());
        }
    }

    private void named(String landmark) {
        operations.putIfAbsent(landmark, operation);
    }
}
