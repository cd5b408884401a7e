package io.deskmeter.agent.rdp;

import io.deskmeter.vision.Template;
import java.time.Duration;

/** What must be visible for a logon to have succeeded. */
public sealed interface LogonGoal {
    /** A landmark that the session itself shows, such as the dock's: the most reliable sign. */
    record Landmark(Template template) implements LogonGoal {}

    /**
     * A picture, neither of a single colour nor of a window of the server, that has been unchanged for this time: for sessions without a landmark.
     * The time of the logon is that of the last change.
     */
    record Quiet(Duration quiet) implements LogonGoal {}
}
