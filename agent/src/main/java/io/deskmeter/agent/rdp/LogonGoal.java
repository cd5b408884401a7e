package io.deskmeter.agent.rdp;

import io.deskmeter.vision.Template;
import java.time.Duration;

/** What must be visible for a logon to have succeeded. */
public sealed interface LogonGoal {
    /** A landmark that the session shows itself, such as the dock's: the true sign. */
    record Landmark(Template template) implements LogonGoal {}

    /**
     * A picture, neither of a single colour nor of a window of the server's, on which nothing has changed for so long: for sessions that show no
     * landmark. The answer is the last change.
     */
    record Quiet(Duration quiet) implements LogonGoal {}
}
