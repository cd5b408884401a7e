package io.deskmeter.workload.yaml.targets;

import static io.deskmeter.workload.yaml.grammar.Definitions.anyOf;
import static io.deskmeter.workload.yaml.grammar.Definitions.schema;

import io.deskmeter.workload.step.ScreenRect;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Agentless.Choice;
import io.deskmeter.workload.targets.Agentless.Launcher;
import io.deskmeter.workload.targets.Agentless.Picture;
import io.deskmeter.workload.targets.Agentless.Sign;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.ExactlyOne;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.KeyRule;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.OnlyWith;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import io.deskmeter.workload.yaml.picture.PictureText;
import io.deskmeter.workload.yaml.workload.ScreenRects;
import io.deskmeter.workload.yaml.workload.StepGrammar;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The keys of how the sessions of a target are driven without desktop agents. */
final class AgentlessGrammar {
    private static final Pattern TYPED = Pattern.compile("[^\\p{Cc}\\p{Cs}]{1,1000}");
    private static final Pattern FOLDER = Pattern.compile("[^\\x00-\\x20\\x7f'\"]{1,400}");
    private static final Launcher NO_LAUNCHER = new Launcher.Icons(Map.of());

    private static final Key<Sign, Duration> READY_REST = rest(Function.identity(), "nothing changes for so long");
    private static final Key<Sign, List<ScreenRect>> EXCEPT = Key.<Sign, List<ScreenRect>>optional(
                    "except",
                    ScreenRects.RECTS,
                    List.of(),
                    sign -> sign instanceof Sign.Rest rest ? rest.except() : List.of())
            .help(
                    "beside `rest`, [parts of the screen that do not count](#conditions), which lie on the `desktop` and leave something of it to look at");
    private static final Key<Sign, Picture> READY_LANDMARK = landmark(
            Function.identity(),
            "a picture; `rdp` and `viewer` targets need one, which proves that the user is logged on");
    private static final ExactlyOne<Sign, Object> SIGNS = ExactlyOne.of("", READY_REST, READY_LANDMARK);
    static final MapType<Sign> READY_SIGN = MapType.of(
                    "a sign", fields -> sign(fields, ScreenRect.LARGEST_DESKTOP), READY_REST, EXCEPT, READY_LANDMARK)
            .with(OnlyWith.of(READY_REST, EXCEPT), SIGNS);

    private static final Key<Launcher.Dialog, String> KEYS =
            Key.required("keys", StepGrammar.CHORD, "", Launcher.Dialog::keys).help("the keys that open it");
    private static final Key<Launcher.Dialog, Duration> DIALOG_REST =
            rest(Launcher.Dialog::opened, "it accepts text when nothing changes for so long");
    private static final Key<Launcher.Dialog, Picture> DIALOG_LANDMARK =
            landmark(Launcher.Dialog::opened, "the picture that shows that it accepts text");
    private static final Key<Launcher.Dialog, String> COMMAND = Key.byDefault(
                    "command",
                    Types.quantity(
                            "a line of text",
                            "[^\\x00-\\x1f\\x7f]{1,1000}",
                            of -> of.text(TYPED, "one line of text, at most 1000 characters"),
                            command -> command),
                    Agentless.COMMAND,
                    Launcher.Dialog::command)
            .help("what is typed");
    private static final ExactlyOne<Launcher.Dialog, Object> DIALOG_SIGNS =
            ExactlyOne.of("", DIALOG_REST, DIALOG_LANDMARK);
    static final MapType<Launcher.Dialog> RUN_DIALOG =
            MapType.of("a run dialog", fields -> dialog(fields, ""), KEYS, DIALOG_REST, DIALOG_LANDMARK, COMMAND);

    private static final Key<Choice, Choice.Click> CLICK = Key.<Choice, Choice.Click>kind(
                    "click", PictureText.PICTURE.as(Choice.Click::new, Choice.Click::picture), Choice.Click.class)
            .help("clicks the picture as soon as it is on the screen");
    private static final Key<Choice, Choice.Keys> PRESS = Key.<Choice, Choice.Keys>kind(
                    "keys", StepGrammar.CHORD.as(Choice.Keys::new, Choice.Keys::chord), Choice.Keys.class)
            .help("presses a key combination");
    private static final ExactlyOne<Choice, Choice> CHOICES = ExactlyOne.of("", CLICK, PRESS);
    private static final Type<Choice> CHOICE = MapType.<Choice>of(
                    "a choice", fields -> CHOICES.read(fields).orElse(new Choice.Keys("")), CLICK, PRESS)
            .with(CHOICES);

    private static final Key<Launcher, Launcher.Dialog> DIALOG = Key.<Launcher, Launcher.Dialog>kind(
                    "dialog",
                    Type.of(
                            "a key combination, or a map",
                            d -> anyOf(StepGrammar.CHORD.schema(d), RUN_DIALOG.schema(d)),
                            value -> dialog(value, ""),
                            RUN_DIALOG::write),
                    Launcher.Dialog.class)
            .help(
                    "a dialog that runs the command that is typed: the keys that open it alone, or a map: `keys`, `rest` (500ms by default) or `landmark`,"
                            + " which shows that it accepts text, and the `command` that is typed, `"
                            + Agentless.COMMAND
                            + "` by default");
    private static final Key<Launcher, Launcher.Icons> ICONS = Key.<Launcher, Launcher.Icons>kind(
                    "icons",
                    byWorkload("a picture", PictureText.PICTURE).as(Launcher.Icons::new, Launcher.Icons::byWorkload),
                    Launcher.Icons.class)
            .help("icons on the desktop; a double click launches");
    private static final Key<Launcher, Launcher.Menus> MENUS = Key.<Launcher, Launcher.Menus>kind(
                    "menus",
                    byWorkload("a list", Types.list("choices", CHOICE))
                            .as(Launcher.Menus::new, Launcher.Menus::byWorkload),
                    Launcher.Menus.class)
            .help(
                    "the way through menus: a list of `{ click: picture }` and `{ keys: Down }`, of which the last launches");
    private static final ExactlyOne<Launcher, Launcher> LAUNCHERS = ExactlyOne.of("", DIALOG, ICONS, MENUS);
    static final MapType<Launcher> LAUNCHERS_OF_TARGET = MapType.of(
                    "a launcher", (Fields fields) -> launcher(fields, ""), DIALOG, ICONS, MENUS)
            .with(LAUNCHERS);

    private static final Key<Step, Step.Keys> LOGOFF_KEYS = Key.<Step, Step.Keys>kind(
                    "keys",
                    StepGrammar.CHORD.as(
                            chord -> new Step.Keys(List.of(chord)),
                            keys -> keys.chords().get(0)),
                    Step.Keys.class)
            .help("presses a key combination");
    private static final Key<Step, Step.Type> LOGOFF_TYPE = Key.<Step, Step.Type>kind(
                    "type", StepGrammar.TYPED.as(Step.Type::new, Step.Type::text), Step.Type.class)
            .help("types text");
    private static final Key<Step, Step.Wait> LOGOFF_WAIT = Key.<Step, Step.Wait>kind(
                    "wait", GrammarLimits.QUIET.as(Step.Wait::new, Step.Wait::duration), Step.Wait.class)
            .help("does nothing for a while");
    private static final ExactlyOne<Step, Step> INPUTS = ExactlyOne.of("", LOGOFF_KEYS, LOGOFF_TYPE, LOGOFF_WAIT);
    private static final Type<Step> INPUT = MapType.<Step>of(
                    "input",
                    fields -> INPUTS.read(fields).orElse(StepGrammar.PLACEHOLDER),
                    LOGOFF_KEYS,
                    LOGOFF_TYPE,
                    LOGOFF_WAIT)
            .with(INPUTS);

    private static final Key<Target, Boolean> SWITCH = Key.<Target, Boolean>byDefault(
                    "desktopAgent",
                    Types.choice(List.of(false, true), none -> none ? "none" : "session", false),
                    false,
                    target -> target.agentless().isPresent())
            .help(
                    "whether a desktop agent runs in each session; with `none`, all goes through the display, and the mode must be `remote`")
            .writtenIfOther();
    private static final Key<Target, Optional<String>> CONTENT = Key.<Target, String>optional(
                    "content",
                    Types.text(FOLDER, "a folder on the desktop's machine, without spaces and quotes")
                            .called("a folder"),
                    of -> of.agentless().map(Agentless::content).filter(content -> !content.isEmpty()))
            .help("folder on the desktop's machine with what the sessions launch")
            .otherwise("required if the launcher names it");
    private static final Key<Target, Optional<Sign>> READY = Key.<Target, Sign>optional(
                    "ready", READY_SIGN, of -> of.agentless().map(Agentless::ready))
            .help("when the desktop can be used after a logon: exactly one of `rest` and `landmark`")
            .otherwise("`rest: 2s`");
    private static final Key<Target, Optional<Launcher>> LAUNCHER = Key.<Target, Launcher>optional(
                    "launcher", LAUNCHERS_OF_TARGET, of -> of.agentless().map(Agentless::launcher))
            .help("how applications are launched: exactly one of `dialog`, `icons`, `menus`")
            .otherwise("required");
    private static final Key<Target, Optional<List<Step>>> LOGOFF = Key.<Target, List<Step>>optional(
                    "logoff",
                    Types.list("input", INPUT).called("a list of `{ keys: … }`, `{ type: … }` and `{ wait: … }`"),
                    of -> of.agentless().map(Agentless::logoff).filter(steps -> !steps.isEmpty()))
            .help("input that logs the user off; without it the display is only closed")
            .otherwise("none");
    private static final List<Key<Target, ?>> OF_NONE = List.of(CONTENT, READY, LAUNCHER, LOGOFF);

    /** Beside those of a kind of target. */
    static final List<Key<Target, ?>> ALL = List.of(SWITCH, CONTENT, READY, LAUNCHER, LOGOFF);

    /** What is the case where there is no desktop agent; this class checks it. */
    static final KeyRule RULE = KeyRule.byReader(AgentlessGrammar::addTo);

    private AgentlessGrammar() {}

    private static void addTo(Map<String, Object> schema) {
        Map<String, Object> none = schema(
                "properties", Map.of(SWITCH.name(), schema("const", "none")), "required", List.of(SWITCH.name()));
        OF_NONE.forEach(key -> KeyRule.where(key, none).addTo(schema));
        schema.put("if", none);
        schema.put(
                "then",
                schema(
                        "required",
                        List.of(LAUNCHER.name()),
                        "properties",
                        Map.of(TargetGrammar.APPLICATION.name(), false)));
    }

    private static <R> Key<R, Duration> rest(Function<R, Sign> sign, String help) {
        return Key.<R, Duration>kind(
                        "rest",
                        GrammarLimits.QUIET,
                        of -> sign.apply(of) instanceof Sign.Rest rest ? Optional.of(rest.quiet()) : Optional.empty())
                .help(help);
    }

    private static <R> Key<R, Picture> landmark(Function<R, Sign> sign, String help) {
        return Key.<R, Picture>kind(
                        "landmark",
                        PictureText.PICTURE,
                        of -> sign.apply(of) instanceof Sign.Landmark landmark
                                ? Optional.of(landmark.picture())
                                : Optional.empty())
                .help(help);
    }

    /** Reads its keys; empty for a target with desktop agents. */
    static Optional<Agentless> read(Fields fields, ScreenRect screen) {
        if (!SWITCH.in(fields)) {
            refuse(fields, OF_NONE, "without `" + SWITCH.name() + ": none` (expected: only beside it)");
            return Optional.empty();
        }
        refuse(
                fields,
                List.of(TargetGrammar.APPLICATION),
                "beside `" + SWITCH.name()
                        + ": none` (expected: a desktop, because input launches the applications there)");
        String content = CONTENT.in(fields).orElse("");
        return Optional.of(new Agentless(
                content,
                READY.in(fields, of -> Optional.of(sign(READY_SIGN.fields(of), screen)))
                        .orElse(new Sign.Rest(Agentless.READY_REST)),
                fields.required(LAUNCHER.name(), of -> launcher(LAUNCHERS_OF_TARGET.fields(of), content), NO_LAUNCHER),
                LOGOFF.in(fields).orElse(List.of())));
    }

    private static void refuse(Fields fields, List<? extends Key<?, ?>> keys, String problem) {
        keys.forEach(key -> fields.optional(
                key.name(),
                value -> {
                    value.problem(problem);
                    return key;
                },
                key));
    }

    private static Sign sign(Fields fields, ScreenRect screen) {
        return SIGNS.in(fields)
                .map(kind -> kind.name().equals(READY_LANDMARK.name())
                        ? new Sign.Landmark(READY_LANDMARK.in(fields))
                        : (Sign) new Sign.Rest(
                                READY_REST.in(fields), EXCEPT.in(fields, of -> ScreenRects.read(of, screen))))
                .orElse(new Sign.Rest(Agentless.READY_REST));
    }

    private static Launcher launcher(Fields fields, String content) {
        return LAUNCHERS
                .in(fields)
                .<Launcher>map(kind -> kind.name().equals(DIALOG.name())
                        ? DIALOG.in(fields, of -> dialog(of, content))
                        : kind.in(fields))
                .orElse(NO_LAUNCHER);
    }

    /** Only its keys, or a map with them. */
    private static Launcher.Dialog dialog(Value value, String content) {
        if (!value.isText()) {
            return dialog(RUN_DIALOG.fields(value), content);
        }
        requireContent(value, Agentless.COMMAND, content);
        return new Launcher.Dialog(
                StepGrammar.CHORD.read(value), new Sign.Rest(Agentless.DIALOG_REST), Agentless.COMMAND);
    }

    private static Launcher.Dialog dialog(Fields fields, String content) {
        String command = COMMAND.in(fields);
        requireContent(fields.map(), command, content);
        String keys = KEYS.in(fields);
        Sign opened = new Sign.Rest(Agentless.DIALOG_REST);
        if (fields.has(DIALOG_REST.name()) || fields.has(DIALOG_LANDMARK.name())) {
            opened = DIALOG_SIGNS
                    .in(fields)
                    .map(kind -> kind.name().equals(DIALOG_LANDMARK.name())
                            ? new Sign.Landmark(DIALOG_LANDMARK.in(fields))
                            : (Sign) new Sign.Rest(DIALOG_REST.in(fields)))
                    .orElse(opened);
        }
        return new Launcher.Dialog(keys, opened, command);
    }

    private static void requireContent(Value value, String command, String content) {
        if (command.contains("${content}") && content.isEmpty()) {
            value.problem(
                    "types " + command + ", but `content` is missing (expected: the folder on the desktop's machine,"
                            + " beside `launcher`)");
        }
    }

    private static <T> Type<Map<String, T>> byWorkload(String words, Type<T> type) {
        return Type.of(
                words + " for each workload",
                d -> schema("type", "object", "additionalProperties", type.schema(d)),
                value -> byWorkload(value, type),
                map -> {
                    Map<String, Object> written = new LinkedHashMap<>();
                    map.forEach((id, of) -> written.put(id, type.write(of)));
                    return written;
                });
    }

    private static <T> Map<String, T> byWorkload(Value value, Type<T> type) {
        Fields fields = value.fields("launchers by workload", value.keys());
        Map<String, T> byWorkload = new LinkedHashMap<>();
        for (String id : value.keys()) {
            if (!Keywords.ID.matcher(id).matches()) {
                value.problem(id + " (expected: " + Keywords.ID_FORM + ")");
            } else {
                fields.optional(id, of -> Optional.of(type.read(of)), Optional.<T>empty())
                        .ifPresent(launcher -> byWorkload.put(id, launcher));
            }
        }
        return byWorkload;
    }
}
