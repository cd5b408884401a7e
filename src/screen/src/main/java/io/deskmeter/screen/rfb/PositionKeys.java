package io.deskmeter.screen.rfb;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.KeyPosition;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.LegacyKeysyms;
import io.deskmeter.screen.rfb.message.ExtendedKeyEvent;
import io.deskmeter.screen.rfb.message.KeyEvent;
import io.deskmeter.screen.rfb.message.Scancodes;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns keysyms into presses of the keys of a layout. Shift and AltGr that a character needs and that are not held, or
 * that are held and must not be, are pressed or released around it: some servers do that themselves, some do not. They
 * stay so until the key is released: WayVNC looks for the key that is released with the modifiers of that moment, and
 * may find another one. Owned by the event loop.
 */
final class PositionKeys {
    private static final int SHIFT_RIGHT = 0xFFE2;
    private static final int ALT_GR = 0xFE03;
    private static final int UNICODE = 0x01000000;

    private final Map<Integer, KeyPosition> keys;
    private boolean extended;
    /** Positions of keys that are down, by the keysym for which they were pressed. */
    private final Map<Integer, Integer> down = new HashMap<>();
    /** What follows the release of a key that is down, by keysym. */
    private final Map<Integer, List<ClientMessage>> after = new HashMap<>();
    /** Shift keys that are down, by keysym. */
    private final Map<Integer, Integer> shifts = new LinkedHashMap<>();

    PositionKeys(Map<Integer, KeyPosition> keys) {
        this.keys = keys;
    }

    /** The server takes positions; before, only keysyms are sent. */
    void extended() {
        extended = true;
    }

    List<ClientMessage> of(InputEvent.Key event) {
        return event.down() ? press(event.keysym()) : release(event.keysym());
    }

    private List<ClientMessage> press(int keysym) {
        KeyPosition place = keys.get(keysym > UNICODE ? keysym - UNICODE : keysym);
        List<ClientMessage> messages = new ArrayList<>();
        if (place == null) {
            int scancode = Scancodes.of(keysym);
            down.put(keysym, scancode);
            if (keysym == Keysyms.SHIFT || keysym == SHIFT_RIGHT) {
                shifts.put(keysym, scancode);
            }
            messages.add(message(keysym, scancode, true));
            return messages;
        }
        down.put(keysym, place.scancode());
        after.put(keysym, arrange(place, messages));
        messages.add(message(keysym, place.scancode(), true));
        return messages;
    }

    /** Adds what has to go before a key; returns what has to follow it. */
    private List<ClientMessage> arrange(KeyPosition place, List<ClientMessage> before) {
        List<ClientMessage> undo = new ArrayList<>();
        if (place.shift() && shifts.isEmpty()) {
            before.add(message(Keysyms.SHIFT, Scancodes.of(Keysyms.SHIFT), true));
            undo.add(message(Keysyms.SHIFT, Scancodes.of(Keysyms.SHIFT), false));
        } else if (!place.shift()) {
            shifts.forEach((keysym, scancode) -> {
                before.add(message(keysym, scancode, false));
                undo.add(message(keysym, scancode, true));
            });
        }
        if (place.altGr()) {
            before.add(message(ALT_GR, Scancodes.of(ALT_GR), true));
            undo.add(0, message(ALT_GR, Scancodes.of(ALT_GR), false));
        }
        return undo;
    }

    private List<ClientMessage> release(int keysym) {
        @Nullable Integer scancode = down.remove(keysym);
        shifts.remove(keysym);
        List<ClientMessage> messages = new ArrayList<>();
        messages.add(message(keysym, scancode == null ? Scancodes.of(keysym) : scancode, false));
        List<ClientMessage> undo = after.remove(keysym);
        messages.addAll(undo == null ? List.of() : undo);
        return messages;
    }

    private ClientMessage message(int keysym, int scancode, boolean pressed) {
        int sent = LegacyKeysyms.of(keysym);
        return extended && scancode != Scancodes.NONE
                ? new ExtendedKeyEvent(sent, scancode, pressed)
                : new KeyEvent(sent, pressed);
    }
}
