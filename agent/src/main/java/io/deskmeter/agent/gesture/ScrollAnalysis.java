package io.deskmeter.agent.gesture;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares the steps of a scrolling with what frames showed. Pure functions of both.
 *
 * <p>Each step leads to an offset of its own. The lag of a step is the time until the first frame that shows its offset
 * or a later one, so a client that skips steps makes the skipped ones late, not lost.
 */
final class ScrollAnalysis {
    /** An offset this near to that of a step shows the step, in pixels. */
    static final double NEAR = 3;

    private final List<ScrollStep> steps;
    private final int direction;
    private final double from;
    private final List<SeenOffset> seen;

    /**
     * A step.
     *
     * @param firedAt when its input was sent, in monotonic nanoseconds
     * @param offset to which it scrolls, in pixels of the desktop
     */
    record ScrollStep(long firedAt, double offset) {}

    /**
     * @param steps in their order, at least one
     * @param direction 1 for rising offsets, −1 for falling ones
     * @param from the offset before the first step
     * @param seen in the order of arrival
     */
    ScrollAnalysis(List<ScrollStep> steps, int direction, double from, List<SeenOffset> seen) {
        this.steps = List.copyOf(steps);
        this.direction = direction;
        this.from = from;
        this.seen = seen.stream()
                .filter(frame -> frame.at() >= steps.get(0).firedAt() && !frame.torn())
                .toList();
    }

    /** The frames since the first step that show one moment. */
    List<SeenOffset> seen() {
        return seen;
    }

    /** The first frame that shows each step or a later one; empty where none does. */
    List<Optional<SeenOffset>> firstShown() {
        List<Optional<SeenOffset>> shown = new ArrayList<>();
        for (ScrollStep step : steps) {
            shown.add(seen.stream()
                    .filter(frame -> frame.at() >= step.firedAt())
                    .filter(frame -> (frame.offset() - step.offset()) * direction >= -NEAR)
                    .findFirst());
        }
        return shown;
    }

    /** How many steps a frame showed at their own offset. */
    long distinct() {
        return steps.stream()
                .filter(step -> seen.stream().anyMatch(frame -> Math.abs(frame.offset() - step.offset()) <= NEAR))
                .count();
    }

    /** How often the picture moved back. */
    int reversals() {
        int count = 0;
        double before = from;
        for (SeenOffset frame : seen) {
            count += (frame.offset() - before) * direction < -NEAR ? 1 : 0;
            before = frame.offset();
        }
        return count;
    }

    /** The distance of the last frame from where the last step leads; NaN if no frame came. */
    double finalError() {
        return seen.isEmpty()
                ? Double.NaN
                : Math.abs(seen.get(seen.size() - 1).offset()
                        - steps.get(steps.size() - 1).offset());
    }
}
