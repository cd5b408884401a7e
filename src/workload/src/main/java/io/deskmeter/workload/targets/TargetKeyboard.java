package io.deskmeter.workload.targets;

import java.util.Optional;

/**
 * What is known of the keyboard of a target's desktops, which no display protocol tells.
 *
 * @param layout empty if it is not known
 * @param text which characters are typed
 * @param proof how it is known that the layout is that of the desktops
 */
public record TargetKeyboard(Optional<KeyboardLayout> layout, Text text, Proof proof) {
    /** Nothing is known. */
    public static final TargetKeyboard UNKNOWN = new TargetKeyboard(Optional.empty(), Text.KEYS, Proof.CHECK);

    /** Which characters of a text are typed. */
    public enum Text {
        /** Those that have a key; texts with others are refused. */
        KEYS,
        /** All of them, as keysyms: the server has a way to type those without a key. */
        KEYSYMS
    }

    /** How it is known that the layout is that of the desktops. */
    public enum Proof {
        /**
         * By a check, which compares what arrives, or by the desktop agent, which knows the keyboard of its session.
         */
        CHECK,
        /** Somebody has tried it, and answers for it. */
        MANUAL
    }
}
