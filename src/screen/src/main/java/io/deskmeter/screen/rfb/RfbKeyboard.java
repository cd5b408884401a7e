package io.deskmeter.screen.rfb;

import io.deskmeter.screen.KeyPosition;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.rfb.message.Scancodes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the keyboard of a desktop. RFB does not tell it.
 *
 * @param layout the name of its layout; null if it is not known
 * @param keys where its characters are, by code point; those of a US keyboard if its layout is not known
 * @param others what becomes of a character that has no key there
 */
public record RfbKeyboard(@Nullable String layout, Map<Integer, KeyPosition> keys, Others others) {
    private static final Map<Integer, KeyPosition> US = us();

    /** What becomes of characters without a key. */
    public enum Others {
        /** They are refused before anything is typed. */
        REFUSED,
        /**
         * They are typed on servers that assign such characters to unused keys, as many as these servers certainly
         * have.
         */
        ASSIGNED,
        /** They are sent in any case: whoever says so knows the server. */
        SENT
    }

    public RfbKeyboard {
        keys = Map.copyOf(keys);
    }

    /** Of an unknown layout; other characters are assigned to unused keys. */
    public static RfbKeyboard unknown() {
        return new RfbKeyboard(null, US, Others.ASSIGNED);
    }

    public RfbKeyboard withOthers(Others newOthers) {
        return new RfbKeyboard(layout, keys, newOthers);
    }

    private static Map<Integer, KeyPosition> us() {
        Map<Integer, KeyPosition> keys = new HashMap<>();
        for (int c = ' '; c <= '~'; c++) {
            keys.put(c, new KeyPosition(Scancodes.of(c), Keyboard.needsShift(c), false));
        }
        return keys;
    }
}
