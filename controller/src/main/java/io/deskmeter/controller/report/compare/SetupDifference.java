package io.deskmeter.controller.report.compare;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * Something that was different around the runs of two sides, and may explain a difference.
 *
 * @param fact its key, such as {@code host-cpu} or {@code clock-source}
 * @param name of the fact among its kind: the label of a setting, the id of a workload; empty where there is only one
 * @param baseline its values in the runs of the baseline
 * @param other its values in the other runs
 * @param effect how large its effect on responses may be, 0 to 1, roughly: to put the largest first
 */
@Schema(name = "SetupDifference")
public record SetupDifference(String fact, String name, String baseline, String other, double effect) {
    /** What it is, for people: {@code cores (desktop)}. */
    public String words() {
        String words = SetupFact.of(fact).map(SetupFact::words).orElse(fact);
        return name.isEmpty() ? words : words + " (" + name + ")";
    }
}
