package io.deskmeter.bench.chaos;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** What became of all episodes, in the order of their numbers, however they came. Not thread-safe. */
final class EpisodeRows {
    private final Map<Integer, EpisodeRow> rows = new TreeMap<>();

    void add(EpisodeRow row) {
        rows.put(row.episode().number(), row);
    }

    Collection<EpisodeRow> all() {
        return rows.values();
    }

    boolean asPromised() {
        return rows.values().stream().allMatch(EpisodeRow::asPromised);
    }

    /** Sums over all. */
    Map<String, @Nullable Object> sums() {
        Map<String, @Nullable Object> sums = new LinkedHashMap<>();
        sums.put("episodes", rows.size());
        sums.put("made", sum(EpisodeRow::made));
        sums.put("stored", sum(EpisodeRow::stored));
        sums.put("lost", sum(EpisodeRow::lost));
        sums.put("twice", sum(EpisodeRow::twice));
        sums.put("foreign", sum(EpisodeRow::foreign));
        sums.put("left", sum(EpisodeRow::left));
        sums.put("untrue", sum(row -> row.untrue().isEmpty() ? 0 : 1));
        sums.put("notAsPromised", sum(row -> row.asPromised() ? 0 : 1));
        sums.put("agentStoodStill", sum(row -> row.stoodStillSeconds() > 0 ? 1 : 0));
        sums.put("states", counts(EpisodeRow::state));
        sums.put("disturbances", counts(row -> row.episode().disturbance().word()));
        return sums;
    }

    private int sum(ToIntFunction<EpisodeRow> figure) {
        return rows.values().stream().mapToInt(figure).sum();
    }

    private Map<String, Integer> counts(Function<EpisodeRow, String> kind) {
        Map<String, Integer> counts = new TreeMap<>();
        rows.values().forEach(row -> counts.merge(kind.apply(row), 1, Integer::sum));
        return counts;
    }
}
