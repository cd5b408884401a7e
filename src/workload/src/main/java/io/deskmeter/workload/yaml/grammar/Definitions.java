package io.deskmeter.workload.yaml.grammar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The parts of a JSON Schema that have names, because they are used in several places or within themselves. */
public final class Definitions {
    private final Map<String, Object> byName = new TreeMap<>();

    private Definitions() {}

    /** The JSON Schema of a document. */
    public static Map<String, Object> document(String title, String description, Type<?> type) {
        Definitions definitions = new Definitions();
        Map<String, Object> schema = schema(
                "$schema",
                "https://json-schema.org/draft/2020-12/schema",
                "title",
                "Deskmeter " + title,
                "description",
                description);
        schema.putAll(type.schema(definitions));
        if (!definitions.byName.isEmpty()) {
            schema.put("$defs", definitions.byName);
        }
        return schema;
    }

    /** A schema that refers to the one of this name. */
    Map<String, Object> reference(String name, Supplier<Map<String, Object>> schema) {
        if (!byName.containsKey(name)) {
            // Before the schema is made, which may refer to itself.
            byName.put(name, Map.of());
            byName.put(name, schema.get());
        }
        return schema("$ref", "#/$defs/" + name);
    }

    /** A map of these keys and values, in this order. */
    public static Map<String, Object> schema(Object... keysAndValues) {
        Map<String, Object> schema = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            schema.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return schema;
    }

    /** A schema that is kept by what keeps one of these. */
    @SafeVarargs
    public static Map<String, Object> anyOf(Map<String, Object>... schemas) {
        List<Object> any = new ArrayList<>();
        for (Map<String, Object> schema : schemas) {
            any.add(schema);
        }
        return schema("anyOf", any);
    }
}
