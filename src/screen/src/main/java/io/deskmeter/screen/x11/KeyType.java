package io.deskmeter.screen.x11;

import java.util.List;

/**
 * How modifiers select the level of a key.
 *
 * @param modifiers those that matter to it
 * @param entries the levels of combinations of these; others give the first level
 */
record KeyType(int modifiers, List<Entry> entries) {
    private static final int SHIFT = 1;

    /** A combination of modifiers that gives a level. */
    record Entry(int modifiers, int level) {}

    KeyType {
        entries = List.copyOf(entries);
    }

    /** Of the core protocol: Shift and the modifier of the third level. */
    static KeyType core(int level3) {
        return new KeyType(
                SHIFT | level3, List.of(new Entry(SHIFT, 1), new Entry(level3, 2), new Entry(SHIFT | level3, 3)));
    }

    int level(int held) {
        int counting = held & modifiers;
        return entries.stream()
                .filter(e -> e.modifiers() == counting)
                .mapToInt(Entry::level)
                .findFirst()
                .orElse(0);
    }
}
