package io.deskmeter.agent.step;

import io.deskmeter.screen.InputEvent;
import java.util.ArrayList;
import java.util.List;

/** Pointer events of clicks and wheel turns. */
final class PointerEvents {
    private static final int WHEEL_UP = 1 << 3;
    private static final int WHEEL_DOWN = 1 << 4;

    private PointerEvents() {}

    static List<InputEvent> click(PointResolver.Point at, int button, int count) {
        List<InputEvent> events = new ArrayList<>();
        events.add(pointer(at, 0));
        for (int i = 0; i < count; i++) {
            events.add(pointer(at, 1 << (button - 1)));
            events.add(pointer(at, 0));
        }
        return events;
    }

    static List<InputEvent> scroll(PointResolver.Point at, int notches) {
        int wheel = notches > 0 ? WHEEL_DOWN : WHEEL_UP;
        List<InputEvent> events = new ArrayList<>();
        events.add(pointer(at, 0));
        for (int i = 0; i < Math.abs(notches); i++) {
            events.add(pointer(at, wheel));
            events.add(pointer(at, 0));
        }
        return events;
    }

    static InputEvent pointer(PointResolver.Point at, int buttons) {
        return new InputEvent.Pointer(at.x(), at.y(), buttons);
    }
}
