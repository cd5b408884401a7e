package io.deskmeter.controller.run.machine;

import io.deskmeter.measure.validity.ValidityCheck;
import java.util.Locale;

/** What to change where a run is invalid because a bound of its harness was broken. */
final class ValidityHints {
    private ValidityHints() {}

    /** By how much a check is beyond its bound, and what to do about it. */
    static String of(ValidityCheck check) {
        double times = check.atLeast() ? check.bound() / check.value() : check.value() / check.bound();
        String beyond = Double.isFinite(times) ? String.format(Locale.ROOT, "%.2g times the bound", times) + "; " : "";
        return beyond + "hint: "
                + switch (check.id()) {
                    case "pacing", "lag" ->
                        "the agents sent inputs later than planned: use fewer sessions for each agent, more or faster machines for the"
                                + " agents, or longer think times; `validity: { " + check.id()
                                + ": … }` sets another bound";
                    case "harnessCpu" ->
                        "run the agents and the controller on machines of their own, keep less evidence, or use a larger machine;"
                                + " `validity: { harnessCpu: … }` sets another bound";
                    case "mix" ->
                        "sessions did not work what was planned: the details are in timings.csv; `validity: { mix: … }` sets another bound";
                    case "logonQueue" ->
                        "the agents started desktops later than they were told: use more or faster machines for the agents, or more time"
                                + " between the starts of sessions";
                    default -> "the stage log says what became of the sessions";
                };
    }
}
