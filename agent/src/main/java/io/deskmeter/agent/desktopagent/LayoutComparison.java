package io.deskmeter.agent.desktopagent;

import io.deskmeter.screen.KeyPosition;
import io.deskmeter.screen.KeyboardTable;
import io.deskmeter.screen.UntypableText;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadTexts;
import io.deskmeter.workload.run.Mode;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.KeyboardLayout;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetKeyboard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether the keyboard of this desktop has the layout that its target tells. Client programs press keys by their
 * position, so with another layout other characters arrive. Of VNC desktops a check before the run sees what arrives;
 * the desktops of other targets exist only after their logon.
 */
final class LayoutComparison {
    private final RunProfile profile;
    private final KeyboardLayout told;
    private final List<Integer> characters;

    /** @param workloads of the profile */
    LayoutComparison(RunProfile profile, List<Workload> workloads) {
        this.profile = profile;
        this.told = profile.target()
                .keyboard()
                .layout()
                .orElseGet(() -> KeyboardLayout.of("us").orElseThrow());
        List<Handler> handlers = profile.handlers().handlers();
        Stream<Step.Type> typed = Stream.concat(
                workloads.stream().flatMap(workload -> WorkloadTexts.of(workload).stream()),
                WorkloadTexts.of(handlers).stream());
        Stream<String> pressed = Stream.concat(
                workloads.stream().map(workload -> WorkloadTexts.pressed(workload, Optional.of(told))),
                Stream.of(WorkloadTexts.pressed(handlers, Optional.of(told))));
        this.characters = Stream.concat(
                        told.elsewhere(typed.flatMapToInt(type -> type.text().codePoints())).stream(),
                        told.keysElsewhere(pressed.flatMapToInt(String::codePoints)).stream())
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * Whether anything is typed of which the place depends on the layout, and nobody else knows whether it is right.
     */
    boolean isNeeded() {
        return profile.mode() == Mode.REMOTE
                && (profile.target() instanceof Target.RdpHosts || profile.target() instanceof Target.ViewerHosts)
                && profile.target().keyboard().proof() == TargetKeyboard.Proof.CHECK
                && !characters.isEmpty();
    }

    /**
     * Why nothing is typed on this desktop; empty if the layout is the right one.
     *
     * @param keyboard of the display; empty if it cannot be read
     */
    Optional<String> refusal(Optional<KeyboardTable> keyboard) {
        if (keyboard.isEmpty()) {
            return Optional.of("keyboard: the profile says " + told.name()
                    + ", and this desktop does not tell what its keys type"
                    + " (expected: a layout that was tried, because with another one other characters arrive; hint: "
                    + manual() + ")");
        }
        List<String> wrong = new ArrayList<>();
        for (int character : characters) {
            KeyboardLayout.Key key = told.keys().get(character);
            if (key != null) {
                int typed = keyboard.get().character(new KeyPosition(key.scancode(), key.shift(), key.altGr()));
                if (typed != character) {
                    wrong.add(UntypableText.names(Set.of(character))
                            + (typed == 0 ? " does not arrive" : " arrives as " + UntypableText.names(Set.of(typed))));
                }
            }
        }
        return wrong.isEmpty()
                ? Optional.empty()
                : Optional.of("keyboard: the profile says " + told.name() + ", and this desktop has another layout: "
                        + String.join(", ", wrong)
                        + " (expected: the layout of the desktop; hint: `keyboard: { layout: … }` of the target, or another"
                        + " layout in the settings of this user; where the texts arrive nevertheless, " + manual()
                        + ")");
    }

    private String manual() {
        return "`keyboard: { layout: " + told.name() + ", proof: manual }` of the target after `./deskmeter agent check"
                + " keyboard --target PROFILE.yaml` has tried it";
    }
}
