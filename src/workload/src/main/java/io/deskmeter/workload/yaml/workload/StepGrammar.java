package io.deskmeter.workload.yaml.workload;

import static io.deskmeter.workload.yaml.grammar.Definitions.anyOf;
import static io.deskmeter.workload.yaml.grammar.Definitions.schema;

import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Step.Place;
import io.deskmeter.workload.step.Until;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Definitions;
import io.deskmeter.workload.yaml.grammar.ExactlyOne;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The keys of what the simulated user does. */
public final class StepGrammar {
    private static final String HINT = "; a list of steps is `[{…}, {…}]`";
    private static final Pattern TYPABLE = Pattern.compile("[[^\\p{Cc}\\p{Cs}]\\n\\r\\t]+");

    /** No <code>${…n…}</code> that cannot be computed. */
    private static final String COMPUTABLE =
            "(?![\\s\\S]*\\$\\{(?!n[-+*][0-9]{1,4}\\})(n[^A-Za-z0-9_}][^}]{0,60}|[0-9\\s(+*/-][^}]{0,60}\\bn\\b[^}]{0,60})\\})";

    public static final Step PLACEHOLDER = new Step.Wait(Duration.ZERO);

    /** A text that keys can type: nothing has a key that a terminal would take for a command. */
    public static final Type<String> TYPED = Type.of(
            "text",
            d -> schema("type", "string", "minLength", 1),
            value -> value.text(
                    TYPABLE,
                    "text without halves of surrogate pairs, and without control characters but line breaks and tabs; a key has a step of its own, as `keys: Escape`"),
            text -> text);

    private static final Type<String> CHORD_FORM = Types.text(
                    Pattern.compile("[^\\s+]+(\\+[^\\s+]+){0,9}"),
                    "keys joined by +, as `ctrl+shift+s` or `PageDown`; the + key is `plus`")
            .called("a key combination");

    /** A key combination. */
    public static final Type<String> CHORD = CHORD_FORM.named("plainChord");

    private final Type<Place> place;
    private final Type<Step> plain;
    private final Type<Step> measured;
    private final Type<Step> unmeasured;
    private final Key<Step, Step> dragAlong;
    private final Key<Step, Step> scrollBy;

    final GestureGrammar gestures;

    /** Those that only send input, and nothing that a wait must follow. */
    private final ExactlyOne<Step, Step> inputKinds;

    private final ExactlyOne<Step, Step> kinds;
    private final MapType<Step> input;
    private final MapType<Step> any;

    /** In their order in the reference; {@code drag} and {@code scroll} are there twice. */
    final List<Key<Step, Step>> all;

    /**
     * Steps of one document.
     *
     * @param numbered whether <code>${n}</code> is computed in its texts
     */
    StepGrammar(Type<String> landmarks, boolean numbered, Type<Until> until) {
        gestures = new GestureGrammar(landmarks);
        place = PlaceGrammar.type(landmarks).named(numbered ? "place" : "plainPlace");
        Type<String> typed = numbered ? numbered(TYPED).named("numberedText") : TYPED;
        Type<List<String>> chords =
                Types.oneOrMore("chords", numbered ? numbered(CHORD_FORM).named("chord") : CHORD);
        Key<Step, Step> launch = kind(
                "launch",
                Types.choice(Map.of("application", (Step) new Step.Launch()), new Step.Launch()),
                Step.Launch.class::isInstance,
                "starts the command of the application with a fresh copy of the content");
        Key<Step, Step> type = kind(
                "type",
                type(typed),
                Step.Type.class::isInstance,
                "types text key by key, as fast as the desktop takes it; or a map: the `text`, and its `pace`, the time from one character to the"
                        + " next: `type: { text: \"the quick brown fox \", pace: 15ms }`. Control characters other than line breaks and tabs are refused");
        Key<Step, Step> keys = kind(
                "keys",
                chords.as(Step.Keys::new, step -> ((Step.Keys) step).chords()),
                Step.Keys.class::isInstance,
                "presses key combinations, one after the other: `ctrl+shift+s`, `PageDown`, `alt+F4`; the + key is `plus`");
        Key<Step, Step> click = click("click", 1, 1, "clicks the place");
        Key<Step, Step> doubleClick = click("doubleClick", 1, 2, "clicks it twice");
        Key<Step, Step> rightClick = click("rightClick", 3, 1, "clicks it with the right button");
        Key<Step, Step> drag =
                kind("drag", drag(), of -> false, "presses the left button at a place, moves to another one, releases");
        dragAlong =
                kind("drag", gestures.drag, of -> false, "with `path` a [gesture](#gestures); in `do` only, and alone");
        Key<Step, Step> scroll = kind(
                "scroll",
                scroll(),
                Step.Scroll.class::isInstance,
                "turns the wheel at a place; `notches` above 0 are down, below 0 up");
        scrollBy = kind(
                "scroll", gestures.scroll, of -> false, "with `by` a [gesture](#gestures); in `do` only, and alone");
        Key<Step, Step> wait = kind(
                "wait",
                GrammarLimits.PAUSE.as(Step.Wait::new, step -> ((Step.Wait) step).duration()),
                Step.Wait.class::isInstance,
                "does nothing for a while");
        Key<Step, Step> run = kind(
                "run",
                Types.list("words of a command", numbered ? numbered(Types.TEXT).named("numberedText") : Types.TEXT)
                        .as(Step.Run::new, step -> ((Step.Run) step).command()),
                of -> false,
                "runs a command in the session, a program and its arguments; its exit code must be 0");
        Key<Step, Step> await = kind(
                "await",
                until.<Step>as(Step.Await::new, step -> ((Step.Await) step).until())
                        .called("a condition with `within`"),
                of -> false,
                "waits for the condition; in `before` only. `changes` after input is compared with the picture from before that input");
        all = List.of(
                launch,
                type,
                keys,
                click,
                doubleClick,
                rightClick,
                drag,
                dragAlong,
                scroll,
                scrollBy,
                wait,
                run,
                await);
        inputKinds = ExactlyOne.of(HINT, type, keys, click, doubleClick, rightClick, scroll, wait);
        kinds = ExactlyOne.of(HINT, launch, type, keys, click, doubleClick, rightClick, drag, scroll, wait, await, run);
        input = map(inputKinds.keys()).with(inputKinds);
        any = map(kinds.keys()).with(kinds);
        plain = alternative(List.of(launch, type, keys, click, doubleClick, rightClick, drag, scroll, wait, run))
                .named("step");
        measured = Type.of(
                "a step",
                d -> anyOf(
                        plain.schema(d),
                        alternative(List.of(dragAlong)).schema(d),
                        alternative(List.of(scrollBy)).schema(d)),
                value -> step(value, false),
                any::write);
        unmeasured = Type.of(
                "a step",
                d -> anyOf(plain.schema(d), alternative(List.of(await)).schema(d)),
                value -> step(value, true),
                any::write);
    }

    private static MapType<Step> map(List<? extends Key<? super Step, ?>> keys) {
        return MapType.of("a step", fields -> PLACEHOLDER, keys);
    }

    /** What a schema says of steps that have exactly one of these keys. */
    private static MapType<Step> alternative(List<Key<Step, Step>> keys) {
        return map(keys).with(new ExactlyOne<Step, Step>(List.copyOf(keys), HINT));
    }

    private static Key<Step, Step> kind(String name, Type<Step> type, Predicate<Step> is, String help) {
        return Key.<Step, Step>kind(name, type, step -> Optional.of(step).filter(is))
                .help(help);
    }

    /** The steps of {@code do}, one or a list: measured, so nothing may be awaited among them. */
    Type<List<Step>> measured() {
        return Type.of(
                "a step, or a list of steps",
                d -> anyOf(
                        measured.schema(d),
                        Types.list("steps", plain).schema(d),
                        Definitions.schema("type", "array", "items", measured.schema(d), "minItems", 1, "maxItems", 1)),
                this::measured,
                of -> List.of());
    }

    private List<Step> measured(Value value) {
        List<Step> steps = Types.oneOrMore("steps", measured).read(value);
        if (steps.size() > 1 && steps.stream().anyMatch(Step.Gesture.class::isInstance)) {
            value.problem(steps.size() + " steps with a gesture among them (expected: the gesture alone; it is measured"
                    + " from its first input to its last)");
        }
        return steps;
    }

    /** The steps of {@code before}, one or a list. */
    Type<List<Step>> unmeasured() {
        return Types.oneOrMore("steps", unmeasured).called("a step, or a list of steps");
    }

    /** The steps of a handler, one or a list: input only, and not only pauses. */
    Type<List<Step>> input() {
        Type<Step> item = input.named("inputStep").readBy(value -> step(value, input, inputKinds, true));
        Type<List<Step>> steps = Types.oneOrMore("steps", item);
        Map<String, Object> acts = schema("not", schema("required", List.of("wait")));
        return Type.of(
                "a step, or a list of steps",
                d -> {
                    Map<String, Object> list = Types.list("steps", item).schema(d);
                    list.put("contains", acts);
                    Map<String, Object> one = schema("allOf", List.of(item.schema(d)));
                    one.putAll(acts);
                    return anyOf(one, list);
                },
                value -> input(value, steps),
                steps::write);
    }

    private static List<Step> input(Value value, Type<List<Step>> type) {
        List<Step> steps = type.read(value);
        if (steps.stream().allMatch(Step.Wait.class::isInstance)
                && value.problems().count() == 0) {
            value.problem("no step but `wait` (expected: the input that dismisses the window)");
        }
        return steps;
    }

    private Step step(Value value, boolean mayAwait) {
        return step(value, any, kinds, mayAwait);
    }

    private Step step(Value value, MapType<Step> map, ExactlyOne<Step, Step> kinds, boolean mayAwait) {
        Fields fields = map.fields(value);
        return kinds.in(fields)
                .map(kind -> fields.required(kind.name(), of -> step(kind, of, mayAwait), PLACEHOLDER))
                .orElse(PLACEHOLDER);
    }

    private Step step(Key<? super Step, ? extends Step> kind, Value value, boolean inBefore) {
        if (kind.name().equals("await") && !inBefore) {
            value.problem("in `do` (expected: only in `before`; what `do` waits for is `until`)");
        }
        if (kind.name().equals("drag") && value.keys().contains("path")) {
            return gesture(dragAlong.type().read(value), value, inBefore);
        }
        if (kind.name().equals("scroll") && value.keys().contains("by")) {
            return gesture(scrollBy.type().read(value), value, inBefore);
        }
        return kind.type().read(value);
    }

    private static Step gesture(Step gesture, Value value, boolean inBefore) {
        if (inBefore) {
            value.problem("a gesture in `before` (expected: only in `do`, where it is measured)");
        }
        return gesture;
    }

    /** Only its text, or a map with it. */
    private static Type<Step> type(Type<String> typed) {
        Key<Step.Type, String> text =
                Key.required("text", typed, "", Step.Type::text).help("what is typed");
        Key<Step.Type, Optional<Duration>> pace = Key.optional("pace", GrammarLimits.PACE, Step.Type::pace)
                .help("the time from one character to the next");
        MapType<Step.Type> paced =
                MapType.of("a text to type", fields -> new Step.Type(text.in(fields), pace.in(fields)), text, pace);
        return Type.of(
                "text, or a map",
                d -> anyOf(typed.schema(d), paced.schema(d)),
                value -> value.isMap() ? paced.read(value) : new Step.Type(typed.read(value)),
                step -> {
                    Step.Type type = (Step.Type) step;
                    return type.pace().isEmpty() ? type.text() : paced.write(type);
                });
    }

    private Key<Step, Step> click(String name, int button, int count, String help) {
        return kind(
                name,
                place.as(at -> new Step.Click(at, button, count), step -> ((Step.Click) step).place()),
                step -> step instanceof Step.Click click && click.button() == button && click.count() == count,
                help);
    }

    private MapType<Step> drag() {
        Key<Step, Place> from =
                Key.<Step, Place>required("from", place, PlaceGrammar.NOWHERE).help("where the button is pressed");
        Key<Step, Place> to =
                Key.<Step, Place>required("to", place, PlaceGrammar.NOWHERE).help("where it is released");
        Key<Step, Duration> during = Key.<Step, Duration>byDefault(
                        "during", GrammarLimits.PAUSE, Duration.ofMillis(300))
                .help("how long the motion takes");
        return MapType.of(
                "a drag", fields -> new Step.Drag(from.in(fields), to.in(fields), during.in(fields)), from, to, during);
    }

    private Type<Step> scroll() {
        Key<Step.Scroll, Place> at = Key.required("at", place, PlaceGrammar.NOWHERE, Step.Scroll::place)
                .help("where the pointer is meanwhile");
        Type<Integer> turns = Type.of(
                -GrammarLimits.NOTCHES + " to " + GrammarLimits.NOTCHES + ", not 0",
                d -> schema(
                        "type",
                        "integer",
                        "minimum",
                        -GrammarLimits.NOTCHES,
                        "maximum",
                        GrammarLimits.NOTCHES,
                        "not",
                        schema("const", 0)),
                StepGrammar::notches,
                number -> number);
        Key<Step.Scroll, Integer> notches = Key.required("notches", turns, 1, Step.Scroll::notches)
                .help("how far; positive is down, negative is up");
        return MapType.of(
                        "a turn of the wheel",
                        fields -> new Step.Scroll(at.in(fields), notches.in(fields)),
                        at,
                        notches)
                .as(turned -> turned, step -> (Step.Scroll) step);
    }

    private static int notches(Value value) {
        int notches = value.integer(-GrammarLimits.NOTCHES, GrammarLimits.NOTCHES);
        if (notches == 0) {
            value.expected("not 0; positive is down, negative is up");
        }
        return notches;
    }

    /** The same text, with numbers that can be computed only. */
    private static Type<String> numbered(Type<String> plain) {
        return Type.of(
                plain.words(),
                d -> {
                    Map<String, Object> schema = plain.schema(d);
                    String form = String.valueOf(schema.getOrDefault("pattern", "^"));
                    schema.put("pattern", "^" + COMPUTABLE + form.substring(1));
                    return schema;
                },
                plain::read,
                plain::write);
    }
}
