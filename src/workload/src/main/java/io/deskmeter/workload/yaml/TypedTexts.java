package io.deskmeter.workload.yaml;

import io.deskmeter.workload.Agentless;
import io.deskmeter.workload.Handler;
import io.deskmeter.workload.KeyboardLayout;
import io.deskmeter.workload.Step;
import io.deskmeter.workload.Target;
import io.deskmeter.workload.TargetKeyboard;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadTexts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Refuses profiles whose texts would not arrive on their target as they are written. */
final class TypedTexts {
    /**
     * How many characters without a key, both cases of a letter as one, a desktop that Deskmeter starts itself can assign to unused keys. The RFB client has the same number.
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
     * @param expected in words
     */
    private record Typable(IntPredicate hasKey, int others, String expected) {}

    private TypedTexts() {}

    /** All that a workload types. */
    static List<String> of(Workload workload) {
        return WorkloadTexts.of(workload).stream().map(Step.Type::text).toList();
    }

    /** All that handlers type. */
    static List<String> of(List<Handler> handlers) {
        return handlers.stream()
                .map(Handler::steps)
                .flatMap(List::stream)
                .flatMap(TypedTexts::text)
                .toList();
    }

    private static Stream<String> text(Step step) {
        return WorkloadTexts.typed(step).map(Step.Type::text);
    }

    /** All that is typed to launch and to log off without desktop agents. */
    private static List<String> of(Agentless agentless) {
        List<String> texts = new ArrayList<>();
        if (agentless.launcher() instanceof Agentless.Launcher.Dialog dialog) {
            texts.add(dialog.command());
            texts.add(agentless.content());
        }
        agentless.logoff().stream().flatMap(TypedTexts::text).forEach(texts::add);
        return texts;
    }

    /**
     * Notes a problem for each workload with characters that cannot be typed.
     *
     * @param value at which problems are noted
     * @param texts of each workload
     */
    static void check(Value value, Target target, Map<String, List<String>> texts) {
        if (target.keyboard().text() == TargetKeyboard.Text.KEYSYMS) {
            return;
        }
        if (isUnproved(target)) {
            refuseUnproved(value, target, texts);
            return;
        }
        Typable typable = typable(target);
        target.agentless()
                .ifPresent(agentless ->
                        refuse(value, "its launcher and logoff", missing(of(agentless), typable), typable));
        Set<Integer> ofAll = new LinkedHashSet<>();
        texts.values().forEach(each -> ofAll.addAll(missing(each, typable)));
        long letters = ofAll.stream().map(Character::toLowerCase).distinct().count();
        if (letters > typable.others()) {
            texts.forEach((id, each) -> refuse(value, id, missing(each, typable), typable));
        }
    }

    /** Whether nothing says what the keys of its desktops type: the profile tells no layout, RFB has no message that would, and no desktop agent is there to compare what has arrived. */
    private static boolean isUnproved(Target target) {
        return target instanceof Target.VncDesktops vnc
                && vnc.agentless().isPresent()
                && vnc.keyboard().layout().isEmpty();
    }

    private static void refuseUnproved(Value value, Target target, Map<String, List<String>> texts) {
        List<String> typing = new ArrayList<>();
        target.agentless()
                .map(TypedTexts::of)
                .filter(typed -> !typed.isEmpty())
                .ifPresent(typed -> typing.add("its launcher or logoff"));
        texts.forEach((id, each) -> {
            if (!each.isEmpty()) {
                typing.add(id);
            }
        });
        if (!typing.isEmpty()) {
            value.problem("no keyboard of the target, though text is typed by " + String.join(", ", typing)
                    + " (expected: the layout of its desktops, because without a desktop agent nothing notices when another"
                    + " one types other characters; hint: `keyboard: { layout: us }` of the target, then `./deskmeter agent"
                    + " check keyboard --target PROFILE.yaml` to try it)");
        }
    }

    private static Set<Integer> missing(List<String> texts, Typable typable) {
        return texts.stream()
                .flatMap(text -> text.codePoints().boxed())
                .filter(c -> !Character.isISOControl(c) && !typable.hasKey().test(c))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static void refuse(Value value, String whose, Set<Integer> characters, Typable typable) {
        if (!characters.isEmpty()) {
            value.problem("text of " + whose + " with the characters "
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
                    "characters of the layout us, which local desktops have, and at most " + MOST_ASSIGNED + " others");
        }
        if (target instanceof Target.VncDesktops vnc) {
            return vnc.keyboard()
                    .layout()
                    .map(layout -> new Typable(layout::has, 0, "characters of the layout " + layout.name() + HINT))
                    .orElseGet(() -> new Typable(
                            US::has, 0, "characters of the layout us, because the target tells no other" + HINT));
        }
        return new Typable(US::has, 0, "characters of the layout us, which the viewer program has");
    }
}
