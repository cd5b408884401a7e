package io.deskmeter.agent.rdp;

import io.deskmeter.vision.template.Template;
import java.time.Duration;
import java.util.Optional;

/** What must be visible for a logon to have succeeded. */
public sealed interface LogonGoal {
    /** A landmark that the session itself shows, such as the dock's: the most reliable sign. */
    record Landmark(Template template) implements LogonGoal {}

    /**
     * A picture, neither of a single colour nor of a window of the server, that has been unchanged for this time: for
     * sessions without a landmark. The time of the logon is that of the last change.
     *
     * @param exceptCaret whether what a blinking caret changes, or as little, does not count: where the logon is not
     *     measured, and an application may have been left open
     */
    record Quiet(Duration quiet, boolean exceptCaret) implements LogonGoal {
        /** Where any change counts. */
        public Quiet(Duration quiet) {
            this(quiet, false);
        }
    }

    /**
     * No picture will do: where neither a desktop agent nor a landmark proves the logon, one that has been unchanged
     * for this time ends it as not proved.
     */
    record Unproved(Duration quiet) implements LogonGoal {}

    /** Whether what a blinking caret changes, or as little, does not count. */
    default boolean isExceptCaret() {
        return this instanceof Unproved || (this instanceof Quiet waits && waits.exceptCaret());
    }

    /** For how long a picture must be unchanged to decide the logon; empty if only a landmark does. */
    default Optional<Duration> rest() {
        if (this instanceof Quiet waits) {
            return Optional.of(waits.quiet());
        }
        return this instanceof Unproved waits ? Optional.of(waits.quiet()) : Optional.empty();
    }
}
