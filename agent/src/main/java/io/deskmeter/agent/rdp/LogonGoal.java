package io.deskmeter.agent.rdp;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Template;
import java.time.Duration;
import java.util.List;

/** What must be visible for a logon to have succeeded. */
public sealed interface LogonGoal {
    /** A landmark that the session itself shows, such as the dock's: the most reliable sign. */
    record Landmark(Template template) implements LogonGoal {}

    /**
     * A picture, neither of a single colour nor of a window of the server, that has been unchanged for this time: for sessions without a landmark.
     * The time of the logon is that of the last change.
     *
     * @param except parts of the screen that do not count
     * @param onlySign whether nothing else tells that the desktop is there: then a window that is all there is on the screen is not the desktop
     */
    record Quiet(Duration quiet, List<Rect> except, boolean onlySign) implements LogonGoal {
        public Quiet {
            except = List.copyOf(except);
        }

        /** One sign among others, on the whole screen. */
        public Quiet(Duration quiet) {
            this(quiet, List.of(), false);
        }
    }
}
