package io.deskmeter.bench.ue.ways;

import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.ReferenceStage;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A gesture of an included workload, many times in one instance of the probe program. Rate, speed and input are those
 * of the workload; the gestures are shorter, since they are many.
 */
enum RepeatedGesture {
    DRAG("drag", "drag-lag", "drag-error", "drag-moves") {
        @Override
        Occurrence occurrence(Operation own, int number) {
            Step.SpiralDrag drag = (Step.SpiralDrag) own.gesture().orElseThrow();
            Step.SpiralDrag shorter = new Step.SpiralDrag(drag.landmark(), drag.rate(), drag.speed(), DRAG_DURATION);
            return new Occurrence(number == 0 ? List.of() : back(drag.landmark()), List.of(shorter), AT_REST);
        }
    },
    SCROLL("wheel", "scroll-lag", "", "scroll-steps") {
        @Override
        Occurrence occurrence(Operation own, int number) {
            Step.SteppedScroll scroll = (Step.SteppedScroll) own.gesture().orElseThrow();
            int distance = (number % 2 == 0 ? SCROLL_STEPS : -SCROLL_STEPS) * scroll.step();
            return new Occurrence(
                    List.of(),
                    List.of(new Step.SteppedScroll(
                            scroll.landmark(), scroll.by(), scroll.rate(), scroll.step(), distance)),
                    AT_REST);
        }
    };

    private static final Duration DRAG_DURATION = Duration.ofSeconds(2);
    /** So that one late input of a gesture is within the bound of 5 %. */
    private static final int SCROLL_STEPS = 20;

    /** Of the smallest change that is no noise of a codec, in pixels. */
    private static final int CHANGE = 64;

    private static final Until AT_REST = new Until(
            new Condition.Settles(new Region.Whole(), CHANGE, Duration.ofMillis(600)), Duration.ofSeconds(30));

    private final String operation;
    private final String lag;
    private final String error;
    private final String seen;

    RepeatedGesture(String operation, String lag, String error, String seen) {
        this.operation = operation;
        this.lag = lag;
        this.error = error;
        this.seen = seen;
    }

    /** As the table names it. */
    String words() {
        return this == DRAG ? "drag" : "scroll";
    }

    String workload() {
        return "ue/" + words();
    }

    /** The operation whose samples count. */
    String operation() {
        return operation;
    }

    /** The metric with a sample for each move. */
    String lag() {
        return lag;
    }

    /** The metric of the distance from the pointer; empty if there is none. */
    String error() {
        return error;
    }

    /** The metric of the share of moves that were seen. */
    String seen() {
        return seen;
    }

    /** What the gesture does for the so-manieth time, from 0. */
    abstract Occurrence occurrence(Operation own, int number);

    /**
     * The workload with this gesture so many times instead of its other operations.
     *
     * @param own the included one
     */
    Workload repeated(Workload own, int times) {
        Operation gesture = find(own, operation);
        Operation often = new Operation(
                gesture.id(),
                gesture.group(),
                IntStream.range(0, times)
                        .mapToObj(number -> occurrence(gesture, number))
                        .toList());
        return new Workload(
                own.id(),
                own.title(),
                own.description(),
                own.application(),
                List.of(find(own, "open"), often, find(own, "close")),
                own.metrics(),
                own.packages(),
                own.folder(),
                own.checksum());
    }

    private static Operation find(Workload workload, String id) {
        return workload.operations().stream()
                .filter(operation -> operation.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(workload.id() + ": no operation " + id + " (expected: one)"));
    }

    /** Drags the object back to where the path begins. */
    static List<Step> back(String object) {
        int x = (WaySession.WIDTH - ReferenceStage.WIDTH) / 2 + ReferenceStage.START + DragObject.WIDTH / 2;
        int y = (WaySession.HEIGHT - ReferenceStage.HEIGHT) / 2 + ReferenceStage.START + DragObject.HEIGHT / 2;
        return List.of(
                new Step.Drag(new Step.Place.On(object, 0, 0), new Step.Place.At(x, y), Duration.ZERO),
                new Step.Await(AT_REST));
    }
}
