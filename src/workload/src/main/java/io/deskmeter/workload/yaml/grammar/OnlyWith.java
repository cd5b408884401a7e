package io.deskmeter.workload.yaml.grammar;

import static io.deskmeter.workload.yaml.grammar.Definitions.schema;

import io.deskmeter.workload.yaml.document.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keys that make sense beside another one only.
 *
 * @param leaders one of them must be there
 * @param followers if one of these is
 */
public record OnlyWith(List<String> leaders, List<String> followers) implements KeyRule {
    /** Keys beside one other key. */
    public static OnlyWith of(Key<?, ?> leader, Key<?, ?>... followers) {
        return new OnlyWith(List.of(leader.name()), names(followers));
    }

    static List<String> names(Key<?, ?>... keys) {
        return List.of(keys).stream().<String>map(Key::name).toList();
    }

    @Override
    public void check(Fields fields) {
        if (leaders.stream().noneMatch(fields::has)) {
            fields.onlyWith(String.join("` or `", leaders), followers);
        }
    }

    @Override
    public void addTo(Map<String, Object> schema) {
        for (String follower : followers) {
            if (leaders.size() == 1) {
                part(schema, "dependentRequired").put(follower, leaders);
            } else {
                List<Map<String, Object>> any = leaders.stream()
                        .map(leader -> schema("required", List.of(leader)))
                        .toList();
                part(schema, "dependentSchemas").put(follower, schema("anyOf", any));
            }
        }
    }

    /** A part of a schema that several rules write into. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> part(Map<String, Object> schema, String name) {
        return (Map<String, Object>) schema.computeIfAbsent(name, key -> new LinkedHashMap<String, Object>());
    }
}
