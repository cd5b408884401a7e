package io.deskmeter.controller.store.run;

import io.deskmeter.controller.run.fact.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects runs; null fields and empty lists do not restrict.
 *
 * @param states one of which the run has
 * @param profile id
 * @param words all of which must stand in title, profile, id, shape of the load or reasons, in any case
 * @param before only runs that began before this one, by id
 */
public record RunFilter(
        Set<RunState> states,
        @Nullable String profile,
        List<String> words,
        @Nullable String before) {
    /** All runs. */
    public static final RunFilter NONE = new RunFilter(Set.of(), null, List.of(), null);

    public RunFilter {
        states = Set.copyOf(states);
        words = List.copyOf(words);
    }

    /** The condition in SQL; its values are added to the parameters. */
    String where(Map<String, Object> parameters) {
        List<String> conditions = new ArrayList<>(List.of("deleted_at is null"));
        if (!states.isEmpty()) {
            conditions.add("state in (:states)");
            parameters.put("states", states.stream().map(RunState::name).toList());
        }
        if (profile != null) {
            conditions.add("profile = :profile");
            parameters.put("profile", profile);
        }
        if (before != null) {
            conditions.add("(created_at < (select created_at from run where id = :before)"
                    + " or created_at = (select created_at from run where id = :before) and id < :before)");
            parameters.put("before", before);
        }
        for (int i = 0; i < words.size(); i++) {
            conditions.add("lower(title || ' ' || profile || ' ' || id || ' ' || mode || ' ' || reasons) like :word" + i
                    + " escape '!'");
            parameters.put(
                    "word" + i, "%" + words.get(i).toLowerCase(Locale.ROOT).replaceAll("[!%_]", "!$0") + "%");
        }
        return "where " + String.join(" and ", conditions);
    }
}
