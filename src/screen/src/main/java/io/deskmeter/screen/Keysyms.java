package io.deskmeter.screen;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** X11 keysyms: the numbers by which {@link InputEvent.Key} names a key. */
public final class Keysyms {
    public static final int BACK_SPACE = 0xFF08;
    public static final int TAB = 0xFF09;
    public static final int RETURN = 0xFF0D;
    public static final int ESCAPE = 0xFF1B;
    public static final int DELETE = 0xFFFF;
    public static final int SHIFT = 0xFFE1;
    public static final int CONTROL = 0xFFE3;
    public static final int CAPS_LOCK = 0xFFE5;
    public static final int ALT = 0xFFE9;
    public static final int SUPER = 0xFFEB;

    /** The keysym of a character above Latin-1 is its code point with this bit set. */
    private static final int UNICODE = 0x01000000;

    private static final int LAST_MODIFIER = 0xFFEE;
    private static final int F1 = 0xFFBE;
    private static final Map<String, Integer> BY_NAME = byName();

    private Keysyms() {}

    /**
     * The keysym of a name, regardless of case and underscores ({@code PageUp}, {@code Page_Up}, {@code pgup}), or of a
     * single character.
     *
     * @throws IllegalArgumentException if there is no such key
     */
    public static int named(String name) {
        if (name.codePointCount(0, name.length()) == 1) {
            return of(name.codePointAt(0));
        }
        Integer keysym = BY_NAME.get(name.toLowerCase(Locale.ROOT).replace("_", ""));
        if (keysym == null) {
            throw new IllegalArgumentException(
                    "key: \"" + name
                            + "\" (expected: a character or a name such as Return, Tab, Escape, PageDown, F5, ctrl, space, plus)");
        }
        return keysym;
    }

    /** The names of all keys that are told by a name, in lower case and without underscores. */
    public static Set<String> names() {
        return BY_NAME.keySet();
    }

    /** Whether a keysym is a modifier, such as Shift, Control, Alt or Super. */
    public static boolean isModifier(int keysym) {
        return keysym >= SHIFT && keysym <= LAST_MODIFIER;
    }

    /**
     * Whether a keysym stands for a character, which keyboards have in different places: not for a key such as Return.
     */
    public static boolean isCharacter(int keysym) {
        return keysym > UNICODE || (keysym <= 0xFF && exists(keysym));
    }

    /** The character that a keysym stands for; the keysym itself if it stands for none. */
    public static int character(int keysym) {
        return keysym > UNICODE && keysym <= (UNICODE | Character.MAX_CODE_POINT) ? keysym - UNICODE : keysym;
    }

    /** The keysym of the upper case of a letter; any other keysym as it is. */
    public static int upper(int keysym) {
        return cased(keysym, true);
    }

    /** The keysym of the lower case of a letter; any other keysym as it is. */
    public static int lower(int keysym) {
        return cased(keysym, false);
    }

    private static int cased(int keysym, boolean upper) {
        if (!isLetter(keysym)) {
            return keysym;
        }
        int codePoint = keysym >= UNICODE ? keysym - UNICODE : keysym;
        return of(upper ? Character.toUpperCase(codePoint) : Character.toLowerCase(codePoint));
    }

    /** Whether a character is a letter that there is in two cases, so that Caps Lock changes it. */
    public static boolean hasCases(int codePoint) {
        return Character.toUpperCase(codePoint) != codePoint || Character.toLowerCase(codePoint) != codePoint;
    }

    /** Whether a keysym is a letter, which Caps Lock changes. */
    public static boolean isLetter(int keysym) {
        if (keysym >= UNICODE && keysym <= (UNICODE | Character.MAX_CODE_POINT)) {
            return Character.isLetter(keysym - UNICODE);
        }
        return keysym > 0 && keysym <= 0xFF && Character.isLetter(keysym);
    }

    /**
     * The keysym of a character: line feed is Return, a tab Tab.
     *
     * @throws IllegalArgumentException for other control characters and for invalid code points
     */
    public static int of(int codePoint) {
        if (codePoint == '\n' || codePoint == '\r') {
            return RETURN;
        }
        if (codePoint == '\t') {
            return TAB;
        }
        if (!exists(codePoint)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "character: U+%04X (expected: one that a keyboard can type)", codePoint));
        }
        return codePoint <= 0xFF ? codePoint : UNICODE | codePoint;
    }

    /**
     * Whether a character has a keysym of its own: no control character, half of a surrogate pair or undefined code
     * point has.
     */
    static boolean exists(int codePoint) {
        return !Character.isISOControl(codePoint) && Character.isDefined(codePoint) && !isSurrogate(codePoint);
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static Map<String, Integer> byName() {
        Map<String, Integer> names = new HashMap<>();
        put(names, BACK_SPACE, "backspace");
        put(names, TAB, "tab");
        put(names, RETURN, "return", "enter");
        put(names, ESCAPE, "escape", "esc");
        put(names, DELETE, "delete", "del");
        put(names, 0xFF63, "insert", "ins");
        put(names, 0xFF50, "home");
        put(names, 0xFF51, "left");
        put(names, 0xFF52, "up");
        put(names, 0xFF53, "right");
        put(names, 0xFF54, "down");
        put(names, 0xFF55, "pageup", "pgup", "prior");
        put(names, 0xFF56, "pagedown", "pgdown", "pgdn", "next");
        put(names, 0xFF57, "end");
        put(names, 0xFF13, "pause");
        put(names, 0xFF61, "print", "printscreen");
        put(names, 0xFF67, "menu");
        put(names, SHIFT, "shift");
        put(names, CONTROL, "ctrl", "control");
        put(names, CAPS_LOCK, "capslock");
        put(names, ALT, "alt");
        put(names, SUPER, "super", "win", "meta");
        put(names, ' ', "space");
        put(names, '+', "plus");
        put(names, '-', "minus");
        put(names, ',', "comma");
        put(names, '.', "period");
        for (int i = 1; i <= 12; i++) {
            put(names, F1 + i - 1, "f" + i);
        }
        return Map.copyOf(names);
    }

    private static void put(Map<String, Integer> names, int keysym, String... of) {
        for (String name : of) {
            names.put(name, keysym);
        }
    }
}
