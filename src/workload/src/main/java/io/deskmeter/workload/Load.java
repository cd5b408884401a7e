package io.deskmeter.workload;

import java.util.List;

/** How many sessions work, and how that is changed. */
public sealed interface Load {

    /** One load point of so many sessions, each working the profile's iterations once. */
    record Fixed(int sessions) implements Load {}

    /** Load points of rising numbers of sessions; running sessions go on, missing ones are added. */
    record Steps(List<Integer> sessions) implements Load {
        public Steps {
            sessions = List.copyOf(sessions);
        }
    }

    /**
     * Starts with {@code from} sessions and adds {@code add} until a threshold breaks or {@code max} is reached; running sessions
     * go on.
     */
    record Ramp(int from, int add, int max) implements Load {}
}
