package io.deskmeter.controller.check;

import io.deskmeter.workload.Mode;
import io.deskmeter.workload.Target;
import io.deskmeter.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Workloads whose sound is measured, on targets whose sound does not reach an agent. */
final class SoundPathCheck implements Check {
    @Override
    public String name() {
        return "sound path";
    }

    @Override
    public Duration within(CheckInput checkInput) {
        return Duration.ofSeconds(5);
    }

    @Override
    public void find(CheckInput checkInput, Consumer<Finding> found) {
        List<String> playing = checkInput.workloads().stream()
                .filter(SoundPathCheck::playsClip)
                .map(Workload::id)
                .toList();
        if (!playing.isEmpty() && !isHeard(checkInput)) {
            found.accept(Finding.warning(
                    "sound path",
                    "target",
                    "the sound of this target is not heard: what " + String.join(", ", playing)
                            + " measures of it will be unknown",
                    "`target: local`, or `mode: local` or `passive`",
                    "set no limits on metrics of sound: unknown samples do not keep them"));
        }
    }

    /** Whether the sound of a run with these workloads comes to an agent: where it is measured on the desktop itself, always. */
    static boolean isHeard(CheckInput checkInput) {
        return checkInput.profile().target() instanceof Target.LocalDesktops
                || checkInput.profile().mode() != Mode.REMOTE;
    }

    /** Whether its sound is measured. */
    static boolean playsClip(Workload workload) {
        return workload.operations().stream()
                .anyMatch(operation -> operation.plays().isPresent());
    }
}
