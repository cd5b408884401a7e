package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.LandmarkOptions;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.ScreenRect;
import io.deskmeter.workload.step.Until;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Limits;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.picture.LandmarkNames;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** Reads conditions and the regions of the screen that they look at. */
final class ConditionReader {
    /**
     * The default number of pixels that must differ: more than a blinking text caret (2 × 24 pixels), less than a typed
     * word.
     */
    static final int DEFAULT_AT_LEAST = 64;

    static final Duration DEFAULT_WITHIN = Duration.ofSeconds(30);
    static final Duration DEFAULT_QUIET = Duration.ofMillis(500);

    private static final List<String> KINDS = List.of("appears", "vanishes", "changes", "settles", "all", "any");
    private static final List<String> SIDES = List.of("above", "below", "left", "right");
    private static final Set<String> REGION =
            Set.of("around", "above", "below", "left", "right", "edge", "size", "screen");
    private static final Set<String> CHANGES = Keywords.with(REGION, "atLeast");

    /** Of conditions on a landmark. */
    private static final List<String> OPTIONS = List.of("in", "similarity", "tolerate");

    private static final List<String> OF_A_LANDMARK = List.of("appears", "vanishes");

    /** Less is chance: any two pictures with an edge are as alike. */
    private static final double LEAST_SIMILARITY = 0.5;

    private static final List<String> WORDS =
            Stream.concat(KINDS.stream(), OPTIONS.stream()).toList();
    private static final Condition PLACEHOLDER = new Condition.All(List.of());

    private final LandmarkNames landmarks;

    ConditionReader(LandmarkNames landmarks) {
        this.landmarks = landmarks;
    }

    Until until(Value value) {
        Fields fields = value.fields("a condition", Keywords.with(WORDS, "within"));
        Until until = new Until(condition(fields), fields.optional("within", Limits::timeout, DEFAULT_WITHIN));
        longestQuiet(until.condition())
                .filter(quiet -> quiet.compareTo(until.within()) > 0)
                .ifPresent(quiet -> value.problem("quiet " + Quantities.format(quiet) + ", longer than `within` "
                        + Quantities.format(until.within())
                        + ", so that it never settles in time (expected: a shorter `quiet`, or a longer `within`)"));
        return until;
    }

    private static Optional<Duration> longestQuiet(Condition condition) {
        return condition
                .leaves()
                .filter(Condition.Settles.class::isInstance)
                .map(leaf -> ((Condition.Settles) leaf).quiet())
                .max(Duration::compareTo);
    }

    /** A picture that is looked for all the time; a region around a landmark has no place while nothing is awaited. */
    Condition.Appears appears(Value value) {
        Fields fields = value.fields("a window", Keywords.with(OPTIONS, "appears"));
        Condition.Appears appears =
                new Condition.Appears(fields.required("appears", landmarks::read, ""), options(fields));
        if (appears.options().in() instanceof Region.Around) {
            value.problem("a region around a landmark (expected: the whole screen, or a band at its edge)");
        }
        return appears;
    }

    static Until placeholder() {
        return new Until(PLACEHOLDER, DEFAULT_WITHIN);
    }

    private Condition condition(Fields fields) {
        return fields.exactlyOne(KINDS, "; `all` and `any` combine conditions")
                .map(kind -> fields.required(kind, value -> condition(kind, value, fields), PLACEHOLDER))
                .orElse(PLACEHOLDER);
    }

    private Condition condition(String kind, Value value, Fields fields) {
        if (!OF_A_LANDMARK.contains(kind)) {
            fields.onlyWith("appears` or `vanishes", OPTIONS);
        }
        return switch (kind) {
            case "appears" -> new Condition.Appears(landmarks.read(value), options(fields));
            case "vanishes" -> new Condition.Vanishes(landmarks.read(value), options(fields));
            case "changes" -> changes(value.fields("a region", CHANGES));
            case "settles" -> settles(value.fields("a region", Keywords.with(CHANGES, "quiet", "except")));
            case "all" -> new Condition.All(conditions(value));
            default -> new Condition.Any(conditions(value));
        };
    }

    private List<Condition> conditions(Value value) {
        return value.items("conditions").stream()
                .map(item -> condition(item.fields("a condition", Keywords.with(WORDS))))
                .toList();
    }

    private LandmarkOptions options(Fields fields) {
        return new LandmarkOptions(
                fields.optional("in", value -> region(value.fields("a region", REGION)), new Region.Whole()),
                fields.optional("similarity", ConditionReader::similarity, OptionalDouble.empty()),
                fields.optional("tolerate", value -> value.choice(Map.of("caret", true), true), false));
    }

    private static OptionalDouble similarity(Value value) {
        Optional<Double> number = value.number().filter(n -> n >= LEAST_SIMILARITY && n <= 1);
        if (number.isEmpty()) {
            value.expected("a number from " + LEAST_SIMILARITY + " to 1, such as 0.9");
        }
        return number.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    private Condition changes(Fields fields) {
        return new Condition.Changes(region(fields), atLeast(fields));
    }

    private Condition settles(Fields fields) {
        Duration quiet = fields.optional("quiet", Limits::quiet, DEFAULT_QUIET);
        return new Condition.Settles(
                region(fields),
                atLeast(fields),
                quiet,
                fields.optional(ScreenRects.EXCEPT, ScreenRects::onAnyDesktop, List.of()));
    }

    private static int atLeast(Fields fields) {
        return fields.optional("atLeast", ConditionReader::pixelsOfADesktop, DEFAULT_AT_LEAST);
    }

    private static int pixelsOfADesktop(Value value) {
        int pixels = value.pixels(1);
        long most = ScreenRect.LARGEST_DESKTOP.pixelsBeside(List.of());
        if (pixels > most) {
            value.expected("at most " + most + "px, what the largest desktop has");
        }
        return pixels;
    }

    private Region region(Fields fields) {
        Region whole = new Region.Whole();
        fields.onlyWith("around", SIDES);
        fields.onlyWith("edge", List.of("size"));
        return fields.exactlyOne(List.of("around", "edge", "screen"), "")
                .map(kind -> switch (kind) {
                    case "around" -> around(fields);
                    case "edge" -> band(fields);
                    default -> fields.required("screen", value -> value.choice(Map.of("whole", whole), whole), whole);
                })
                .orElse(whole);
    }

    private Region around(Fields fields) {
        return new Region.Around(
                fields.required("around", landmarks::read, ""),
                side(fields, "above"),
                side(fields, "below"),
                side(fields, "left"),
                side(fields, "right"));
    }

    private static int side(Fields fields, String key) {
        return fields.optional(key, value -> value.pixels(-Value.MOST_PIXELS), 0);
    }

    private static Region band(Fields fields) {
        Region.Edge edge = fields.required(
                "edge", value -> value.choice(Keywords.of(Region.Edge.class), Region.Edge.TOP), Region.Edge.TOP);
        return new Region.Band(edge, fields.required("size", value -> value.pixels(1), 1));
    }
}
