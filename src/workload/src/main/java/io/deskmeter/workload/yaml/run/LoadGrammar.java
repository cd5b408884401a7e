package io.deskmeter.workload.yaml.run;

import static io.deskmeter.workload.yaml.grammar.Definitions.schema;

import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.ExactlyOne;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.KeyRule;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The keys of how many sessions work. */
final class LoadGrammar {
    static final Load PLACEHOLDER = new Load.Fixed(1);

    private static final Key<Load.Fixed, Integer> SESSIONS = Key.required(
                    "sessions", GrammarLimits.SESSIONS, 1, Load.Fixed::sessions)
            .help("the number of sessions");
    private static final MapType<Load.Fixed> OF_FIXED =
            MapType.of("a fixed load", fields -> new Load.Fixed(SESSIONS.in(fields)), SESSIONS);

    private static final Key<Load.Steps, List<Integer>> RISING = Key.required(
                    "sessions",
                    Types.list("numbers of sessions", GrammarLimits.SESSIONS).readBy(LoadGrammar::rising),
                    List.of(),
                    Load.Steps::sessions)
            .help("rising numbers of sessions");
    private static final MapType<Load.Steps> OF_STEPS =
            MapType.of("a load in steps", fields -> new Load.Steps(RISING.in(fields)), RISING);

    private static final Key<Load.Ramp, Integer> FIRST =
            Key.required("from", GrammarLimits.SESSIONS, 1, Load.Ramp::from).help("sessions of the first load point");
    private static final Key<Load.Ramp, Integer> ADD = Key.required("add", GrammarLimits.SESSIONS, 1, Load.Ramp::add)
            .help("how many sessions each load point has more");
    private static final Key<Load.Ramp, Integer> LAST = Key.required(
                    "max", GrammarLimits.SESSIONS, GrammarLimits.MOST_SESSIONS, Load.Ramp::max)
            .help("the most sessions that are measured");
    static final MapType<Load.Ramp> OF_RAMP = MapType.of("a ramp", LoadGrammar::ramp, FIRST, ADD, LAST);

    private static final Key<Load.FindMax, Integer> FROM = Key.byDefault(
                    "from", GrammarLimits.SESSIONS, 1, Load.FindMax::from)
            .help("the fewest sessions that are measured");
    private static final Key<Load.FindMax, Optional<Integer>> HINT = Key.<Load.FindMax, Integer>optional(
                    "hint", GrammarLimits.SESSIONS, search -> Types.optional(search.hint()))
            .help("about how many sessions you expect; the first load point")
            .otherwise("`from`, but four if it is less and `max` allows it");
    private static final Key<Load.FindMax, Integer> MAX = Key.required(
                    "max", GrammarLimits.SESSIONS, GrammarLimits.MOST_SESSIONS, Load.FindMax::max)
            .help("the most sessions that are measured");
    private static final Key<Load.FindMax, Double> PRECISION = Key.byDefault(
                    "precision", precision(), Load.FindMax.DEFAULT_PRECISION, Load.FindMax::precision)
            .help("how far off the answer may be, as a share of it");
    private static final Key<Load.FindMax, Optional<Duration>> BUDGET = Key.optional(
                    "budget", GrammarLimits.BUDGET, Load.FindMax::budget)
            .help("time from the start of the run until the best available answer, such as `20m`")
            .otherwise("the search continues as long as another load point is worth its time");
    static final MapType<Load.FindMax> OF_FIND_MAX =
            MapType.of("a search for the maximum", LoadGrammar::findMax, FROM, HINT, MAX, PRECISION, BUDGET);

    private static final Key<Load, Load.Fixed> FIXED = Key.<Load, Load.Fixed>kind("fixed", OF_FIXED, Load.Fixed.class)
            .help(
                    "one load point. In each session as many iterations count as the profile says, while all sessions work");
    private static final Key<Load, Load.Steps> STEPS = Key.<Load, Load.Steps>kind("steps", OF_STEPS, Load.Steps.class)
            .help("load points of rising numbers. Running sessions continue, missing ones are added");
    private static final Key<Load, Load.Ramp> RAMP = Key.<Load, Load.Ramp>kind("ramp", OF_RAMP, Load.Ramp.class)
            .help("adds sessions until a threshold is exceeded or `max` is reached");
    private static final Key<Load, Load.FindMax> FIND_MAX = Key.<Load, Load.FindMax>kind(
                    "find-max", OF_FIND_MAX, Load.FindMax.class)
            .help(
                    "searches for the largest number of sessions within the thresholds ([details](../how-it-works/capacity-search.md#find-max))");

    private static final Key<Load, Boolean> FRESH = Key.byDefault(
                    "sessions", Types.choice(fresh(), false), false, Load::fresh)
            .help(
                    "with several load points, what happens between them. `incremental`: running sessions continue, missing ones are added and"
                            + " surplus ones end. `fresh`: all sessions end, and log on again")
            .writtenWhere(load -> !(load instanceof Load.Fixed));

    private static final ExactlyOne<Load, Load> KINDS = ExactlyOne.of("", FIXED, STEPS, RAMP, FIND_MAX);

    static final MapType<Load> LOAD = MapType.of("a load", LoadGrammar::load, FIXED, STEPS, RAMP, FIND_MAX, FRESH)
            .with(KINDS, KeyRule.where(FIXED, schema("properties", Map.of(FRESH.name(), false))));

    private LoadGrammar() {}

    private static Map<String, Boolean> fresh() {
        Map<String, Boolean> words = new LinkedHashMap<>();
        words.put("incremental", false);
        words.put("fresh", true);
        return words;
    }

    private static Load load(Fields fields) {
        boolean fresh = FRESH.in(fields);
        return KINDS.in(fields)
                .map(kind -> {
                    if (kind.name().equals(FIXED.name()) && fields.has(FRESH.name())) {
                        fields.map()
                                .problem("`sessions` beside `fixed` (expected: only beside loads of several points)");
                    }
                    return kind.in(fields).withFresh(fresh);
                })
                .orElse(PLACEHOLDER);
    }

    private static List<Integer> rising(Value value) {
        List<Integer> steps = new ArrayList<>();
        for (Value item : value.items("numbers of sessions")) {
            int sessions = GrammarLimits.SESSIONS.read(item);
            int before = steps.isEmpty() ? 0 : steps.get(steps.size() - 1);
            if (item.isWholeNumber() && sessions <= before) {
                item.expected("more than the " + before + " before it");
            }
            steps.add(sessions);
        }
        return steps;
    }

    private static Load.Ramp ramp(Fields fields) {
        int from = FIRST.in(fields);
        int add = ADD.in(fields);
        int max = LAST.in(fields);
        if (max < from && fields.has(FIRST.name()) && fields.has(LAST.name())) {
            fields.map().problem("from " + from + " to max " + max + " (expected: from <= max)");
        }
        return new Load.Ramp(from, add, max);
    }

    private static Load.FindMax findMax(Fields fields) {
        int from = FROM.in(fields);
        OptionalInt hint = Types.optionalInt(HINT.in(fields));
        int max = MAX.in(fields);
        if (max < from && fields.has(MAX.name())) {
            fields.map().problem("from " + from + " to max " + max + " (expected: from <= max)");
        } else if (hint.isPresent() && fields.has(MAX.name()) && (hint.getAsInt() < from || hint.getAsInt() > max)) {
            fields.map()
                    .problem("hint " + hint.getAsInt() + " with from " + from + " to max " + max
                            + " (expected: from <= hint <= max)");
        }
        return new Load.FindMax(from, hint, max, PRECISION.in(fields), false, BUDGET.in(fields));
    }

    private static Type<Double> precision() {
        return Types.text(
                        Pattern.compile("(50(\\.0+)?|([1-9]|[1-4][0-9])(\\.[0-9]+)?)%"),
                        "a percentage as `5%`, from 1% to 50%")
                .as(text -> Quantities.percent(text).orElse(Load.FindMax.DEFAULT_PRECISION), Quantities::formatPercent)
                .called("1% to 50%");
    }
}
