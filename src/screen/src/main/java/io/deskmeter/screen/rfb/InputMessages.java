package io.deskmeter.screen.rfb;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.LegacyKeysyms;
import io.deskmeter.screen.rfb.message.KeyEvent;
import io.deskmeter.screen.rfb.message.PointerEvent;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import java.util.List;

/** Input as RFB messages. */
final class InputMessages {
    private static final int MAX_U16 = 0xFFFF;
    private static final int MAX_BUTTONS = 0xFF;

    private InputMessages() {}

    /** Throws if there are no events, or if one cannot be expressed in RFB. */
    static void check(List<InputEvent> events) {
        of(events);
        if (events.isEmpty()) {
            throw new IllegalArgumentException("events: none (expected: at least one)");
        }
    }

    /**
     * Events as messages. A key is sent as its keysym: the server finds it on its own keyboard, whose layout it knows.
     */
    static List<ClientMessage> of(List<InputEvent> events) {
        return events.stream().map(InputMessages::of).toList();
    }

    private static ClientMessage of(InputEvent event) {
        if (event instanceof InputEvent.Key key) {
            return new KeyEvent(LegacyKeysyms.of(key.keysym()), key.down());
        }
        if (event instanceof InputEvent.Pointer pointer) {
            return pointer(pointer);
        }
        throw new IllegalArgumentException("event: " + event + " (expected: a key or the pointer)");
    }

    private static ClientMessage pointer(InputEvent.Pointer event) {
        if (!fits(event.x(), MAX_U16) || !fits(event.y(), MAX_U16) || !fits(event.buttons(), MAX_BUTTONS)) {
            throw new IllegalArgumentException("pointer: " + event + " (expected: x and y 0 to " + MAX_U16
                    + ", buttons 0 to " + MAX_BUTTONS + ")");
        }
        return new PointerEvent(event.x(), event.y(), event.buttons());
    }

    private static boolean fits(int value, int max) {
        return value >= 0 && value <= max;
    }
}
