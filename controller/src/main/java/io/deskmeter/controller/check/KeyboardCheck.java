package io.deskmeter.controller.check;

import io.deskmeter.link.v1.CheckText;
import io.deskmeter.workload.WorkloadTexts;
import io.deskmeter.workload.run.Mode;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.KeyboardLayout;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetKeyboard;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Whether it is known how the workloads' texts arrive on the target. Agents prove it where both ends are there, see
 * {@link AgentCheckPlan}.
 */
final class KeyboardCheck implements Check {
    static final String WHAT = "target keyboard";

    private static final String HANDLERS = "the target's handlers";
    private static final String LAUNCHER = "the target's launcher or logoff";

    @Override
    public String name() {
        return "keyboard";
    }

    @Override
    public Duration within(CheckInput checkInput) {
        return Duration.ofSeconds(5);
    }

    @Override
    public void find(CheckInput checkInput, Consumer<PreflightFinding> found) {
        if (checkInput.profile().target() instanceof Target.LocalDesktops
                || texts(checkInput).isEmpty()) {
            return;
        }
        if (isUnknown(checkInput.profile()) && !unproved(checkInput).isEmpty()) {
            String risky = elsewhere(texts(checkInput));
            found.accept(PreflightFinding.warning(
                    WHAT,
                    "target.vnc.keyboard",
                    "not told"
                            + (risky.isEmpty()
                                    ? ""
                                    : "; characters of the texts that other layouts have elsewhere or lack: " + risky),
                    "the layout of the desktops: us is assumed, and with another one texts may arrive as other"
                            + " characters",
                    "`keyboard: { layout: us }` of the target, with the layout of the desktops"));
        }
        if (!isTried(checkInput) && checkInput.profile().target().keyboard().proof() == TargetKeyboard.Proof.CHECK) {
            found.accept(PreflightFinding.note(
                    WHAT,
                    "target",
                    "whether the texts of the workloads arrive is not tried by this check",
                    "a trial before the first run",
                    "./deskmeter agent check keyboard --target PROFILE.yaml"));
        }
    }

    /**
     * Whether agents type the texts in a check: on VNC desktops, which are there before a session begins. Without
     * desktop agents somebody must have opened a text field there.
     */
    static boolean isTried(CheckInput checkInput) {
        return checkInput.profile().target() instanceof Target.VncDesktops
                && (isProvedByAgents(checkInput) || !unproved(checkInput).isEmpty());
    }

    /**
     * The texts that may be typed only where a check has seen them arrive: their characters have other places on other
     * layouts, and neither the profile's author answers for the layout that it tells, nor does a desktop agent compare
     * it when its user logs on, nor does the desktop agent type itself.
     */
    static List<CheckText> unproved(CheckInput checkInput) {
        RunProfile profile = checkInput.profile();
        TargetKeyboard keyboard = profile.target().keyboard();
        if (profile.target() instanceof Target.LocalDesktops
                || profile.mode() != Mode.REMOTE
                || keyboard.text() == TargetKeyboard.Text.KEYSYMS
                || keyboard.proof() == TargetKeyboard.Proof.MANUAL
                || isComparedAtLogon(profile)) {
            return List.of();
        }
        KeyboardLayout layout = keyboard.layout().orElseGet(KeyboardCheck::us);
        return all(checkInput).entrySet().stream()
                .filter(text -> !(text.getValue().pressed()
                                ? layout.keysElsewhere(text.getKey().codePoints())
                                : layout.elsewhere(text.getKey().codePoints()))
                        .isEmpty())
                .map(text -> text.getValue().text())
                .toList();
    }

    /**
     * Desktops of these targets exist only after a logon, so no check can look at their keyboard; the desktop agent in
     * each does.
     */
    private static boolean isComparedAtLogon(RunProfile profile) {
        return !(profile.target() instanceof Target.VncDesktops)
                && profile.target().agentless().isEmpty();
    }

    private static KeyboardLayout us() {
        return KeyboardLayout.of("us").orElseThrow();
    }

    /**
     * RFB does not tell which layout the keyboard of a desktop has, and some servers type something else, or nothing,
     * for characters that theirs lacks.
     */
    static boolean isUnknown(RunProfile profile) {
        TargetKeyboard keyboard = profile.target().keyboard();
        return profile.target() instanceof Target.VncDesktops
                && profile.mode() == Mode.REMOTE
                && keyboard.layout().isEmpty()
                && keyboard.text() != TargetKeyboard.Text.KEYSYMS;
    }

    static String elsewhere(List<CheckText> texts) {
        return KeyboardLayout.uncertain(
                        texts.stream().flatMapToInt(text -> text.getText().codePoints()))
                .stream()
                .map(Character::toString)
                .collect(Collectors.joining(" "));
    }

    /** Whether desktop agents are in the desktops before a session begins. */
    static boolean isProvedByAgents(CheckInput checkInput) {
        return checkInput.profile().target() instanceof Target.VncDesktops vnc
                && vnc.agentless().isEmpty();
    }

    /**
     * A text, and what it is made of.
     *
     * @param pressed whether it is not typed, but its characters are pressed as keys: the z of {@code ctrl+z}
     */
    private record Typed(CheckText text, boolean pressed) {}

    /**
     * The texts that the workloads, the target's handlers, its launcher and its logoff type, each once; characters that
     * are pressed as keys are a text, too.
     */
    static List<CheckText> texts(CheckInput checkInput) {
        return all(checkInput).values().stream().map(Typed::text).toList();
    }

    private static Map<String, Typed> all(CheckInput checkInput) {
        Map<String, Typed> texts = new LinkedHashMap<>();
        checkInput.workloads().forEach(workload -> add(texts, workload.id(), WorkloadTexts.of(workload)));
        add(texts, HANDLERS, WorkloadTexts.of(checkInput.profile().handlers().handlers()));
        Optional<Agentless> agentless = checkInput.profile().target().agentless();
        agentless.ifPresent(without -> add(
                texts,
                LAUNCHER,
                WorkloadTexts.of(without, checkInput.profile().workloads().workloads())));
        Optional<KeyboardLayout> layout =
                checkInput.profile().target().keyboard().layout();
        checkInput
                .workloads()
                .forEach(workload -> press(texts, workload.id(), WorkloadTexts.pressed(workload, layout)));
        press(
                texts,
                HANDLERS,
                WorkloadTexts.pressed(checkInput.profile().handlers().handlers(), layout));
        agentless.ifPresent(without -> press(texts, LAUNCHER, WorkloadTexts.pressed(without, layout)));
        return texts;
    }

    private static void add(Map<String, Typed> texts, String whose, List<Step.Type> typed) {
        typed.forEach(type -> texts.putIfAbsent(type.text(), new Typed(text(whose, type), false)));
    }

    private static void press(Map<String, Typed> texts, String whose, String characters) {
        if (!characters.isEmpty()) {
            texts.putIfAbsent(characters, new Typed(text(whose, new Step.Type(characters)), true));
        }
    }

    private static CheckText text(String whose, Step.Type type) {
        return CheckText.newBuilder()
                .setWorkload(whose)
                .setText(type.text())
                .setPaceNanos(type.pace().map(Duration::toNanos).orElse(0L))
                .build();
    }

    /**
     * How long it may take to type them on one display, and each of their characters again where texts do not arrive.
     */
    static Duration typing(List<CheckText> texts) {
        Duration typing = Duration.ZERO;
        for (CheckText text : texts) {
            typing = typing.plusMillis(1_500)
                    .plus(Duration.ofMillis(200)
                            .plusNanos(text.getPaceNanos())
                            .multipliedBy(text.getText().length()));
        }
        return typing;
    }
}
