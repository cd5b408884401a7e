package io.deskmeter.workload.yaml.grammar;

import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A map with known keys.
 *
 * @param what for the message if the value is no map
 * @param keys in canonical order
 * @param rules checked before the map is read
 * @param reader of its keys
 */
public record MapType<R>(String what, List<Key<? super R, ?>> keys, List<KeyRule> rules, Function<Fields, R> reader)
        implements Type<R> {
    /** More keys are not listed where the map is named. */
    private static final int SHOWN = 5;

    public MapType {
        keys = List.copyOf(keys);
        rules = List.copyOf(rules);
    }

    /** Of these keys, without rules. */
    @SafeVarargs
    public static <R> MapType<R> of(String what, Function<Fields, R> reader, Key<? super R, ?>... keys) {
        List<Key<? super R, ?>> all = new ArrayList<>();
        for (Key<? super R, ?> key : keys) {
            all.add(key);
        }
        return new MapType<>(what, all, List.of(), reader);
    }

    /** The same with rules among its keys. */
    public MapType<R> with(KeyRule... more) {
        return new MapType<>(what, keys, List.of(more), reader);
    }

    /** Of these keys, without rules. */
    public static <R> MapType<R> of(String what, Function<Fields, R> reader, List<? extends Key<? super R, ?>> keys) {
        return new MapType<>(what, List.copyOf(keys), List.of(), reader);
    }

    /** The keys and values of a map; unknown keys, and what breaks a rule, are noted. */
    public Fields fields(Value value) {
        Fields fields = value.fields(what, keys.stream().<String>map(Key::name).collect(Collectors.toSet()));
        rules.forEach(rule -> rule.check(fields));
        return fields;
    }

    @Override
    public R read(Value value) {
        return reader.apply(fields(value));
    }

    @Override
    public Map<String, Object> write(R of) {
        Map<String, Object> map = new LinkedHashMap<>();
        keys.forEach(key -> key.write(of, map));
        return map;
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> properties = new LinkedHashMap<>();
        keys.forEach(key -> properties.put(key.name(), key.schema(definitions)));
        Map<String, Object> schema =
                Definitions.schema("type", "object", "properties", properties, "additionalProperties", false);
        List<String> required =
                keys.stream().filter(Key::isRequired).<String>map(Key::name).toList();
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        rules.forEach(rule -> rule.addTo(schema));
        return schema;
    }

    @Override
    public String words() {
        return keys.size() > SHOWN
                ? "a map"
                : keys.stream().map(key -> "`" + key.name() + "`").collect(Collectors.joining(", ", "a map: ", ""));
    }
}
