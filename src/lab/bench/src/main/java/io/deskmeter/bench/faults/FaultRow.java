package io.deskmeter.bench.faults;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a fault in a stage.
 *
 * @param state how the run ended; why it cannot happen if {@code possible} is false
 * @param reasons of the run and of failed load points; without any, what the stage log says about sessions
 * @param secondsToEnd from the fault to the end of the run, as REST shows it
 * @param secondsToNothing from the fault until everything has ended on all sides
 * @param left sessions and desktops that remained later, and agents that were not free again
 * @param tries until the fault happened in the stage
 */
record FaultRow(
        Fault fault,
        Stage stage,
        boolean possible,
        String state,
        List<String> reasons,
        double secondsToEnd,
        double secondsToNothing,
        int left,
        int tries) {

    static FaultRow impossible(Fault fault, Stage stage, String why) {
        return new FaultRow(fault, stage, false, why, List.of(), 0, 0, 0, 0);
    }

    boolean asExpected() {
        return !possible
                || (state.equals(fault.expected(stage))
                        && String.join("; ", reasons).contains(fault.reason(stage))
                        && left == 0);
    }

    Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("fault", fault.word());
        row.put("stage", stage.label());
        row.put("state", possible ? state : "cannot happen: " + state);
        row.put("secondsToEnd", possible ? secondsToEnd : null);
        row.put("secondsToNothingLeft", possible ? secondsToNothing : null);
        row.put("left", possible ? left : null);
        row.put("tries", possible ? tries : null);
        row.put("reasons", String.join("; ", reasons));
        return row;
    }

    /** A line of a table in Markdown. */
    String markdown() {
        if (!possible) {
            return "| " + fault.title() + " | " + stage.label() + " | cannot happen: " + state + " | | | | |";
        }
        return "| " + fault.title() + " | " + stage.label() + " | " + state + " | "
                + String.join("; ", reasons)
                        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "…")
                        .replace("|", "\\|")
                + " | " + secondsToEnd + " | " + secondsToNothing + " | " + left + " |";
    }
}
