package io.deskmeter.workload.yaml.profile;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadTexts;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.KeyboardLayout;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetKeyboard;
import io.deskmeter.workload.yaml.document.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Refuses profiles whose texts would not arrive on their target as they are written. */
public final class TypedTexts {
    /**
     * How many characters without a key, both cases of a letter as one, a desktop that Deskmeter starts itself can
     * assign to unused keys. The RFB client has the same number.
     */
    static final int MOST_ASSIGNED = 16;

    private static final KeyboardLayout US = KeyboardLayout.of("us").orElseThrow();
    private static final String HINT =
            "; hint: `keyboard: { layout: de }` of the target tells the layout of its desktops, and"
                    + " `keyboard: { text: keysyms }` that their server types the others nevertheless";

    /**
     * What can be typed on a target.
     *
     * @param hasKey whether a character has a key
     * @param others how many characters without a key can be typed
     * @param pressesKeys whether keys are pressed by their position, so that ctrl+z, too, needs a layout with a z
     * @param expected in words
     */
    private record Typable(IntPredicate hasKey, int others, boolean pressesKeys, String expected) {}

    /**
     * What is typed.
     *
     * @param texts whole ones
     * @param keys characters that are pressed as keys: the z of {@code ctrl+z}
     */
    public record Typed(List<String> texts, List<String> keys) {
        public static final Typed NOTHING = new Typed(List.of(), List.of());

        public Typed {
            texts = List.copyOf(texts);
            keys = List.copyOf(keys);
        }

        private static Typed of(List<Step> steps) {
            return new Typed(
                    steps.stream()
                            .flatMap(WorkloadTexts::typed)
                            .map(Step.Type::text)
                            .toList(),
                    steps.stream()
                            .flatMap(step -> step instanceof Step.Keys keys ? keys.characters() : Stream.of())
                            .toList());
        }

        private Typed and(Typed other) {
            return new Typed(
                    Stream.concat(texts.stream(), other.texts.stream()).toList(),
                    Stream.concat(keys.stream(), other.keys.stream()).toList());
        }

        private IntStream characters() {
            return Stream.concat(texts.stream(), keys.stream()).flatMapToInt(String::codePoints);
        }

        /**
         * Whether it can arrive as something else where the keyboard is another one than was taken for granted. Keys
         * such as Return and ctrl+s are where they are with each layout of Latin letters.
         */
        private boolean needsLayout() {
            return !texts.isEmpty()
                    || !KeyboardLayout.uncertain(keys.stream().flatMapToInt(String::codePoints))
                            .isEmpty();
        }
    }

    private TypedTexts() {}

    /** All that a workload types. */
    public static Typed of(Workload workload) {
        return Typed.of(WorkloadTexts.steps(workload).toList());
    }

    /** All that handlers type. */
    public static Typed of(List<Handler> handlers) {
        return Typed.of(
                handlers.stream().map(Handler::steps).flatMap(List::stream).toList());
    }

    /** All that is typed to launch and to log off without desktop agents. */
    private static Typed of(Agentless agentless) {
        List<String> texts = new ArrayList<>();
        List<Step> keys = new ArrayList<>(agentless.logoff());
        if (agentless.launcher() instanceof Agentless.Launcher.Dialog dialog) {
            texts.add(dialog.command());
            texts.add(agentless.content());
            keys.add(new Step.Keys(List.of(dialog.keys())));
        }
        if (agentless.launcher() instanceof Agentless.Launcher.Menus menus) {
            menus.byWorkload().values().stream()
                    .flatMap(List::stream)
                    .flatMap(choice ->
                            choice instanceof Agentless.Choice.Keys pressed ? Stream.of(pressed) : Stream.of())
                    .forEach(pressed -> keys.add(new Step.Keys(List.of(pressed.chord()))));
        }
        return new Typed(texts, List.of()).and(Typed.of(keys));
    }

    /**
     * Notes a problem for each workload with characters that cannot be typed.
     *
     * @param value at which problems are noted
     * @param texts of each workload
     */
    public static void check(Value value, Target target, Map<String, Typed> texts) {
        if (target.keyboard().text() == TargetKeyboard.Text.KEYSYMS) {
            return;
        }
        if (isUnproved(target)) {
            refuseUnproved(value, target, texts);
            return;
        }
        Typable typable = typable(target);
        target.agentless().ifPresent(agentless -> refuse(value, "its launcher and logoff", of(agentless), typable));
        Set<Integer> ofAll = new LinkedHashSet<>();
        texts.values().forEach(each -> ofAll.addAll(missing(each, typable)));
        long letters = ofAll.stream().map(Character::toLowerCase).distinct().count();
        if (letters > typable.others()) {
            texts.forEach((id, each) -> refuse(value, id, each, typable));
        }
    }

    /**
     * Whether nothing says what the keys of its desktops type: the profile tells no layout, the protocol has no message
     * that would, and no desktop agent is there before the run to compare what arrives. Sessions of an RDP server begin
     * with the keyboard that the client names, but users have settings of their own, and some servers show a desktop
     * that has another one.
     */
    private static boolean isUnproved(Target target) {
        boolean compared = target instanceof Target.LocalDesktops
                || (target instanceof Target.VncDesktops vnc && vnc.agentless().isEmpty());
        return !compared && target.keyboard().layout().isEmpty();
    }

    private static void refuseUnproved(Value value, Target target, Map<String, Typed> texts) {
        Map<String, Typed> typing = new LinkedHashMap<>();
        target.agentless().ifPresent(agentless -> typing.put("its launcher or logoff", of(agentless)));
        typing.putAll(texts);
        typing.values().removeIf(typed -> !typed.needsLayout());
        if (!typing.isEmpty()) {
            String characters =
                    KeyboardLayout.uncertain(typing.values().stream().flatMapToInt(Typed::characters)).stream()
                            .map(Character::toString)
                            .collect(Collectors.joining(" "));
            value.problem("no keyboard of the target, though text is typed by " + String.join(", ", typing.keySet())
                    + (characters.isEmpty()
                            ? ""
                            : "; characters of it that layouts have elsewhere or lack: " + characters)
                    + " (expected: the layout of its desktops, because before the run nothing compares what arrives on them,"
                    + " and another layout types other characters; hint: `keyboard: { layout: us }` of the target, then `./deskmeter agent"
                    + " check keyboard --target PROFILE.yaml` to try it)");
        }
    }

    private static Set<Integer> missing(Typed typed, Typable typable) {
        return missing(
                typable.pressesKeys()
                        ? typed.characters()
                        : typed.texts().stream().flatMapToInt(String::codePoints),
                typable);
    }

    private static Set<Integer> missing(IntStream characters, Typable typable) {
        return characters
                .boxed()
                .filter(c -> !Character.isISOControl(c) && !typable.hasKey().test(c))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static void refuse(Value value, String whose, Typed typed, Typable typable) {
        Set<Integer> ofTexts = missing(typed.texts().stream().flatMapToInt(String::codePoints), typable);
        Set<Integer> ofKeys = missing(typed, typable);
        ofKeys.removeAll(ofTexts);
        refuse(value, "text of " + whose, ofTexts, typable);
        refuse(value, "keys of " + whose, ofKeys, typable);
    }

    private static void refuse(Value value, String what, Set<Integer> characters, Typable typable) {
        if (!characters.isEmpty()) {
            value.problem(what + " with the characters "
                    + characters.stream()
                            .map(c -> String.format(Locale.ROOT, "\"%s\" (U+%04X)", Character.toString(c), c))
                            .collect(Collectors.joining(", "))
                    + " (expected: " + typable.expected() + ")");
        }
    }

    private static Typable typable(Target target) {
        if (target instanceof Target.LocalDesktops local && local.through() == Target.Through.RFB) {
            return new Typable(
                    US::has,
                    MOST_ASSIGNED,
                    false,
                    "characters of the layout us, which local desktops have, and at most " + MOST_ASSIGNED + " others");
        }
        if (target instanceof Target.VncDesktops vnc) {
            return vnc.keyboard()
                    .layout()
                    .map(layout ->
                            new Typable(layout::has, 0, false, "characters of the layout " + layout.name() + HINT))
                    .orElseGet(() -> new Typable(
                            US::has,
                            0,
                            false,
                            "characters of the layout us, because the target tells no other" + HINT));
        }
        return target.keyboard()
                .layout()
                .map(layout -> new Typable(
                        layout::has,
                        0,
                        true,
                        "characters of the layout " + layout.name()
                                + ", which the target tells: its client program presses keys; hint: another text, or"
                                + " other keys, such as F2, or desktops with a layout that has them"))
                .orElseGet(() ->
                        new Typable(US::has, 0, true, "characters of the layout us, which the viewer program has"));
    }
}
