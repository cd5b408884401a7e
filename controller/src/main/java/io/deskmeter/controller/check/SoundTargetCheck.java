package io.deskmeter.controller.check;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.Mode;
import io.deskmeter.workload.targets.Target;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Workloads whose sound is measured, on targets whose sound does not reach an agent. */
final class SoundTargetCheck implements Check {
    @Override
    public String name() {
        return "sound path";
    }

    @Override
    public Duration within(CheckInput checkInput) {
        return Duration.ofSeconds(5);
    }

    @Override
    public void find(CheckInput checkInput, Consumer<PreflightFinding> found) {
        List<String> playing = checkInput.workloads().stream()
                .filter(SoundTargetCheck::playsClip)
                .map(Workload::id)
                .toList();
        if (playing.isEmpty()) {
            return;
        }
        if (!isHeard(checkInput)) {
            found.accept(PreflightFinding.warning(
                    "sound path",
                    "target",
                    "the sound of this target is not heard: what " + String.join(", ", playing)
                            + " measures of it will be unknown",
                    "another target, `soundPort`, or `mode: local` or `passive`",
                    "set no limits on metrics of sound: unknown samples do not keep them"));
        } else if (isFar(checkInput)) {
            found.accept(PreflightFinding.note(
                    "sound path",
                    "target",
                    "not tried before the run: a test tone needs a user who has logged on",
                    "sound that comes to the client agent",
                    "look at the first samples of " + String.join(", ", playing)));
        }
    }

    /**
     * Whether the sound of a run with these workloads comes to an agent: where it is measured on the desktop itself,
     * always.
     */
    static boolean isHeard(CheckInput checkInput) {
        boolean silent = checkInput.profile().target() instanceof Target.VncDesktops vnc
                && vnc.soundPort().isEmpty();
        return !silent || checkInput.profile().mode() != Mode.REMOTE;
    }

    /** Whether it comes over a network, so that it cannot be tried before somebody has logged on. */
    private static boolean isFar(CheckInput checkInput) {
        return !(checkInput.profile().target() instanceof Target.LocalDesktops)
                && checkInput.profile().mode() == Mode.REMOTE;
    }

    /** Whether its sound is measured. */
    static boolean playsClip(Workload workload) {
        return workload.operations().stream()
                .anyMatch(operation -> operation.plays().isPresent());
    }
}
