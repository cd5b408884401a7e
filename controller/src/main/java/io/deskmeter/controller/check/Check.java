package io.deskmeter.controller.check;

import java.time.Duration;
import java.util.function.Consumer;

/** One independent part of a check. Called on a separate thread; may block; changes nothing. */
interface Check {
    /** The name for messages about a failed check. */
    String name();

    /** Whether it asks agents, or says which of them are connected. */
    default boolean needsAgents() {
        return false;
    }

    /** How long it may take for this profile; a check that takes longer is cancelled. */
    Duration within(CheckInput checkInput);

    /** Reports findings as they are found; nothing if there are no problems. */
    void find(CheckInput checkInput, Consumer<PreflightFinding> found);
}
