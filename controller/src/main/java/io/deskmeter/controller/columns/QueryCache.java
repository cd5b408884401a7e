package io.deskmeter.controller.columns;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches the results of queries on a run's columns: a results page sends the same queries each time it is opened. Only
 * the latest few are kept, because the heat map of a thousand sessions takes some megabytes. The cache ends with the
 * columns. Thread-safe; equal queries at the same time may both be computed.
 */
public final class QueryCache {
    private static final int MOST = 8;

    private record Question(Class<?> what, List<@Nullable Object> details) {}

    /** The least recently used first. */
    private final Map<Question, Object> kept = new LinkedHashMap<>(MOST, 0.75f, true);

    QueryCache() {}

    /**
     * The result, computed if it is not cached.
     *
     * @param what is asked for
     * @param details of the query: equal details have equal results
     */
    public <T> T of(Class<T> what, List<@Nullable Object> details, Supplier<T> compute) {
        Question question = new Question(what, details);
        synchronized (kept) {
            Object known = kept.get(question);
            if (known != null) {
                return what.cast(known);
            }
        }
        T answer = compute.get();
        synchronized (kept) {
            kept.put(question, answer);
            if (kept.size() > MOST) {
                kept.remove(kept.keySet().iterator().next());
            }
        }
        return answer;
    }
}
