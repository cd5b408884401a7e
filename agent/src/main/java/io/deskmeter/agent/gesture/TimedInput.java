package io.deskmeter.agent.gesture;

import io.deskmeter.screen.InputEvent;
import java.util.List;

/**
 * One input of a gesture.
 *
 * @param after when it is to be sent, in nanoseconds after the beginning of the gesture
 * @param events sent together; at least one
 */
public record TimedInput(long after, List<InputEvent> events) {
    public TimedInput {
        events = List.copyOf(events);
    }
}
