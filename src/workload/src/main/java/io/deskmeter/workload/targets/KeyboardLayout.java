package io.deskmeter.workload.targets;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Which characters the keys of a national keyboard have. Characters that need two keys, such as those of dead keys, are
 * not among them.
 *
 * @param name as X11 names it: {@code de}
 * @param keys by code point
 */
public record KeyboardLayout(String name, Map<Integer, Key> keys) {
    private static final String RESOURCE = "keyboard-layouts.txt";
    private static final String LAYOUT = "layout ";
    private static final int NONE = 0xFFFD;
    private static final int SHIFT = 1;
    private static final int ALT_GR = 2;
    private static final Map<String, KeyboardLayout> ALL = read();

    /**
     * Where a character is.
     *
     * @param scancode position of the key: its scancode of the PC/XT ("set 1")
     */
    public record Key(int scancode, boolean shift, boolean altGr) {}

    public KeyboardLayout {
        keys = Map.copyOf(keys);
    }

    /** The names of all layouts that are known, sorted. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** The layout of a name. */
    public static Optional<KeyboardLayout> of(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    /** Whether one of its keys has a character. */
    public boolean has(int codePoint) {
        return keys.containsKey(codePoint);
    }

    /**
     * Those characters, each once and in the order of their code points, that other layouts with Latin letters than us
     * have elsewhere, for display: non-Latin ones have no Latin letter at all.
     */
    public static List<Integer> uncertain(IntStream characters) {
        return us().differing(characters, KeyboardLayout::isLatin);
    }

    /**
     * Those characters, each once and in the order of their code points, that some layout has on another key or with
     * other modifiers than this one has, or lacks, and those that this one lacks. They are what arrives as something
     * else, or not at all, where a keyboard is taken for this one. Russian, Greek and Ukrainian keyboards lack all
     * Latin letters.
     */
    public List<Integer> elsewhere(IntStream characters) {
        return differing(characters, layout -> true);
    }

    /**
     * The same of characters that are pressed as keys, such as the z of {@code ctrl+z}: keyboards without Latin letters
     * have these keys where us has them, and programs take them for those.
     */
    public List<Integer> keysElsewhere(IntStream characters) {
        return differing(characters, KeyboardLayout::isLatin);
    }

    /**
     * What tells whether a character that is pressed as a key is where this layout has it: the character itself; or
     * what the key of us for it types, where this layout lacks it and other ones have it elsewhere. Empty where it
     * lacks it, and all others have it on the same key.
     */
    public OptionalInt typedByKeyOf(int character) {
        if (has(character)) {
            return OptionalInt.of(character);
        }
        Key key = us().keys().get(character);
        if (key == null || uncertain(IntStream.of(character)).isEmpty()) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(keys.entrySet().stream()
                .filter(entry -> entry.getValue().equals(key))
                .mapToInt(Map.Entry::getKey)
                .findFirst()
                .orElse(character));
    }

    private boolean isLatin() {
        return has('a');
    }

    private static KeyboardLayout us() {
        return of("us").orElseThrow();
    }

    private List<Integer> differing(IntStream characters, Predicate<KeyboardLayout> among) {
        List<KeyboardLayout> others = ALL.values().stream().filter(among).toList();
        return characters
                .filter(c -> !Character.isISOControl(c))
                .distinct()
                .sorted()
                .filter(c -> !has(c)
                        || others.stream()
                                .anyMatch(
                                        layout -> !Objects.equals(layout.keys().get(c), keys.get(c))))
                .boxed()
                .toList();
    }

    private static Map<String, KeyboardLayout> read() {
        Map<String, List<String>> lines = new TreeMap<>();
        List<String> current = new ArrayList<>();
        for (String line : lines()) {
            if (line.startsWith(LAYOUT)) {
                current = new ArrayList<>();
                lines.put(line.substring(LAYOUT.length()), current);
            } else if (!line.startsWith("#")) {
                current.add(line);
            }
        }
        Map<String, KeyboardLayout> layouts = new TreeMap<>();
        lines.forEach((name, rows) -> layouts.put(name, new KeyboardLayout(name, keys(rows))));
        return layouts;
    }

    private static List<String> lines() {
        try (InputStream in = KeyboardLayout.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + ": missing (expected: a part of this program)");
            }
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE, e);
        }
    }

    /** A character that several keys have is typed with the fewest modifiers. */
    private static Map<Integer, Key> keys(List<String> rows) {
        Map<Integer, Key> keys = new HashMap<>();
        for (int level = 0; level <= (SHIFT | ALT_GR); level++) {
            for (String row : rows) {
                int scancode = Integer.parseInt(row.substring(0, 2), 16);
                int[] characters = row.substring(3).codePoints().toArray();
                if (level < characters.length && characters[level] != NONE) {
                    keys.putIfAbsent(characters[level], new Key(scancode, (level & SHIFT) != 0, (level & ALT_GR) != 0));
                }
            }
        }
        return keys;
    }
}
