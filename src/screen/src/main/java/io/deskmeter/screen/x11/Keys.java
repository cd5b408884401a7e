package io.deskmeter.screen.x11;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.LegacyKeysyms;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns keysyms into presses of the display's own keys; owned by the event loop. Modifiers that a character needs and
 * that are not held, or that are held and must not be, are pressed or released around it. A character that only another
 * group of the keyboard has is typed in that group; the group that was in force is put back after the input. Every key
 * press carries its group, so programs cannot mistake one for the other.
 *
 * <p>Characters that no group has are assigned to unused keys, those of a text all at once and before it, because
 * programs read the mapping only when they process the press. A key stays assigned until it is needed for another text
 * or the screen is closed.
 */
final class Keys {
    private static final int SHIFT_RIGHT = 0xFFE2;

    /** Sends the key events. */
    interface Display {
        void key(int keycode, boolean down);

        /** Assigns keysyms to a key, plain and with Shift; 0 and 0 remove them. */
        void bind(int keycode, int plain, int shifted);

        /** Locks a group of the keyboard. */
        void lockGroup(int group);
    }

    private final Display display;
    private Keymap keymap;
    /** The group in force as programs and people have chosen it. */
    private int group;
    /** The group in force after what has been sent. */
    private int groupSent;

    private int lockedModifiers;
    /** Keys that are down, by the keysym for which they were pressed. */
    private final Map<Integer, Integer> down = new HashMap<>();

    private final Set<Integer> shifts = new LinkedHashSet<>();
    private final Set<Integer> level3 = new LinkedHashSet<>();
    /** What assigned keys have, by keycode, the least recently used first. */
    private final Map<Integer, Assigned> assigned = new LinkedHashMap<>(16, 0.75f, true);

    /** The keysyms of an assigned key, plain and with Shift. */
    private record Assigned(int plain, int shifted) {
        boolean has(int keysym) {
            return keysym == plain || keysym == shifted;
        }
    }

    Keys(Display display, Keymap keymap) {
        this.display = display;
        this.keymap = keymap;
    }

    /** The keyboard mapping has changed. */
    void use(Keymap newKeymap) {
        keymap = newKeymap;
        assigned.entrySet()
                .removeIf(e -> !newKeymap.has(e.getKey(), e.getValue().plain()));
    }

    /** The keyboard state has changed, by others. */
    void state(int newGroup, int newLockedModifiers) {
        group = newGroup;
        groupSent = newGroup;
        lockedModifiers = newLockedModifiers;
    }

    /** Those keysyms that no key produces. */
    Set<Integer> missing(Collection<Integer> keysyms) {
        Set<Integer> missing = new LinkedHashSet<>();
        for (int keysym : keysyms) {
            if (!down.containsKey(keysym) && keymap.find(keysym, group, lockedModifiers) == null) {
                missing.add(keysym);
            }
        }
        return missing;
    }

    /** What the assignment of keys needs. */
    enum Room {
        /** There are unused keys. */
        FREE,
        /** Keys that other texts needed have to be used again: programs must have processed those texts. */
        USED,
        /** There are not enough keys. */
        NONE
    }

    /** What is needed to assign keys to those of these keysyms that no key produces. */
    Room room(Collection<Integer> keysyms) {
        int free = keymap.spareKeys().size();
        int wanted = assignments(missing(keysyms), assignable(keysyms)).size();
        return wanted <= free ? Room.FREE : wanted <= assignable(keysyms) ? Room.USED : Room.NONE;
    }

    /** How many keys can be assigned for a text. */
    int assignable(Collection<Integer> keysyms) {
        return keymap.spareKeys().size() + unneeded(keysyms).size();
    }

    /** Assigns keys to those of these keysyms that no key produces; the caller has seen that there is room. */
    void assign(Collection<Integer> keysyms) {
        List<Integer> keys = new ArrayList<>(keymap.spareKeys());
        keys.addAll(unneeded(keysyms));
        for (Assigned each : assignments(missing(keysyms), keys.size())) {
            int key = keys.remove(0);
            display.bind(key, LegacyKeysyms.of(each.plain()), LegacyKeysyms.of(each.shifted()));
            assigned.put(key, each);
        }
    }

    /**
     * One key has both cases of a letter, which Caps Lock does not confuse; where that needs too many keys, each has
     * any two of the keysyms.
     */
    private static List<Assigned> assignments(Set<Integer> keysyms, int keys) {
        Set<Assigned> cases = new LinkedHashSet<>();
        keysyms.forEach(k -> cases.add(cases(k)));
        if (cases.size() <= keys) {
            return List.copyOf(cases);
        }
        List<Integer> all = List.copyOf(keysyms);
        List<Assigned> pairs = new ArrayList<>();
        for (int i = 0; i < all.size(); i += 2) {
            pairs.add(new Assigned(all.get(i), all.get(Math.min(i + 1, all.size() - 1))));
        }
        return pairs;
    }

    private static Assigned cases(int keysym) {
        int lower = Keysyms.lower(keysym);
        int upper = Keysyms.upper(lower);
        return upper == keysym || lower == keysym ? new Assigned(lower, upper) : new Assigned(keysym, keysym);
    }

    /** Assigned keys that have none of these keysyms, the least recently used first. */
    private List<Integer> unneeded(Collection<Integer> keysyms) {
        List<Integer> unneeded = new ArrayList<>();
        assigned.forEach((key, each) -> {
            if (keysyms.stream().noneMatch(each::has)) {
                unneeded.add(key);
            }
        });
        return unneeded;
    }

    void handle(InputEvent.Key event) {
        if (event.down()) {
            press(event.keysym());
        } else {
            release(event.keysym());
        }
    }

    private void press(int keysym) {
        Keymap.Stroke stroke = keymap.find(keysym, group, lockedModifiers);
        if (stroke == null) {
            return; // the caller has asked for what is missing
        }
        var unused = assigned.get(stroke.keycode()); // used now
        if (stroke.exact() && stroke.group() != groupSent) {
            display.lockGroup(stroke.group());
            groupSent = stroke.group();
        }
        List<Runnable> after = stroke.exact() ? arrangeModifiers(stroke) : List.of();
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

    /** Puts back the group that was in force; returns whether it had been changed. */
    boolean restoreGroup() {
        if (groupSent == group) {
            return false;
        }
        display.lockGroup(group);
        groupSent = group;
        return true;
    }

    /** Brings Shift and AltGr into the state that a character needs; returns the events that undo it. */
    private List<Runnable> arrangeModifiers(Keymap.Stroke stroke) {
        List<Runnable> undo = new ArrayList<>();
        arrange(stroke.shift(), shifts, keymap.shiftKey(), undo);
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

    /** Releases all keys and restores reassigned ones; returns whether there were any. */
    boolean letGo() {
        boolean any = !down.isEmpty() || !assigned.isEmpty();
        down.values().forEach(k -> display.key(k, false));
        down.clear();
        assigned.keySet().forEach(k -> display.bind(k, 0, 0));
        assigned.clear();
        return restoreGroup() || any;
    }
}
