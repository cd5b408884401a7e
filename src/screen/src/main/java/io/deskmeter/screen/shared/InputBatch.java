package io.deskmeter.screen.shared;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keysyms;
import java.util.ArrayList;
import java.util.List;

/** Input that may be sent without a pause: within it no key is pressed twice in a row. */
public record InputBatch(List<InputEvent> events) {
    /** No key. */
    public static final int NONE = 0;

    public InputBatch {
        events = List.copyOf(events);
    }

    /** Splits the events before each press of the same key as the previous press. */
    public static List<InputBatch> split(List<InputEvent> events) {
        List<InputBatch> bursts = new ArrayList<>();
        int start = 0;
        int last = NONE;
        for (int i = 0; i < events.size(); i++) {
            int key = pressed(events.get(i));
            if (key != NONE && key == last) {
                bursts.add(new InputBatch(events.subList(start, i)));
                start = i;
            }
            last = key == NONE ? last : key;
        }
        bursts.add(new InputBatch(events.subList(start, events.size())));
        return bursts;
    }

    /** The first key that is pressed, modifiers apart. */
    public int firstKey() {
        return events.stream()
                .mapToInt(InputBatch::pressed)
                .filter(k -> k != NONE)
                .findFirst()
                .orElse(NONE);
    }

    /** The last key that is pressed, modifiers apart. */
    public int lastKey() {
        return events.stream()
                .mapToInt(InputBatch::pressed)
                .filter(k -> k != NONE)
                .reduce(NONE, (a, b) -> b);
    }

    private static int pressed(InputEvent event) {
        return event instanceof InputEvent.Key key && key.down() && !Keysyms.isModifier(key.keysym())
                ? key.keysym()
                : NONE;
    }
}
