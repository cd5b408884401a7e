package io.deskmeter.agent.setup;

import io.deskmeter.agent.platform.Registry;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A registry that stands for that of a machine. Refuses what the real one refuses. */
final class MemoryRegistry implements Registry {
    /** Of each key its values. */
    private final Map<String, Map<String, Value>> keys = new TreeMap<>();

    MemoryRegistry() {
        keys.put("hklm", new TreeMap<>());
        keys.put("hkcu", new TreeMap<>());
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** With the keys above it. */
    MemoryRegistry with(String key, String name, Value value) {
        for (int end = key.indexOf('\\'); end > 0; end = key.indexOf('\\', end + 1)) {
            keys.computeIfAbsent(lower(key.substring(0, end)), made -> new TreeMap<>());
        }
        keys.computeIfAbsent(lower(key), made -> new TreeMap<>()).put(lower(name), value);
        return this;
    }

    /** All of it, as text. */
    String snapshot() {
        return keys.entrySet().stream()
                .map(key -> key.getKey() + "\n"
                        + key.getValue().entrySet().stream()
                                .map(value -> "  " + value.getKey() + "="
                                        + value.getValue().type() + ":"
                                        + HexFormat.of()
                                                .formatHex(value.getValue().bytes()) + "\n")
                                .collect(Collectors.joining()))
                .collect(Collectors.joining());
    }

    @Override
    public boolean hasKey(String key) {
        return keys.containsKey(lower(key));
    }

    @Override
    public Optional<Value> value(String key, String name) {
        return Optional.ofNullable(keys.getOrDefault(lower(key), Map.of()).get(lower(name)));
    }

    @Override
    public void createKey(String key) throws IOException {
        require(key.substring(0, key.lastIndexOf('\\')));
        keys.putIfAbsent(lower(key), new TreeMap<>());
    }

    private Map<String, Value> require(String key) throws IOException {
        Map<String, Value> values = keys.get(lower(key));
        if (values == null) {
            throw new IOException(key + ": no such key");
        }
        return values;
    }

    @Override
    public boolean removeEmptyKey(String key) {
        boolean empty = keys.getOrDefault(lower(key), Map.of()).isEmpty()
                && keys.keySet().stream().noneMatch(other -> other.startsWith(lower(key) + "\\"));
        if (empty) {
            keys.remove(lower(key));
        }
        return empty;
    }

    @Override
    public void set(String key, String name, Value value) throws IOException {
        require(key).put(lower(name), value);
    }

    @Override
    public void remove(String key, String name) {
        keys.getOrDefault(lower(key), new TreeMap<>()).remove(lower(name));
    }
}
