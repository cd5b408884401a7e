package io.deskmeter.workload.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/** Changed copies of the maps that a YAML document loads to; nulls are among their values. */
@NullUnmarked
final class Trees {
    private Trees() {}

    static Map<String, Object> with(Map<?, ?> map, Object key, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((k, v) -> copy.put(k.toString(), v));
        copy.put(key.toString(), value);
        return copy;
    }

    static Map<String, Object> without(Map<?, ?> map, Object key) {
        Map<String, Object> copy = with(map, key, null);
        copy.remove(key.toString());
        return copy;
    }

    static Map<String, Object> withNull(Map<?, ?> map, Object key) {
        return with(map, key, null);
    }
}
