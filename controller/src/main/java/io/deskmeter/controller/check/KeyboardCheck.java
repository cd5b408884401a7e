package io.deskmeter.controller.check;

import io.deskmeter.link.v1.CheckText;
import io.deskmeter.workload.KeyboardLayout;
import io.deskmeter.workload.Mode;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.Step;
import io.deskmeter.workload.Target;
import io.deskmeter.workload.TargetKeyboard;
import io.deskmeter.workload.WorkloadTexts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Whether it is known how the workloads' texts arrive on the target. Agents prove it where both ends are there, see {@link AgentCheckPlan}. */
final class KeyboardCheck implements Check {
    static final String WHAT = "target keyboard";

    @Override
    public String name() {
        return "keyboard";
    }

    @Override
    public Duration within(CheckInput checkInput) {
        return Duration.ofSeconds(5);
    }

    @Override
    public void find(CheckInput checkInput, Consumer<Finding> found) {
        if (checkInput.profile().target() instanceof Target.LocalDesktops
                || texts(checkInput).isEmpty()) {
            return;
        }
        if (isUnknown(checkInput.profile())) {
            String risky = elsewhere(texts(checkInput));
            found.accept(Finding.warning(
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
        if (!isProvedByAgents(checkInput)) {
            found.accept(Finding.note(
                    WHAT,
                    "target",
                    "whether the texts of the workloads arrive is not tried by this check",
                    "a trial before the first run",
                    "./deskmeter agent check keyboard --target PROFILE.yaml"));
        }
    }

    /** RFB does not tell which layout the keyboard of a desktop has, and some servers type something else, or nothing, for characters that theirs lacks. */
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

    /** The texts that the workloads and the target's handlers type, each once. */
    static List<CheckText> texts(CheckInput checkInput) {
        Map<String, CheckText> texts = new LinkedHashMap<>();
        checkInput
                .workloads()
                .forEach(workload -> WorkloadTexts.of(workload)
                        .forEach(type -> texts.putIfAbsent(type.text(), text(workload.id(), type))));
        WorkloadTexts.of(checkInput.profile().handlers().handlers())
                .forEach(type -> texts.putIfAbsent(type.text(), text("the target's handlers", type)));
        return List.copyOf(texts.values());
    }

    private static CheckText text(String whose, Step.Type type) {
        return CheckText.newBuilder()
                .setWorkload(whose)
                .setText(type.text())
                .setPaceNanos(type.pace().map(Duration::toNanos).orElse(0L))
                .build();
    }

    /** How long it may take to type them on one display, and each of their characters again where texts do not arrive. */
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
