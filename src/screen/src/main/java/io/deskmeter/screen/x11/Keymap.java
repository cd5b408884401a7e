package io.deskmeter.screen.x11;

import io.deskmeter.screen.Keysyms;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The mapping of a display's keyboard: a table of keysyms by keycode and column, as in the core protocol. */
final class Keymap {
    private static final int LEVEL3_SHIFT = 0xFE03;
    private static final int FIRST_FUNCTION = 0xFD00;
    private static final int LAST_FUNCTION = 0xFFFF;
    private static final int UNICODE = 0x01000000;
    private static final int EURO_SIGN = 0x20AC;
    /** Columns 0 and 1 are the plain and shifted levels of the first group, 2 and 3 of the second, 4 and 5 further levels of the first. */
    private static final int THIRD_LEVEL = 4;

    /**
     * The key press that produces a keysym.
     *
     * @param shift whether Shift must be held; ignored unless {@code exact}
     * @param level3 whether the third level's key (AltGr) must be held
     * @param exact whether modifiers matter: true for characters, false for keys such as Tab or F4
     */
    record Stroke(int keycode, boolean shift, boolean level3, boolean exact) {}

    private final int min;
    private final int columns;
    private final int[] keysyms;
    private final Set<Integer> modifiers;

    private Keymap(int min, int columns, int[] keysyms, Set<Integer> modifiers) {
        this.min = min;
        this.columns = columns;
        this.keysyms = keysyms;
        this.modifiers = modifiers;
    }

    /** Reads the replies to GetKeyboardMapping for all keycodes and to GetModifierMapping. */
    static Keymap read(int minKeycode, ByteBuffer mapping, ByteBuffer modifierMapping) {
        int columns = mapping.get(1) & 0xFF;
        int[] keysyms = new int[(mapping.limit() - 32) / 4];
        mapping.slice(32, keysyms.length * 4)
                .order(mapping.order())
                .asIntBuffer()
                .get(keysyms);
        Set<Integer> modifiers = new HashSet<>();
        for (int i = 32; i < modifierMapping.limit(); i++) {
            modifiers.add(modifierMapping.get(i) & 0xFF);
        }
        return new Keymap(minKeycode, Math.max(1, columns), keysyms, modifiers);
    }

    /** How to produce a keysym while a group is active; null if no key produces it. */
    @Nullable
    Stroke find(int keysym, int group) {
        int wanted = normal(keysym);
        boolean exact = !isFunction(keysym);
        int base = group == 1 && columns >= 4 ? 2 : 0;
        int[] order = {base, base + 1, THIRD_LEVEL, THIRD_LEVEL + 1};
        int levels = base == 0 && key(LEVEL3_SHIFT) != 0 ? 4 : 2;
        for (int level = 0; level < levels; level++) {
            for (int keycode = min; keycode < min + keysyms.length / columns; keycode++) {
                if (at(keycode, order[level]) == wanted) {
                    return new Stroke(keycode, (level & 1) != 0, level >= 2, exact);
                }
            }
        }
        return null;
    }

    /** The key that produces a keysym without modifiers; 0 for none. */
    int key(int keysym) {
        for (int i = 0; i < keysyms.length; i += columns) {
            if (keysyms[i] == keysym) {
                return min + i / columns;
            }
        }
        return 0;
    }

    /** Whether a key produces a keysym without modifiers. */
    boolean hasPlain(int keycode, int keysym) {
        return at(keycode, 0) == normal(keysym);
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
        for (int keycode = min + keysyms.length / columns - 1; keycode >= min; keycode--) {
            boolean free = !modifiers.contains(keycode);
            for (int column = 0; column < columns; column++) {
                free &= keysyms[(keycode - min) * columns + column] == 0;
            }
            if (free) {
                spare.add(keycode);
            }
        }
        return spare;
    }

    /** A key with only a lower-case letter produces the upper-case letter with Shift. */
    private int at(int keycode, int column) {
        int from = (keycode - min) * columns;
        int keysym = column < columns ? normal(keysyms[from + column]) : 0;
        if (keysym == 0 && column % 2 == 1 && column - 1 < columns) {
            int plain = normal(keysyms[from + column - 1]);
            return plain < 0x100 && Character.isLowerCase(plain) ? Character.toUpperCase(plain) : 0;
        }
        return keysym;
    }

    /** Characters have one keysym in Latin-1 and another in Unicode; so does the Euro sign. */
    private static int normal(int keysym) {
        int codePoint = keysym - UNICODE;
        return keysym > UNICODE && (codePoint <= 0xFF || codePoint == EURO_SIGN) ? codePoint : keysym;
    }

    private static boolean isFunction(int keysym) {
        return keysym >= FIRST_FUNCTION && keysym <= LAST_FUNCTION;
    }
}
