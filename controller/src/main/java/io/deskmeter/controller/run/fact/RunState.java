package io.deskmeter.controller.run.fact;

import io.deskmeter.controller.request.InvalidRequestException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The states of a run. */
public enum RunState {
    /** Accepted and stored, not yet started. */
    CREATED(false, "Created"),
    /** Waits for an agent that has the workloads. */
    PREPARING(false, "Preparing"),
    /** Sessions are started and warm up; also when a load point adds sessions. */
    RAMPING_UP(false, "Ramping up"),
    /** The iterations that count are worked. */
    STEADY(false, "Steady"),
    /** Waits for the last timings of the load point, then judges it. */
    JUDGING(false, "Judging"),
    /** Sessions end after their current operation. */
    RAMPING_DOWN(false, "Ramping down"),
    /** The agents clean up and send the last timings. */
    ENDING(false, "Ending"),
    /** The outcome is stored. */
    REPORTING(false, "Reporting"),
    /** Ended as planned; its figures are valid. */
    FINISHED(true, "Finished"),
    /** Ended, but its figures must not be used; the reason says why. */
    INVALID(true, "Invalid"),
    /** Could not be executed. */
    FAILED(true, "Failed"),
    /** Ended on request. */
    STOPPED(true, "Stopped"),
    /** The controller ended during the run. */
    INTERRUPTED(true, "Interrupted");

    /** The final states. */
    public static final Set<RunState> ENDED =
            Arrays.stream(values()).filter(RunState::ended).collect(Collectors.toUnmodifiableSet());

    private final boolean ended;
    private final String title;

    RunState(boolean ended, String title) {
        this.ended = ended;
        this.title = title;
    }

    /**
     * By its label.
     *
     * @throws InvalidRequestException if the label is unknown
     */
    public static RunState of(String label) {
        return Arrays.stream(values())
                .filter(state -> state.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new InvalidRequestException("state: " + label + " (expected: one of "
                        + Arrays.stream(values()).map(RunState::label).toList() + ")"));
    }

    /** True in final states. */
    public boolean ended() {
        return ended;
    }

    /** For people. */
    public String title() {
        return title;
    }

    /** As REST names it: {@code ramping-up}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
