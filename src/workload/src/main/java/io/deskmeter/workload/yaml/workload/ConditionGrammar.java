package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.LandmarkOptions;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Until;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Definitions;
import io.deskmeter.workload.yaml.grammar.ExactlyOne;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.KeyRule;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.OnlyWith;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The keys of conditions. Those of a landmark stand in maps of several kinds, so they are keys of any object. */
final class ConditionGrammar {
    private static final Duration DEFAULT_WITHIN = Duration.ofSeconds(30);

    /** Less is chance: any two pictures with an edge are as alike. */
    private static final double LEAST_SIMILARITY = 0.5;

    private static final Condition PLACEHOLDER = new Condition.All(List.of());
    static final Until NO_CONDITION = new Until(PLACEHOLDER, DEFAULT_WITHIN);

    private static final Key<Object, Optional<Double>> SIMILARITY = Key.<Object, Double>optional(
                    "similarity",
                    Type.of(
                            LEAST_SIMILARITY + " to 1",
                            d -> Definitions.schema("type", "number", "minimum", LEAST_SIMILARITY, "maximum", 1),
                            ConditionGrammar::similarity,
                            number -> number),
                    of -> of instanceof Condition.Appears appears
                            ? appears.options().similarity().stream().boxed().findFirst()
                            : Optional.empty())
            .help(
                    "with `appears` or `vanishes`: whatever has this correlation of the greys counts as the landmark; details are not compared. For those who know what else is on the"
                            + " screen");
    private static final Key<Object, Optional<Boolean>> TOLERATE = Key.<Object, Boolean>optional(
                    "tolerate",
                    Types.choice(Map.of("caret", true), true),
                    of -> Optional.of(true)
                            .filter(caret -> of instanceof Condition.Appears appears
                                    && appears.options().tolerateCaret()))
            .help(
                    "with `appears` or `vanishes`: a text caret may stand in the landmark or not: one upright bar of at most 4 pixels across and 10 to 64 pixels down");
    private static final Key<Object, Duration> WITHIN = Key.<Object, Duration>byDefault(
                    "within", GrammarLimits.TIMEOUT, DEFAULT_WITHIN)
            .help("beside the condition of an operation or of `await`: its timeout");

    private final Key<Object, Optional<Region>> in;
    private final ExactlyOne<Object, Condition> kinds;
    private final KeyRule ofLandmarks;
    private final Key<Condition.Appears, String> windowLandmark;
    private final Key<Condition.Appears, Optional<Region>> windowIn;
    final RegionGrammar regions;

    /** One that others combine. */
    final MapType<Condition> condition;

    /** One with its timeout. */
    final MapType<Until> until;

    /** A picture that is looked for all the time. */
    final MapType<Condition.Appears> window;

    ConditionGrammar(Type<String> landmarks) {
        regions = new RegionGrammar(landmarks);
        Key<Object, Condition> appears = kind(
                "appears",
                landmarks.<Condition>as(Condition.Appears::new, ConditionGrammar::landmark),
                "the landmark is on the screen");
        Key<Object, Condition> vanishes = kind(
                "vanishes",
                landmarks.<Condition>as(Condition.Vanishes::new, ConditionGrammar::landmark),
                "the landmark is not on the screen, and nothing that may be it");
        Key<Object, Condition> changes =
                kind("changes", regions.changes, "pixels of the [region](#regions) differ from those before the input");
        Key<Object, Condition> settles = kind(
                "settles",
                regions.settles,
                "the [region](#regions) has changed, and then not changed for `quiet`, which begins after the last input. The response ends at"
                        + " the last change, so the quiet time does not count");
        Key<Object, Condition> all = kind("all", several(Condition.All::new), "all hold in the same frame");
        Key<Object, Condition> any = kind("any", several(Condition.Any::new), "one holds");
        in = Key.<Object, Region>optional("in", regions.region)
                .help(
                        "with `appears` or `vanishes`: only in this region of the screen, in which the whole landmark must lie. A look-alike elsewhere does not count");
        kinds = ExactlyOne.of("; `all` and `any` combine conditions", appears, vanishes, changes, settles, all, any);
        ofLandmarks = new OnlyWith(
                List.of(appears.name(), vanishes.name()), List.of(in.name(), SIMILARITY.name(), TOLERATE.name()));
        List<Key<Object, ?>> keys = List.of(appears, vanishes, changes, settles, all, any, in, SIMILARITY, TOLERATE);
        KeyRule[] rules = {kinds, KeyRule.byReader(ofLandmarks::addTo)};
        condition = MapType.<Condition>of("a condition", this::condition, keys).with(rules);
        until = MapType.<Until>of("a condition", this::until, RegionGrammar.and(keys, WITHIN))
                .with(rules);
        windowLandmark = Key.required("appears", landmarks, "", Condition.Appears::landmark)
                .help("the landmark is on the screen");
        windowIn = Key.<Condition.Appears, Region>optional(
                        "in",
                        regions.fixed,
                        appearing -> Optional.of(appearing.options().in()).filter(Region.Band.class::isInstance))
                .help("only in this band at an edge of the screen");
        window = MapType.of("a window", this::window, windowLandmark, windowIn, SIMILARITY, TOLERATE);
    }

    private static Key<Object, Condition> kind(String name, Type<Condition> type, String help) {
        return Key.<Object, Condition>kind(name, type, of -> Optional.empty()).help(help);
    }

    private static String landmark(Condition condition) {
        return condition.landmarks().findFirst().orElse("");
    }

    /** Conditions that are combined; the type refers to itself. */
    private Type<Condition> several(Function<List<Condition>, Condition> combine) {
        Type<Condition> item = Type.of("a condition", this::schema, this::read, of -> Map.of());
        return Types.list("conditions", item.named("condition"))
                .as(combine, of -> of.leaves().toList())
                .called("a list of conditions");
    }

    private Map<String, Object> schema(Definitions definitions) {
        return condition.schema(definitions);
    }

    private Condition read(Value value) {
        return condition.read(value);
    }

    private Until until(Fields fields) {
        Until until = new Until(condition(fields), WITHIN.in(fields));
        longestQuiet(until.condition())
                .filter(quiet -> quiet.compareTo(until.within()) > 0)
                .ifPresent(
                        quiet -> fields.map()
                                .problem(
                                        "quiet " + Quantities.format(quiet) + ", longer than `within` "
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

    /** A region around a landmark has no place while nothing is awaited. */
    private Condition.Appears window(Fields fields) {
        Condition.Appears appears =
                new Condition.Appears(windowLandmark.in(fields), options(fields, windowIn.in(fields)));
        if (appears.options().in() instanceof Region.Around) {
            fields.map().problem("a region around a landmark (expected: the whole screen, or a band at its edge)");
        }
        return appears;
    }

    private Condition condition(Fields fields) {
        return kinds.read(fields)
                .map(read -> {
                    if (read instanceof Condition.Appears appears) {
                        return new Condition.Appears(appears.landmark(), options(fields, in.in(fields)));
                    }
                    if (read instanceof Condition.Vanishes vanishes) {
                        return new Condition.Vanishes(vanishes.landmark(), options(fields, in.in(fields)));
                    }
                    ofLandmarks.check(fields);
                    return read;
                })
                .orElse(PLACEHOLDER);
    }

    private static LandmarkOptions options(Fields fields, Optional<Region> in) {
        return new LandmarkOptions(
                in.orElse(new Region.Whole()),
                SIMILARITY.in(fields).map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                TOLERATE.in(fields).orElse(false));
    }

    private static double similarity(Value value) {
        Optional<Double> number = value.number().filter(n -> n >= LEAST_SIMILARITY && n <= 1);
        if (number.isEmpty()) {
            value.expected("a number from " + LEAST_SIMILARITY + " to 1, such as 0.9");
        }
        return number.orElse(1.0);
    }
}
