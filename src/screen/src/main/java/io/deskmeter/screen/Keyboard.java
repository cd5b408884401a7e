package io.deskmeter.screen;

import java.util.ArrayList;
import java.util.List;

/**
 * The key presses that produce a text or a chord. For a character that needs Shift on a US keyboard, Shift is pressed
 * around the shifted keysym. The server's keyboard state then matches the keysym, so the server adds no key presses.
 */
public final class Keyboard {
    private static final String UNSHIFTED = "`1234567890-=[]\\;',./";
    private static final String SHIFTED = "~!@#$%^&*()_+{}|:\"<>?";

    private Keyboard() {}

    /**
     * Types a text, key by key.
     *
     * @throws IllegalArgumentException if a character cannot be typed
     */
    public static List<InputEvent> type(String text) {
        List<InputEvent> events = new ArrayList<>();
        text.codePoints().forEach(c -> {
            int keysym = Keysyms.of(c);
            if (needsShift(c)) {
                press(events, List.of(Keysyms.SHIFT, keysym));
            } else {
                press(events, List.of(keysym));
            }
        });
        return List.copyOf(events);
    }

    /**
     * Presses keys together: {@code ctrl+s}, {@code ctrl+shift+End}, {@code alt+F4}, {@code Return}; {@code ctrl++} or
     * {@code ctrl+plus} for the plus key.
     *
     * @throws IllegalArgumentException for unknown names, and unless all but the last are modifiers
     */
    public static List<InputEvent> chord(String chord) {
        List<Integer> keys = new ArrayList<>();
        for (String name : split(chord)) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException(
                        "chord: \"" + chord + "\" (expected: keys joined by +, such as ctrl+s)");
            }
            keys.add(Keysyms.named(name));
        }
        int last = keys.size() - 1;
        for (int key : keys.subList(0, last)) {
            if (!Keysyms.isModifier(key)) {
                throw new IllegalArgumentException(
                        "chord: \"" + chord + "\" (expected: only ctrl, shift, alt and super before the last key)");
            }
        }
        int keysym = keysymInChord(keys);
        keys.set(last, keysym);
        if (needsShift(keysym) && !keys.contains(Keysyms.SHIFT)) {
            keys.add(last, Keysyms.SHIFT);
        }
        List<InputEvent> events = new ArrayList<>();
        press(events, keys);
        return List.copyOf(events);
    }

    private static List<String> split(String chord) {
        if (chord.endsWith("++")) {
            List<String> names = new ArrayList<>(
                    List.of(chord.substring(0, chord.length() - 2).split("\\+", -1)));
            names.add("+");
            return names;
        }
        return chord.equals("+") ? List.of("+") : List.of(chord.split("\\+", -1));
    }

    /** With Shift, the last key gives its shifted character; without, letters are lower case: ctrl+S means ctrl+s. */
    private static int keysymInChord(List<Integer> keys) {
        int last = keys.get(keys.size() - 1);
        if (last > 0xFF) {
            return last;
        }
        if (!keys.contains(Keysyms.SHIFT)) {
            return keys.size() > 1 ? Character.toLowerCase(last) : last;
        }
        int place = UNSHIFTED.indexOf(last);
        return place >= 0 ? SHIFTED.charAt(place) : upper(last);
    }

    /** Latin-1 only: the upper case of ÿ is not in Latin-1 and has no keysym of one byte. */
    private static int upper(int character) {
        int upper = Character.toUpperCase(character);
        return upper <= 0xFF ? upper : character;
    }

    /** Whether a US keyboard needs Shift for a character. */
    public static boolean needsShift(int character) {
        return SHIFTED.indexOf(character) >= 0 || (character >= 'A' && character <= 'Z');
    }

    /** Down in order, up in the reverse order. */
    private static void press(List<InputEvent> events, List<Integer> keys) {
        for (int key : keys) {
            events.add(new InputEvent.Key(key, true));
        }
        for (int i = keys.size() - 1; i >= 0; i--) {
            events.add(new InputEvent.Key(keys.get(i), false));
        }
    }
}
