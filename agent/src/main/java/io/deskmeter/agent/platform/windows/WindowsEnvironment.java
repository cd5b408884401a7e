package io.deskmeter.agent.platform.windows;

import java.util.Map;
import java.util.TreeMap;

/** The environment of a process; names are equal whatever their case. */
final class WindowsEnvironment {
    private final TreeMap<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    WindowsEnvironment(Map<String, String> values) {
        this.values.putAll(values);
    }

    /** Empty if it is not set. */
    String get(String name) {
        return values.getOrDefault(name, "");
    }

    Map<String, String> with(String name, String value) {
        Map<String, String> all = new TreeMap<>(values);
        all.put(name, value);
        return all;
    }
}
