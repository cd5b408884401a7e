package io.deskmeter.agent.session;

import io.deskmeter.agent.session.control.SessionState;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The table of a state machine: which method handles a type of event in a state. */
final class Transitions {
    private final Map<SessionState, Map<Class<? extends SessionEvent>, Consumer<SessionEvent>>> rows =
            new EnumMap<>(SessionState.class);

    /** Adds rows: in each of these states, this type of event runs the action. */
    <T extends SessionEvent> Transitions on(Set<SessionState> states, Class<T> kind, Consumer<T> action) {
        for (SessionState state : states) {
            Consumer<SessionEvent> before = rows.computeIfAbsent(state, s -> new LinkedHashMap<>())
                    .put(kind, signal -> action.accept(kind.cast(signal)));
            if (before != null) {
                throw new IllegalStateException("row: " + state + ", " + kind.getSimpleName() + " (expected: once)");
            }
        }
        return this;
    }

    <T extends SessionEvent> Transitions on(SessionState state, Class<T> kind, Consumer<T> action) {
        return on(Set.of(state), kind, action);
    }

    /** The action of a row that expects an event and does nothing. */
    static void nothing(SessionEvent signal) {}

    /** Runs the row of this state and event; false if there is none. */
    boolean fire(SessionState state, SessionEvent signal) {
        Consumer<SessionEvent> action = rows.getOrDefault(state, Map.of()).get(signal.getClass());
        if (action == null) {
            return false;
        }
        action.accept(signal);
        return true;
    }
}
