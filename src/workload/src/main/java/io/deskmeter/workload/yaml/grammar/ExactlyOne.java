package io.deskmeter.workload.yaml.grammar;

import static io.deskmeter.workload.yaml.grammar.Definitions.schema;

import io.deskmeter.workload.yaml.document.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Exactly one of these keys must be there: the kinds of a load, of a target, of a step. Whoever reads the map asks
 * which one it is.
 *
 * @param <R> what the map is read to
 * @param <T> what the values of the keys are read to
 * @param hint for messages, behind "exactly one of them"
 */
public record ExactlyOne<R, T>(List<Key<? super R, ? extends T>> keys, String hint) implements KeyRule {
    public ExactlyOne {
        keys = List.copyOf(keys);
    }

    /** Of these keys. */
    @SafeVarargs
    public static <R, T> ExactlyOne<R, T> of(String hint, Key<? super R, ? extends T>... keys) {
        List<Key<? super R, ? extends T>> all = new ArrayList<>();
        for (Key<? super R, ? extends T> key : keys) {
            all.add(key);
        }
        return new ExactlyOne<R, T>(all, hint);
    }

    /** The key that is there; empty with a problem if it is none or several. */
    public Optional<Key<? super R, ? extends T>> in(Fields fields) {
        List<String> names = names();
        return fields.exactlyOne(names, hint).map(name -> keys.get(names.indexOf(name)));
    }

    /** The value of the key that is there. */
    public Optional<T> read(Fields fields) {
        return in(fields).map(key -> key.in(fields));
    }

    private List<String> names() {
        return keys.stream().<String>map(Key::name).toList();
    }

    @Override
    public void check(Fields fields) {
        // The reader does, who must know which one it is.
    }

    @Override
    public void addTo(Map<String, Object> schema) {
        if (((Map<?, ?>) schema.getOrDefault("properties", Map.of())).size() == keys.size()) {
            schema.put("minProperties", 1);
            schema.put("maxProperties", 1);
        } else {
            schema.put(
                    "oneOf",
                    names().stream()
                            .map(name -> schema("required", List.of(name)))
                            .toList());
        }
    }
}
