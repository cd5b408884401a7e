package io.deskmeter.screen.x11;

import io.deskmeter.screen.KeyPosition;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.LegacyKeysyms;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The mapping of a display's keyboard: which keysym each key has in each group, with which modifiers. */
final class Keymap {
    static final int SHIFT_MODIFIER = 1;
    /** Keycodes from here on are of keys that PC keyboards do not have: those of Linux from 128 on. */
    private static final int FIRST_UNUSUAL = 136;

    /** X servers of Linux number the keys of the main block as the PC/XT does, from here on. */
    private static final int FIRST_KEYCODE = 8;

    private static final int LOCK_MODIFIER = 2;
    private static final int LEVEL3_SHIFT = 0xFE03;
    private static final int FIRST_FUNCTION = 0xFD00;
    private static final int LAST_FUNCTION = 0xFFFF;
    private static final int HEADER = 32;
    private static final int XKB_HEADER = 40;
    private static final int MAX_GROUPS = 4;
    /**
     * Of the core protocol's table: 0 and 1 are the first two levels of the first group, 2 and 3 of the second, 4 and 5
     * further levels of the first.
     */
    private static final int THIRD_LEVEL = 4;

    private static final int LEVELS = 4;

    /**
     * The key press that produces a keysym.
     *
     * @param group in which the key has it
     * @param shift whether Shift must be held; ignored unless {@code exact}
     * @param level3 whether the third level's key (AltGr) must be held
     * @param exact whether modifiers matter: true for characters, false for keys such as Tab or F4
     */
    record Stroke(int keycode, int group, boolean shift, boolean level3, boolean exact) {}

    /**
     * What a key produces.
     *
     * @param groupInfo how many groups it has, and what a group that it lacks means, as XKB encodes it
     * @param types of each group
     * @param keysyms level by level, group by group
     */
    private record Key(int groupInfo, int width, List<KeyType> types, List<Integer> keysyms) {
        static final Key NONE = new Key(0, 0, List.of(), List.of());
        private static final int CLAMP = 0x40;
        private static final int REDIRECT = 0x80;

        int groups() {
            return groupInfo & 0xF;
        }

        private int group(int wanted) {
            if (wanted < groups()) {
                return wanted;
            }
            return switch (groupInfo & 0xC0) {
                case CLAMP -> groups() - 1;
                case REDIRECT -> Math.min((groupInfo >> 4) & 3, groups() - 1);
                default -> wanted % groups();
            };
        }

        int keysym(int wantedGroup, int held) {
            if (groups() == 0) {
                return 0;
            }
            int group = group(wantedGroup);
            KeyType type = types.get(group);
            int place = group * width + type.level(held);
            int keysym = place < keysyms.size() ? LegacyKeysyms.toUnicode(keysyms.get(place)) : 0;
            boolean upper = (held & LOCK_MODIFIER) != 0 && (type.modifiers() & LOCK_MODIFIER) == 0;
            return upper ? Keysyms.upper(keysym) : keysym;
        }

        boolean isFree() {
            return keysyms.stream().allMatch(k -> k == 0);
        }
    }

    private final int min;
    private final Key[] keys;
    private final int[] modifiers;

    private Keymap(int min, Key[] keys, int[] modifiers) {
        this.min = min;
        this.keys = keys;
        this.modifiers = modifiers;
    }

    /** Reads the reply to XKB's GetMap for types, keysyms and modifiers of all keys. */
    static Keymap read(ByteBuffer map) {
        int min = map.get(10) & 0xFF;
        int count = (map.get(11) & 0xFF) - min + 1;
        int firstKey = map.get(17) & 0xFF;
        int keyCount = map.get(20) & 0xFF;
        int modifierCount = map.get(33) & 0xFF;
        map.position(XKB_HEADER);
        KeyType[] types = new KeyType[map.get(15) & 0xFF];
        for (int i = 0; i < types.length; i++) {
            types[i] = type(map);
        }
        Key[] keys = new Key[count];
        Arrays.fill(keys, Key.NONE);
        for (int i = 0; i < keyCount; i++) {
            keys[firstKey - min + i] = key(map, types);
        }
        int[] modifiers = new int[count];
        for (int i = 0; i < modifierCount; i++) {
            int keycode = map.get() & 0xFF;
            modifiers[keycode - min] = map.get() & 0xFF;
        }
        return new Keymap(min, keys, modifiers);
    }

    private static KeyType type(ByteBuffer map) {
        int mask = map.get() & 0xFF;
        skip(map, 3);
        skip(map, 1); // the number of levels
        int entryCount = map.get() & 0xFF;
        boolean preserves = map.get() != 0;
        skip(map, 1);
        List<KeyType.Entry> entries = new ArrayList<>();
        for (int i = 0; i < entryCount; i++) {
            boolean active = map.get() != 0;
            int held = map.get() & 0xFF;
            int level = map.get() & 0xFF;
            skip(map, 5);
            if (active) {
                entries.add(new KeyType.Entry(held, level));
            }
        }
        skip(map, preserves ? entryCount * 4 : 0);
        return new KeyType(mask, entries);
    }

    private static Key key(ByteBuffer map, KeyType[] types) {
        byte[] ofGroup = new byte[MAX_GROUPS];
        map.get(ofGroup);
        int groupInfo = map.get() & 0xFF;
        int width = map.get() & 0xFF;
        int count = map.getShort() & 0xFFFF;
        List<Integer> keysyms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keysyms.add(map.getInt());
        }
        List<KeyType> used = new ArrayList<>();
        for (int i = 0; i < (groupInfo & 0xF); i++) {
            used.add(types[ofGroup[Math.min(i, MAX_GROUPS - 1)] & 0xFF]);
        }
        return new Key(groupInfo, width, used, keysyms);
    }

    private static void skip(ByteBuffer map, int bytes) {
        map.position(map.position() + bytes);
    }

    /** Reads the replies to GetKeyboardMapping for all keycodes and to GetModifierMapping, of a server without XKB. */
    static Keymap read(int minKeycode, ByteBuffer mapping, ByteBuffer modifierMapping) {
        int columns = Math.max(1, mapping.get(1) & 0xFF);
        int[] table = new int[(mapping.limit() - HEADER) / 4];
        mapping.slice(HEADER, table.length * 4)
                .order(mapping.order())
                .asIntBuffer()
                .get(table);
        int count = table.length / columns;
        int[] modifiers = new int[count];
        int perModifier = Math.max(1, (modifierMapping.limit() - HEADER) / 8);
        for (int i = HEADER; i < modifierMapping.limit(); i++) {
            int keycode = modifierMapping.get(i) & 0xFF;
            if (keycode >= minKeycode && keycode - minKeycode < count) {
                modifiers[keycode - minKeycode] |= 1 << ((i - HEADER) / perModifier);
            }
        }
        int level3 = 0;
        for (int i = 0; i < count; i++) {
            level3 |= table[i * columns] == LEVEL3_SHIFT ? modifiers[i] : 0;
        }
        KeyType type = KeyType.core(level3);
        Key[] keys = new Key[count];
        for (int i = 0; i < count; i++) {
            keys[i] = key(Arrays.copyOfRange(table, i * columns, (i + 1) * columns), type);
        }
        return new Keymap(minKeycode, keys, modifiers);
    }

    private static Key key(int[] row, KeyType type) {
        List<Integer> keysyms = List.of(
                at(row, 0), at(row, 1), at(row, THIRD_LEVEL), at(row, THIRD_LEVEL + 1), at(row, 2), at(row, 3), 0, 0);
        boolean second = keysyms.get(LEVELS) != 0 || keysyms.get(LEVELS + 1) != 0;
        boolean any = keysyms.stream().anyMatch(k -> k != 0);
        int groups = second ? 2 : any ? 1 : 0;
        return new Key(groups, LEVELS, Collections.nCopies(groups, type), keysyms);
    }

    /** A key with only a lower-case letter produces the upper-case letter with Shift. */
    private static int at(int[] row, int column) {
        int keysym = column < row.length ? row[column] : 0;
        if (keysym == 0 && column % 2 == 1 && column - 1 < row.length && row[column - 1] != 0) {
            int plain = LegacyKeysyms.toUnicode(row[column - 1]);
            int upper = Keysyms.upper(plain);
            return upper == plain ? 0 : upper;
        }
        return keysym;
    }

    /**
     * How to produce a keysym; null if no key produces it. A key of the group in force comes first.
     *
     * @param locked modifiers that are locked, such as Caps Lock
     */
    @Nullable
    Stroke find(int keysym, int group, int locked) {
        Stroke stroke = findIn(group, keysym, locked);
        for (int other = 0; other < MAX_GROUPS && stroke == null; other++) {
            stroke = other == group ? null : findIn(other, keysym, locked);
        }
        return stroke;
    }

    /**
     * A key that keyboards have comes before one that only the mapping has, such as the parentheses of a calculator's
     * keypad: viewer programs do not know the latter, and drop them.
     */
    private @Nullable Stroke findIn(int group, int keysym, int locked) {
        int usual = Math.min(keys.length, Math.max(0, FIRST_UNUSUAL - min));
        Stroke stroke = findIn(0, usual, group, keysym, locked);
        return stroke == null ? findIn(usual, keys.length, group, keysym, locked) : stroke;
    }

    private @Nullable Stroke findIn(int from, int to, int group, int keysym, int locked) {
        int level3 = level3Modifiers();
        int wanted = LegacyKeysyms.toUnicode(keysym);
        int combinations = level3 == 0 ? 2 : LEVELS;
        for (int i = 0; i < combinations; i++) {
            boolean shift = (i & 1) != 0;
            boolean third = (i & 2) != 0;
            int held = locked | (shift ? SHIFT_MODIFIER : 0) | (third ? level3 : 0);
            for (int k = from; k < to; k++) {
                if (keys[k].keysym(group, held) == wanted) {
                    return new Stroke(min + k, group, shift, third, !isFunction(keysym));
                }
            }
        }
        return null;
    }

    /** The character that a key of the main block has in a group; 0 if it has none. */
    int character(KeyPosition key, int group) {
        int at = key.scancode() + FIRST_KEYCODE - min;
        if (at < 0 || at >= keys.length || (key.altGr() && level3Key() == 0)) {
            return 0;
        }
        int keysym = keys[at].keysym(group, (key.shift() ? SHIFT_MODIFIER : 0) | (key.altGr() ? level3Modifiers() : 0));
        return Keysyms.isCharacter(keysym) ? Keysyms.character(keysym) : 0;
    }

    private int level3Modifiers() {
        int key = level3Key();
        return key == 0 ? 0 : modifiers[key - min];
    }

    /** The key that produces a keysym without modifiers; 0 for none. */
    int key(int keysym) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i].groups() > 0 && keys[i].keysyms().get(0) == keysym) {
                return min + i;
            }
        }
        return 0;
    }

    /** Whether a key produces a keysym, plain or with Shift. */
    boolean has(int keycode, int keysym) {
        Key key = keys[keycode - min];
        int wanted = LegacyKeysyms.toUnicode(keysym);
        return key.keysym(0, 0) == wanted || key.keysym(0, SHIFT_MODIFIER) == wanted;
    }

    int shiftKey() {
        return key(Keysyms.SHIFT);
    }

    int level3Key() {
        return key(LEVEL3_SHIFT);
    }

    static boolean isLevel3(int keysym) {
        return keysym == LEVEL3_SHIFT;
    }

    /** Unassigned keycodes, the highest first: they are the least likely to exist on a real keyboard. */
    List<Integer> spareKeys() {
        List<Integer> spare = new ArrayList<>();
        for (int i = keys.length - 1; i >= 0; i--) {
            if (modifiers[i] == 0 && keys[i].isFree()) {
                spare.add(min + i);
            }
        }
        return spare;
    }

    private static boolean isFunction(int keysym) {
        return keysym >= FIRST_FUNCTION && keysym <= LAST_FUNCTION;
    }
}
