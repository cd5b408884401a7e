package io.deskmeter.workload;

import java.util.Optional;

/**
 * What is known of the keyboard of a target's desktops, which no display protocol tells.
 *
 * @param layout empty if it is not known
 * @param text which characters are typed
 */
public record TargetKeyboard(Optional<KeyboardLayout> layout, Text text) {
    /** Nothing is known. */
    public static final TargetKeyboard UNKNOWN = new TargetKeyboard(Optional.empty(), Text.KEYS);

    /** Which characters of a text are typed. */
    public enum Text {
        /** Those that have a key; texts with others are refused. */
        KEYS,
        /** All of them, as keysyms: the server has a way to type those without a key. */
        KEYSYMS
    }
}
