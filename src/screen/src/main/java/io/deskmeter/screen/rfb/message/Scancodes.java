package io.deskmeter.screen.rfb.message;

import io.deskmeter.screen.Keysyms;
import java.util.HashMap;
import java.util.Map;

/**
 * The positions of keys on a US keyboard of 105 keys: the scancodes of the PC/XT ("set 1"), with bit 7 set for those
 * that a keyboard sends after a byte E0.
 */
public final class Scancodes {
    /** No key of that keyboard. */
    public static final int NONE = 0;

    private static final int E0 = 0x80;
    private static final Map<Integer, Integer> BY_KEYSYM = table();

    private Scancodes() {}

    /** The position of the key that has this keysym, with or without Shift; {@link #NONE} where there is none. */
    public static int of(int keysym) {
        return BY_KEYSYM.getOrDefault(keysym, NONE);
    }

    private static Map<Integer, Integer> table() {
        Map<Integer, Integer> table = new HashMap<>();
        row(table, 0x02, "1234567890-=", "!@#$%^&*()_+");
        row(table, 0x10, "qwertyuiop[]", "QWERTYUIOP{}");
        row(table, 0x1E, "asdfghjkl;'`", "ASDFGHJKL:\"~");
        row(table, 0x2B, "\\zxcvbnm,./", "|ZXCVBNM<>?");
        table.put((int) ' ', 0x39);
        editing(table);
        modifiers(table);
        functionKeys(table);
        keypad(table);
        return Map.copyOf(table);
    }

    private static void row(Map<Integer, Integer> table, int first, String plain, String shifted) {
        for (int i = 0; i < plain.length(); i++) {
            table.put((int) plain.charAt(i), first + i);
            table.put((int) shifted.charAt(i), first + i);
        }
    }

    private static void editing(Map<Integer, Integer> table) {
        table.put(Keysyms.ESCAPE, 0x01);
        table.put(Keysyms.BACK_SPACE, 0x0E);
        table.put(Keysyms.TAB, 0x0F);
        table.put(0xFE20, 0x0F); // ISO_Left_Tab: Tab with Shift
        table.put(Keysyms.RETURN, 0x1C);
        table.put(0xFF50, E0 | 0x47); // Home
        table.put(0xFF52, E0 | 0x48); // Up
        table.put(0xFF55, E0 | 0x49); // Page up
        table.put(0xFF51, E0 | 0x4B); // Left
        table.put(0xFF53, E0 | 0x4D); // Right
        table.put(0xFF57, E0 | 0x4F); // End
        table.put(0xFF54, E0 | 0x50); // Down
        table.put(0xFF56, E0 | 0x51); // Page down
        table.put(0xFF63, E0 | 0x52); // Insert
        table.put(Keysyms.DELETE, E0 | 0x53);
    }

    private static void modifiers(Map<Integer, Integer> table) {
        table.put(Keysyms.CONTROL, 0x1D);
        table.put(0xFFE4, E0 | 0x1D); // the right Control
        table.put(Keysyms.SHIFT, 0x2A);
        table.put(0xFFE2, 0x36); // the right Shift
        table.put(Keysyms.ALT, 0x38);
        table.put(0xFFEA, E0 | 0x38); // the right Alt
        table.put(0xFE03, E0 | 0x38); // AltGr
        table.put(Keysyms.CAPS_LOCK, 0x3A);
        table.put(Keysyms.SUPER, E0 | 0x5B);
        table.put(0xFFEC, E0 | 0x5C); // the right Super
        table.put(0xFF67, E0 | 0x5D); // Menu
    }

    private static void functionKeys(Map<Integer, Integer> table) {
        for (int i = 0; i < 10; i++) {
            table.put(0xFFBE + i, 0x3B + i); // F1 to F10
        }
        table.put(0xFFC8, 0x57); // F11
        table.put(0xFFC9, 0x58); // F12
        table.put(0xFF61, E0 | 0x37); // Print
        table.put(0xFF14, 0x46); // Scroll Lock
        table.put(0xFF13, E0 | 0x46); // Pause
    }

    private static void keypad(Map<Integer, Integer> table) {
        table.put(0xFF7F, 0x45); // Num Lock
        table.put(0xFFAF, E0 | 0x35); // divide
        table.put(0xFFAA, 0x37); // multiply
        table.put(0xFF8D, E0 | 0x1C); // Enter
        int[] keysyms = {0xB7, 0xB8, 0xB9, 0xAD, 0xB4, 0xB5, 0xB6, 0xAB, 0xB1, 0xB2, 0xB3, 0xB0, 0xAE};
        for (int i = 0; i < keysyms.length; i++) {
            table.put(0xFF00 | keysyms[i], 0x47 + i); // 7 8 9 - 4 5 6 + 1 2 3 0 .
        }
    }
}
