package io.deskmeter.screen.x11;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keysyms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns keysyms into presses of the display's own keys; owned by the event loop. Modifiers that a character needs and that are not held, or that are
 * held and must not be, are pressed or released around it. A character that the keyboard lacks is assigned to an unused key. The assignment stays
 * until the key is needed for another character or the screen is closed, because applications read the new mapping only when they process the press.
 */
final class Keys {
    private static final int SHIFT_RIGHT = 0xFFE2;
    private static final int LOCK = 2;

    /** Sends the key events. */
    interface Display {
        void key(int keycode, boolean down);

        /** Assigns a keysym to a key; keysym 0 removes it. */
        void bind(int keycode, int keysym);
    }

    private final Display display;
    private Keymap keymap;
    private int group;
    private int lockedModifiers;
    /** Keys that are down, by the keysym for which they were pressed. */
    private final Map<Integer, Integer> down = new HashMap<>();

    private final Set<Integer> shifts = new LinkedHashSet<>();
    private final Set<Integer> level3 = new LinkedHashSet<>();
    /** Reassigned keys by keysym, the least recently used first. */
    private final Map<Integer, Integer> borrowed = new LinkedHashMap<>(16, 0.75f, true);

    Keys(Display display, Keymap keymap) {
        this.display = display;
        this.keymap = keymap;
    }

    /** The keyboard mapping has changed. */
    void use(Keymap newKeymap) {
        keymap = newKeymap;
        borrowed.entrySet().removeIf(e -> !newKeymap.hasPlain(e.getValue(), e.getKey()));
    }

    /** The keyboard state has changed. */
    void state(int newGroup, int newLockedModifiers) {
        group = newGroup;
        lockedModifiers = newLockedModifiers;
    }

    /** Whether a keysym can be produced. */
    boolean canMake(int keysym) {
        return down.containsKey(keysym)
                || borrowed.containsKey(keysym)
                || keymap.find(keysym, group) != null
                || !borrowed.isEmpty()
                || !keymap.spareKeys().isEmpty();
    }

    void handle(InputEvent.Key event) {
        if (event.down()) {
            press(event.keysym());
        } else {
            release(event.keysym());
        }
    }

    private void press(int keysym) {
        Keymap.Stroke stroke = stroke(keysym);
        if (stroke == null) {
            return; // the caller has asked canMake
        }
        List<Runnable> after = stroke.exact() ? arrangeModifiers(stroke, keysym) : List.of();
        display.key(stroke.keycode(), true);
        after.forEach(Runnable::run);
        down.put(keysym, stroke.keycode());
        if (keysym == Keysyms.SHIFT || keysym == SHIFT_RIGHT) {
            shifts.add(stroke.keycode());
        } else if (Keymap.isLevel3(keysym)) {
            level3.add(stroke.keycode());
        }
    }

    private void release(int keysym) {
        Integer keycode = down.remove(keysym);
        if (keycode != null) {
            display.key(keycode, false);
            shifts.remove(keycode);
            level3.remove(keycode);
        }
    }

    private Keymap.@Nullable Stroke stroke(int keysym) {
        Integer key = borrowed.get(keysym);
        if (key != null) {
            return new Keymap.Stroke(key, false, false, false);
        }
        Keymap.Stroke known = keymap.find(keysym, group);
        return known != null ? known : borrow(keysym);
    }

    private Keymap.@Nullable Stroke borrow(int keysym) {
        Integer key = keymap.spareKeys().stream()
                .filter(k -> !borrowed.containsValue(k))
                .findFirst()
                .orElse(null);
        if (key == null && !borrowed.isEmpty()) {
            key = borrowed.remove(borrowed.keySet().iterator().next());
        }
        if (key == null) {
            return null;
        }
        display.bind(key, keysym);
        borrowed.put(keysym, key);
        return new Keymap.Stroke(key, false, false, false);
    }

    /** Brings Shift and AltGr into the state that a character needs; returns the events that undo it. */
    private List<Runnable> arrangeModifiers(Keymap.Stroke stroke, int keysym) {
        boolean shift = stroke.shift() != (isLetter(keysym) && (lockedModifiers & LOCK) != 0);
        List<Runnable> undo = new ArrayList<>();
        arrange(shift, shifts, keymap.shiftKey(), undo);
        arrange(stroke.level3(), level3, keymap.level3Key(), undo);
        return undo;
    }

    private void arrange(boolean wanted, Set<Integer> held, int key, List<Runnable> undo) {
        if (wanted && held.isEmpty() && key != 0) {
            display.key(key, true);
            undo.add(() -> display.key(key, false));
        } else if (!wanted) {
            held.forEach(k -> {
                display.key(k, false);
                undo.add(() -> display.key(k, true));
            });
        }
    }

    private static boolean isLetter(int keysym) {
        return keysym < 0x100 && Character.isLetter(keysym);
    }

    /** Releases all keys and restores reassigned ones; returns whether there were any. */
    boolean letGo() {
        boolean any = !down.isEmpty() || !borrowed.isEmpty();
        down.values().forEach(k -> display.key(k, false));
        down.clear();
        borrowed.values().forEach(k -> display.bind(k, 0));
        borrowed.clear();
        return any;
    }
}
