package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.step.ReferenceStage;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Step.SteppedScroll.By;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.picture.LandmarkNames;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads gestures: a drag along a path, and a scrolling in steps. */
final class GestureReader {
    private static final int MOST_RATE = 240;
    private static final int MOST_SPEED = 2_000;
    private static final int DEFAULT_RATE = 60;
    private static final int DEFAULT_SPEED = 240;
    private static final int DEFAULT_STEPS = 10;
    private static final Duration LEAST = Duration.ofMillis(500);
    private static final Duration MOST = Duration.ofSeconds(60);
    private static final Duration DEFAULT = Duration.ofSeconds(5);
    private static final long MILLIS = 1_000;

    private final LandmarkNames landmarks;

    GestureReader(LandmarkNames landmarks) {
        this.landmarks = landmarks;
    }

    Step drag(Value value) {
        Fields fields = value.fields("a drag along a path", Set.of("path", "object", "rate", "speed", "during"));
        fields.required("path", of -> of.choice(Map.of("spiral", true), true), true);
        Step.SpiralDrag drag = new Step.SpiralDrag(
                fields.required("object", landmarks::read, ""),
                fields.optional("rate", GestureReader::rate, DEFAULT_RATE),
                fields.optional("speed", GestureReader::speed, DEFAULT_SPEED),
                fields.optional("during", of -> of.duration(LEAST, MOST), DEFAULT));
        if (drag.speed() < ReferenceStage.LEAST_MOVE * drag.rate()) {
            value.problem(drag.speed() + "px/s at " + drag.rate() + "/s (expected: moves of at least "
                    + ReferenceStage.LEAST_MOVE + " px; a higher speed or a lower rate)");
        }
        long length = drag.duration().toMillis() * drag.speed() / MILLIS;
        if (length > ReferenceStage.LONGEST_PATH) {
            value.problem(length + " px in all (expected: at most " + ReferenceStage.LONGEST_PATH
                    + " px, for which the stage has room; a lower speed or a shorter `during`)");
        }
        return drag;
    }

    Step scroll(Value value) {
        Fields fields = value.fields("a scrolling in steps", Set.of("by", "sign", "rate", "step", "distance"));
        Map<String, By> kinds = Map.of("wheel", By.WHEEL, "keys", By.KEYS, "thumb", By.THUMB);
        By by = fields.required("by", of -> of.choice(kinds, By.WHEEL), By.WHEEL);
        int step = fields.optional("step", GestureReader::step, ReferenceStage.SCROLL_STEP);
        if (by == By.THUMB && step != ReferenceStage.SCROLL_STEP) {
            value.problem("step " + step
                    + "px with by: thumb (expected: no `step`; only the scroll bar of the probe program can be gripped, which scrolls by "
                    + ReferenceStage.SCROLL_STEP + "px)");
        }
        return new Step.SteppedScroll(
                fields.required("sign", landmarks::read, ""),
                by,
                fields.optional("rate", GestureReader::rate, DEFAULT_STEPS),
                step,
                fields.required("distance", of -> distance(of, step), step));
    }

    private static int rate(Value value) {
        Optional<Integer> read = value.string().flatMap(Quantities::rate);
        return inRange(value, read, MOST_RATE, "a rate as `60/s`, from 1/s to " + MOST_RATE + "/s")
                .orElse(DEFAULT_RATE);
    }

    private static int speed(Value value) {
        Optional<Integer> read = value.string().flatMap(Quantities::speed);
        return inRange(value, read, MOST_SPEED, "a speed as `240px/s`, from 1px/s to " + MOST_SPEED + "px/s")
                .orElse(DEFAULT_SPEED);
    }

    private static Optional<Integer> inRange(Value value, Optional<Integer> read, int most, String expected) {
        Optional<Integer> number = read.filter(one -> one >= 1 && one <= most);
        if (number.isEmpty()) {
            value.expected(expected);
        }
        return number;
    }

    private static int step(Value value) {
        Optional<Integer> read = value.string()
                .flatMap(Quantities::distance)
                .filter(way -> way >= ReferenceStage.LEAST_SCROLL_STEP && way <= ReferenceStage.VIEW_HEIGHT);
        if (read.isEmpty()) {
            value.expected("a distance from " + ReferenceStage.LEAST_SCROLL_STEP + "px to " + ReferenceStage.VIEW_HEIGHT
                    + "px, by which the application scrolls for one notch or key");
        }
        return read.orElse(ReferenceStage.SCROLL_STEP);
    }

    private static int distance(Value value, int step) {
        Optional<Integer> read = value.string()
                .flatMap(Quantities::distance)
                .filter(way -> way != 0 && Math.abs(way) <= ReferenceStage.SCROLL_RANGE)
                .filter(way -> way % step == 0);
        if (read.isEmpty()) {
            int example = 10 * step;
            value.expected("a distance as `" + example + "px`, or `-" + example + "px` for up: a multiple of " + step
                    + "px, at most " + ReferenceStage.SCROLL_RANGE + "px");
        }
        return read.orElse(step);
    }
}
