package io.deskmeter.screen.awt;

import io.deskmeter.screen.Keysyms;
import java.awt.event.KeyEvent;
import java.util.HashMap;
import java.util.Map;

/**
 * Keysyms as key codes of AWT. A robot presses keys, not characters: a character that needs Shift on a US keyboard maps
 * to the unshifted key, because {@link io.deskmeter.screen.Keyboard} already presses Shift.
 */
final class AwtKeys {
    private static final String UNSHIFTED = "`1234567890-=[]\\;',./";
    private static final String SHIFTED = "~!@#$%^&*()_+{}|:\"<>?";
    private static final int F1 = 0xFFBE;
    private static final int UNICODE = 0x01000000;
    private static final Map<Integer, Integer> NAMED = named();

    private AwtKeys() {}

    /** The key code; {@link KeyEvent#VK_UNDEFINED} if AWT has none. */
    static int code(int keysym) {
        if (keysym >= F1 && keysym < F1 + 12) {
            return KeyEvent.VK_F1 + keysym - F1;
        }
        Integer named = NAMED.get(keysym);
        if (named != null) {
            return named;
        }
        int character = keysym >= UNICODE ? keysym - UNICODE : keysym;
        if (character > 0xFF && keysym < UNICODE) {
            return KeyEvent.VK_UNDEFINED;
        }
        int shifted = SHIFTED.indexOf(character);
        return KeyEvent.getExtendedKeyCodeForChar(shifted >= 0 ? UNSHIFTED.charAt(shifted) : character);
    }

    private static Map<Integer, Integer> named() {
        Map<Integer, Integer> codes = new HashMap<>();
        codes.put(Keysyms.BACK_SPACE, KeyEvent.VK_BACK_SPACE);
        codes.put(Keysyms.TAB, KeyEvent.VK_TAB);
        codes.put(Keysyms.RETURN, KeyEvent.VK_ENTER);
        codes.put(Keysyms.ESCAPE, KeyEvent.VK_ESCAPE);
        codes.put(Keysyms.DELETE, KeyEvent.VK_DELETE);
        codes.put(Keysyms.SHIFT, KeyEvent.VK_SHIFT);
        codes.put(Keysyms.CONTROL, KeyEvent.VK_CONTROL);
        codes.put(Keysyms.ALT, KeyEvent.VK_ALT);
        codes.put(Keysyms.SUPER, KeyEvent.VK_WINDOWS);
        codes.put(Keysyms.named("insert"), KeyEvent.VK_INSERT);
        codes.put(Keysyms.named("home"), KeyEvent.VK_HOME);
        codes.put(Keysyms.named("left"), KeyEvent.VK_LEFT);
        codes.put(Keysyms.named("up"), KeyEvent.VK_UP);
        codes.put(Keysyms.named("right"), KeyEvent.VK_RIGHT);
        codes.put(Keysyms.named("down"), KeyEvent.VK_DOWN);
        codes.put(Keysyms.named("pageup"), KeyEvent.VK_PAGE_UP);
        codes.put(Keysyms.named("pagedown"), KeyEvent.VK_PAGE_DOWN);
        codes.put(Keysyms.named("end"), KeyEvent.VK_END);
        codes.put(Keysyms.named("pause"), KeyEvent.VK_PAUSE);
        codes.put(Keysyms.named("print"), KeyEvent.VK_PRINTSCREEN);
        codes.put(Keysyms.named("menu"), KeyEvent.VK_CONTEXT_MENU);
        return Map.copyOf(codes);
    }
}
