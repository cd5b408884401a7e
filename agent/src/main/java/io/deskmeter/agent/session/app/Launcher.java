package io.deskmeter.agent.session.app;

import io.deskmeter.workload.step.Step;
import java.util.List;

/**
 * Input that launches an application on the screen.
 *
 * @param before unmeasured steps that lead to it: conditions to wait for, and input
 * @param input that launches: the clock of the operation starts with it
 */
public record Launcher(List<Step> before, Step input) {
    public Launcher {
        before = List.copyOf(before);
    }
}
