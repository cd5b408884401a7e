package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Step.Place;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Limits;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.picture.LandmarkNames;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads what the simulated user does. */
public final class StepReader {
    static final Duration DEFAULT_DRAG = Duration.ofMillis(300);

    private static final List<String> KINDS = List.of(
            "launch", "type", "keys", "click", "doubleClick", "rightClick", "drag", "scroll", "wait", "await", "run");

    /** Those that only send input, and nothing that a wait must follow. */
    private static final List<String> INPUT =
            List.of("type", "keys", "click", "doubleClick", "rightClick", "scroll", "wait");

    private static final Pattern TYPABLE = Pattern.compile("[[^\\p{Cc}\\p{Cs}]\\n\\r\\t]+");
    private static final Pattern CHORD = Pattern.compile("[^\\s+]+(\\+[^\\s+]+)*");
    public static final Step PLACEHOLDER = new Step.Wait(Duration.ZERO);
    private static final Place NOWHERE = new Place.At(0, 0);

    private final LandmarkNames landmarks;
    private final ConditionReader conditions;
    private final GestureReader gestures;

    StepReader(LandmarkNames landmarks, ConditionReader conditions) {
        this.landmarks = landmarks;
        this.conditions = conditions;
        this.gestures = new GestureReader(landmarks);
    }

    /** The steps of {@code do}, one or a list: measured, so nothing may be awaited among them. */
    List<Step> measured(Value value) {
        List<Value> values = value.isList() ? value.items("steps") : List.of(value);
        List<Step> steps = values.stream().map(item -> step(item, false)).toList();
        if (steps.size() > 1 && steps.stream().anyMatch(Step.Gesture.class::isInstance)) {
            value.problem(steps.size() + " steps with a gesture among them (expected: the gesture alone; it is measured"
                    + " from its first input to its last)");
        }
        return steps;
    }

    /** The steps of {@code before}, one or a list. */
    List<Step> unmeasured(Value value) {
        List<Value> values = value.isList() ? value.items("steps") : List.of(value);
        return values.stream().map(item -> step(item, true)).toList();
    }

    /** The steps of a handler, one or a list: input only. */
    List<Step> input(Value value) {
        List<Value> values = value.isList() ? value.items("steps") : List.of(value);
        List<Step> steps = values.stream().map(item -> step(item, INPUT, true)).toList();
        if (steps.stream().allMatch(Step.Wait.class::isInstance)
                && value.problems().count() == 0) {
            value.problem("no step but `wait` (expected: the input that dismisses the window)");
        }
        return steps;
    }

    private Step step(Value value, boolean mayAwait) {
        return step(value, KINDS, mayAwait);
    }

    private Step step(Value value, List<String> kinds, boolean mayAwait) {
        Fields fields = value.fields("a step", Set.copyOf(kinds));
        return fields.exactlyOne(kinds, "; a list of steps is `[{…}, {…}]`")
                .map(kind -> fields.required(kind, of -> step(kind, of, mayAwait), PLACEHOLDER))
                .orElse(PLACEHOLDER);
    }

    private Step step(String kind, Value value, boolean mayAwait) {
        return switch (kind) {
            case "launch" -> value.choice(Map.of("application", new Step.Launch()), new Step.Launch());
            case "type" -> type(value);
            case "keys" -> keys(value);
            case "click" -> new Step.Click(place(value), 1, 1);
            case "doubleClick" -> new Step.Click(place(value), 1, 2);
            case "rightClick" -> new Step.Click(place(value), 3, 1);
            case "drag" -> value.keys().contains("path") ? gesture(gestures.drag(value), value, mayAwait) : drag(value);
            case "scroll" ->
                value.keys().contains("by") ? gesture(gestures.scroll(value), value, mayAwait) : scroll(value);
            case "wait" -> new Step.Wait(Limits.pause(value));
            case "run" ->
                new Step.Run(value.items("words of a command").stream()
                        .map(Value::text)
                        .toList());
            default -> await(value, mayAwait);
        };
    }

    private Step await(Value value, boolean mayAwait) {
        if (!mayAwait) {
            value.problem("in `do` (expected: only in `before`; what `do` waits for is `until`)");
        }
        return new Step.Await(conditions.until(value));
    }

    private static Step gesture(Step gesture, Value value, boolean inBefore) {
        if (inBefore) {
            value.problem("a gesture in `before` (expected: only in `do`, where it is measured)");
        }
        return gesture;
    }

    /** Only its text, or a map with it. */
    private static Step type(Value value) {
        if (!value.isMap()) {
            return new Step.Type(typed(value));
        }
        Fields fields = value.fields("a text to type", Set.of("text", "pace"));
        return new Step.Type(
                fields.required("text", StepReader::typed, ""),
                fields.optional("pace", of -> Optional.of(Limits.pace(of)), Optional.empty()));
    }

    /** A text that keys can type: nothing has a key that a terminal would take for a command. */
    public static String typed(Value value) {
        return value.text(
                TYPABLE,
                "text without halves of surrogate pairs, and without control characters but line breaks and tabs; a key has a step of its own, as `keys: Escape`");
    }

    private static Step keys(Value value) {
        List<Value> chords = value.isList() ? value.items("chords") : List.of(value);
        return new Step.Keys(chords.stream().map(StepReader::chord).toList());
    }

    public static String chord(Value value) {
        return value.text(CHORD, "keys joined by +, as `ctrl+shift+s` or `PageDown`; the + key is `plus`");
    }

    private Step drag(Value value) {
        Fields fields = value.fields("a drag", Set.of("from", "to", "during"));
        return new Step.Drag(
                fields.required("from", this::place, NOWHERE),
                fields.required("to", this::place, NOWHERE),
                fields.optional("during", Limits::pause, DEFAULT_DRAG));
    }

    private Step scroll(Value value) {
        Fields fields = value.fields("a turn of the wheel", Set.of("at", "notches"));
        return new Step.Scroll(
                fields.required("at", this::place, NOWHERE), fields.required("notches", StepReader::notches, 1));
    }

    private static int notches(Value value) {
        int notches = value.integer(-Limits.NOTCHES, Limits.NOTCHES);
        if (notches == 0) {
            value.expected("not 0; positive is down, negative is up");
        }
        return notches;
    }

    private Place place(Value value) {
        if (value.isList()) {
            return at(value);
        }
        if (!value.isMap()) {
            return new Place.On(landmarks.read(value), 0, 0);
        }
        Fields fields = value.fields("a place", Set.of("on", "offset"));
        String landmark = fields.required("on", landmarks::read, "");
        List<Integer> offset = fields.optional("offset", of -> pair(of, -Limits.COORDINATE), List.of(0, 0));
        return new Place.On(landmark, offset.get(0), offset.get(1));
    }

    private static Place at(Value value) {
        List<Integer> pair = pair(value, 0);
        return new Place.At(pair.get(0), pair.get(1));
    }

    private static List<Integer> pair(Value value, int min) {
        List<Value> items = value.items("two numbers, [x, y]");
        if (items.size() != 2) {
            if (!items.isEmpty()) {
                value.problem(items.size() + " numbers (expected: two, [x, y])");
            }
            return List.of(0, 0);
        }
        return items.stream().map(item -> item.integer(min, Limits.COORDINATE)).toList();
    }
}
