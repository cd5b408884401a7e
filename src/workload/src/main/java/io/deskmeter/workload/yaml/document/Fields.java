package io.deskmeter.workload.yaml.document;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The entries of a map with known keys. Unknown and repeated keys have been noted when it exists. */
public final class Fields {
    private final Value map;
    private final Set<String> known;
    private final Map<String, Value> entries = new LinkedHashMap<>();

    /** Keys that an unknown key was probably meant to be: they are not reported as missing on top. */
    private final Set<String> meant = new HashSet<>();

    /** Sorted for the first message that lists them, since thousands of messages may list thousands of keys. */
    private @Nullable List<String> knownInOrder;

    /** @param what for the message if the value is no map */
    Fields(Value map, String what, Set<String> known) {
        this.map = map;
        this.known = known;
        if (map.node() instanceof MappingNode node) {
            node.getValue().forEach(this::add);
        } else {
            map.expectedForm(what + ": a map with keys out of " + String.join(", ", sorted(known)));
        }
    }

    private void add(NodeTuple entry) {
        if (!(entry.getKeyNode() instanceof ScalarNode name)) {
            map.child(entry.getKeyNode(), "?").expected("a key " + NameSuggestion.oneOf("", knownInOrder()));
            return;
        }
        String key = name.getValue();
        boolean mayBeShown = known.contains(key) || map.problems().mayShow(key);
        Value at = map.child(name, mayBeShown ? key : "?");
        if (!known.contains(key)) {
            unknown(at, key);
        } else if (entries.containsKey(key)) {
            at.problem("repeated key (expected: once; first in line "
                    + entries.get(key).line() + ")");
        } else {
            entries.put(key, map.child(entry.getValueNode(), key));
        }
    }

    private void unknown(Value at, String key) {
        if (at.problems().isFull()) {
            at.problem("unknown key");
            return;
        }
        at.problem("unknown key (expected " + NameSuggestion.oneOf(key, knownInOrder()) + ")");
        NameSuggestion.nearest(key, known).ifPresent(meant::add);
    }

    public boolean has(String key) {
        return entries.containsKey(key);
    }

    public Value map() {
        return map;
    }

    /**
     * The value of a key, empty where it is absent.
     *
     * @throws IllegalArgumentException if the map has no such key: no document could ever have it
     */
    public Optional<Value> value(String key) {
        if (!known.contains(key)) {
            throw new IllegalArgumentException("key: " + key + " (expected: one of " + sorted(known) + ")");
        }
        return Optional.ofNullable(entries.get(key));
    }

    /** What is read from a key that may be absent. */
    public <T> T optional(String key, Function<Value, T> read, T otherwise) {
        return Optional.ofNullable(entries.get(key)).map(read).orElse(otherwise);
    }

    /** What is read from a key that must be there. */
    public <T> T required(String key, Function<Value, T> read, T placeholder) {
        if (!has(key)) {
            missing(key);
        }
        return optional(key, read, placeholder);
    }

    /** Notes that a key is absent that must be there. */
    public void missing(String key) {
        if (map.isMap() && !meant.contains(key)) {
            map.problem("`" + key + "` is missing");
        }
    }

    /** The one of these keys that is there; empty with a problem if it is none or several. */
    public Optional<String> exactlyOne(Collection<String> keys, String hint) {
        List<String> there = keys.stream().filter(this::has).toList();
        if (there.size() == 1) {
            return Optional.of(there.get(0));
        }
        if (there.size() > 1) {
            map.problem(String.join(" and ", there) + " together (expected: exactly one of them" + hint + ")");
        } else if (map.isMap() && keys.stream().noneMatch(meant::contains)) {
            map.problem("none of the keys " + String.join(", ", keys) + " (expected: exactly one of them)");
        }
        return Optional.empty();
    }

    /** Keys that make sense beside another one only. */
    public void onlyWith(String leader, Collection<String> followers) {
        if (!has(leader)) {
            followers.forEach(key -> optional(
                    key,
                    value -> {
                        value.problem("without `" + leader + "` (expected: only beside `" + leader + "`)");
                        return key;
                    },
                    key));
        }
    }

    private List<String> knownInOrder() {
        List<String> inOrder = knownInOrder;
        if (inOrder == null) {
            inOrder = sorted(known);
            knownInOrder = inOrder;
        }
        return inOrder;
    }

    private static List<String> sorted(Set<String> keys) {
        return keys.stream().sorted().toList();
    }
}
