package io.deskmeter.controller.columns;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What was asked of a run's columns, and what the answer was: a results page asks the same each time it is opened. Only the latest few are kept, for the
 * heat map of a thousand sessions takes some megabytes. They go with the columns. Thread-safe; two who ask the same at once may both compute it.
 */
public final class Answers {
    private static final int MOST = 8;

    private record Question(Class<?> what, List<@Nullable Object> details) {}

    /** The least recently asked first. */
    private final Map<Question, Object> kept = new LinkedHashMap<>(MOST, 0.75f, true);

    Answers() {}

    /**
     * The answer, computed if need be.
     *
     * @param what is asked for
     * @param details of the question: equal ones have equal answers
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
