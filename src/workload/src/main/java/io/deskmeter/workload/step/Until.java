package io.deskmeter.workload.step;

import java.time.Duration;

/**
 * A condition on the screen and how long it may take.
 *
 * @param condition what must be seen
 * @param within timeout measured from the first input event; the operation's outcome is then {@code timeout}
 */
public record Until(Condition condition, Duration within) {}
