package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.step.ReferenceStage;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Step.SteppedScroll.By;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The keys of gestures: a drag along a path, and a scrolling in steps. */
final class GestureGrammar {
    private static final int MOST_RATE = 240;
    private static final int MOST_SPEED = 2_000;
    private static final int DEFAULT_RATE = 60;
    private static final int DEFAULT_SPEED = 240;
    private static final int DEFAULT_STEPS = 10;
    private static final long MILLIS = 1_000;

    private static final Key<Step, Boolean> PATH = Key.<Step, Boolean>required(
                    "path", Types.choice(Map.of("spiral", true), true), true)
            .help("`spiral`: across, down, and inwards along a rectangular spiral, on which no place comes twice");
    private static final Key<Step, Integer> RATE = Key.<Step, Integer>byDefault(
                    "rate", rate(DEFAULT_RATE), DEFAULT_RATE)
            .help("moves a second");
    private static final Key<Step, Integer> SPEED = Key.<Step, Integer>byDefault(
                    "speed",
                    range(
                            "px/s",
                            MOST_SPEED,
                            "0*([1-9][0-9]{0,2}|1[0-9]{3}|2000)",
                            DEFAULT_SPEED,
                            Quantities::speed,
                            "a speed as `240px/s`"),
                    DEFAULT_SPEED)
            .help("pixels of the desktop a second; a move has at least 4 pixels");
    private static final Key<Step, Duration> DURING = Key.<Step, Duration>byDefault(
                    "during", Types.duration(Duration.ofMillis(500), Duration.ofSeconds(60)), Duration.ofSeconds(5))
            .help("how long; the path has at most 7000 pixels");

    private static final Key<Step, By> BY = Key.<Step, By>required("by", Types.choice(By.class, By.WHEEL), By.WHEEL)
            .help("what is used: the wheel, the arrow keys, or the thumb of the scroll bar");
    private static final Key<Step, Integer> STEPS = Key.<Step, Integer>byDefault(
                    "rate", rate(DEFAULT_RATE), DEFAULT_STEPS)
            .help("steps a second");
    private static final Key<Step, Integer> STEP = Key.<Step, Integer>byDefault(
                    "step",
                    Types.quantity(
                            "`" + ReferenceStage.LEAST_SCROLL_STEP + "px` to `" + ReferenceStage.VIEW_HEIGHT + "px`",
                            "[0-9]{2,3}px",
                            GestureGrammar::step,
                            step -> step + "px"),
                    ReferenceStage.SCROLL_STEP)
            .help(
                    "by how much the application scrolls for one notch or key; with `thumb` only that of the probe program, which is the default");
    private static final Key<Step, Integer> DISTANCE = Key.<Step, Integer>required(
                    "distance",
                    Types.quantity(
                            "at most `" + ReferenceStage.SCROLL_RANGE + "px`",
                            "-?[1-9][0-9]{1,3}px",
                            value -> distance(value, ReferenceStage.SCROLL_STEP),
                            distance -> distance + "px"),
                    ReferenceStage.SCROLL_STEP)
            .help("a multiple of `step`; a negative distance is up");

    private final Key<Step, String> object;
    private final Key<Step, String> sign;
    final MapType<Step> drag;
    final MapType<Step> scroll;

    GestureGrammar(Type<String> landmarks) {
        object = Key.<Step, String>required("object", landmarks, "")
                .help("the landmark that is dragged, as it stands before");
        sign = Key.<Step, String>required("sign", landmarks, "").help("the landmark above the picture");
        drag = MapType.of("a drag along a path", this::drag, PATH, object, RATE, SPEED, DURING);
        scroll = MapType.of("a scrolling in steps", this::scroll, BY, sign, STEPS, STEP, DISTANCE);
    }

    private Step drag(Fields fields) {
        PATH.in(fields);
        Step.SpiralDrag drag =
                new Step.SpiralDrag(object.in(fields), RATE.in(fields), SPEED.in(fields), DURING.in(fields));
        if (drag.speed() < ReferenceStage.LEAST_MOVE * drag.rate()) {
            fields.map()
                    .problem(drag.speed() + "px/s at " + drag.rate() + "/s (expected: moves of at least "
                            + ReferenceStage.LEAST_MOVE + " px; a higher speed or a lower rate)");
        }
        long length = drag.duration().toMillis() * drag.speed() / MILLIS;
        if (length > ReferenceStage.LONGEST_PATH) {
            fields.map()
                    .problem(length + " px in all (expected: at most " + ReferenceStage.LONGEST_PATH
                            + " px, for which the stage has room; a lower speed or a shorter `during`)");
        }
        return drag;
    }

    private Step scroll(Fields fields) {
        By by = BY.in(fields);
        int step = STEP.in(fields);
        if (by == By.THUMB && step != ReferenceStage.SCROLL_STEP) {
            fields.map()
                    .problem("step " + step
                            + "px with by: thumb (expected: no `step`; only the scroll bar of the probe program can be gripped, which scrolls by "
                            + ReferenceStage.SCROLL_STEP + "px)");
        }
        return new Step.SteppedScroll(
                sign.in(fields), by, STEPS.in(fields), step, DISTANCE.in(fields, of -> distance(of, step)));
    }

    private static Type<Integer> rate(int placeholder) {
        return range(
                "/s",
                MOST_RATE,
                "0*([1-9][0-9]?|1[0-9]{2}|2[0-3][0-9]|240)",
                placeholder,
                Quantities::rate,
                "a rate as `60/s`");
    }

    /** A number with a unit, from 1. */
    private static Type<Integer> range(
            String unit,
            int most,
            String form,
            int placeholder,
            Function<String, Optional<Integer>> number,
            String example) {
        return Types.quantity(
                "`1" + unit + "` to `" + most + unit + "`",
                // No more digits than a number has that is read.
                "(?=.{1," + (6 + unit.length()) + "}$)" + form + unit,
                value -> {
                    Optional<Integer> read = value.string().flatMap(number).filter(one -> one >= 1 && one <= most);
                    if (read.isEmpty()) {
                        value.expected(example + ", from 1" + unit + " to " + most + unit);
                    }
                    return read.orElse(placeholder);
                },
                read -> read + unit);
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
