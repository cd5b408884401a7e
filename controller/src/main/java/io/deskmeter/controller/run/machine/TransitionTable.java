package io.deskmeter.controller.run.machine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A state machine as data: (state, event) → next state and action. Immutable, so one table serves any number of
 * machines.
 *
 * @param <S> states
 * @param <E> events
 * @param <C> the context of the actions
 */
public final class TransitionTable<S extends Enum<S>, E extends Enum<E>, C> {
    private final Map<S, Map<E, Row<S, E, C>>> rows;

    private TransitionTable(Map<S, Map<E, Row<S, E, C>>> rows) {
        this.rows = rows;
    }

    /** One line of the table; {@code does} names the action in the diagram. */
    public record Row<S, E, C>(S state, E event, S next, String does, Consumer<C> action) {}

    /** The row for the state and event, empty if there is none: the caller logs and counts that. */
    public Optional<Row<S, E, C>> find(S state, E event) {
        return Optional.ofNullable(rows.getOrDefault(state, Map.of()).get(event));
    }

    /** All rows in the order in which they were written. */
    public List<Row<S, E, C>> all() {
        return rows.values().stream().flatMap(m -> m.values().stream()).toList();
    }

    /**
     * The table as a Mermaid state diagram.
     *
     * @param initial where it begins
     * @param ends the final states
     */
    public String mermaid(S initial, Set<S> ends) {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n    [*] --> ").append(initial);
        for (Row<S, E, C> row : all()) {
            text.append("\n    ").append(row.state()).append(" --> ").append(row.next());
            text.append(": ").append(row.event());
            if (!row.does().isEmpty()) {
                text.append(" / ").append(row.does());
            }
        }
        ends.stream().sorted().forEach(end -> text.append("\n    ").append(end).append(" --> [*]"));
        return text.append('\n').toString();
    }

    /** Writes a table, line by line. */
    public static final class Builder<S extends Enum<S>, E extends Enum<E>, C> {
        private final List<Row<S, E, C>> rows = new ArrayList<>();

        /** A line; a second one for the same pair is a mistake of the author and is refused by {@link #build()}. */
        public Builder<S, E, C> on(S state, E event, S next, String does, Consumer<C> action) {
            rows.add(new Row<>(state, event, next, does, action));
            return this;
        }

        /** The same line for several states. */
        public Builder<S, E, C> onAny(List<S> states, E event, S next, String does, Consumer<C> action) {
            states.forEach(state -> on(state, event, next, does, action));
            return this;
        }

        /** The same row for several states, which are not left. */
        public Builder<S, E, C> stay(List<S> states, E event, String does, Consumer<C> action) {
            states.forEach(state -> on(state, event, state, does, action));
            return this;
        }

        public TransitionTable<S, E, C> build() {
            Map<S, Map<E, Row<S, E, C>>> map = new LinkedHashMap<>();
            for (Row<S, E, C> row : rows) {
                Row<S, E, C> earlier = map.computeIfAbsent(row.state(), s -> new LinkedHashMap<>())
                        .put(row.event(), row);
                if (earlier != null) {
                    throw new IllegalStateException(
                            "two rows for " + row.state() + " x " + row.event() + " (expected: one)");
                }
            }
            return new TransitionTable<>(map);
        }
    }
}
