package io.deskmeter.controller.check;

import java.time.Duration;
import java.util.function.Consumer;

/** One independent part of a check. Called on a thread of its own; may block; changes nothing. */
interface Check {
    /** For people: what could not be checked where it fails. */
    String name();

    /** How long it may take for this profile; what is not done by then is given up. */
    Duration within(CheckInput checkInput);

    /** Tells what it finds as it finds it; nothing where all is well. */
    void find(CheckInput checkInput, Consumer<Finding> found);
}
