package io.deskmeter.workload.yaml.grammar;

import io.deskmeter.workload.yaml.document.Fields;
import java.util.Map;
import java.util.function.Consumer;

/** What the keys of a map have to do with each other. */
public interface KeyRule {
    /** Notes a problem at each key that breaks it. */
    void check(Fields fields);

    /** Says the same in the JSON Schema of the map. */
    void addTo(Map<String, Object> schema);

    /** A rule that the reader of the map checks himself, because more than the keys decides. */
    static KeyRule byReader(Consumer<Map<String, Object>> schema) {
        return new KeyRule() {
            @Override
            public void check(Fields fields) {
                // The reader does.
            }

            @Override
            public void addTo(Map<String, Object> to) {
                schema.accept(to);
            }
        };
    }

    /** Where one key is, the others must keep this schema; the reader checks it himself. */
    static KeyRule where(Key<?, ?> key, Map<String, Object> keeps) {
        return byReader(schema -> OnlyWith.part(schema, "dependentSchemas").put(key.name(), keeps));
    }
}
