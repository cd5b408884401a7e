package io.deskmeter.screen.awt;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.ScreenException;
import java.awt.event.KeyEvent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Presses keys and moves the pointer; owned by the screen's thread. */
final class AwtInput {
    private static final int BUTTONS = 3;
    private static final int WHEEL_UP = 0x8;
    private static final int WHEEL_DOWN = 0x10;
    private static final int MAX_BUTTONS = 0x1F;

    private final AwtCapture camera;
    private final Set<Integer> down = new LinkedHashSet<>();
    private int buttons;

    AwtInput(AwtCapture camera) {
        this.camera = camera;
    }

    /** Throws {@link IllegalArgumentException} if there are no events, or if one cannot be sent. */
    static void check(List<InputEvent> events) {
        if (events.isEmpty()) {
            throw new IllegalArgumentException("events: none (expected: at least one)");
        }
        for (InputEvent event : events) {
            if (event instanceof InputEvent.Pointer p
                    && (p.x() < 0 || p.y() < 0 || p.buttons() < 0 || p.buttons() > MAX_BUTTONS)) {
                throw new IllegalArgumentException(
                        "pointer: " + p + " (expected: x and y >= 0, buttons 0 to " + MAX_BUTTONS + ")");
            }
        }
    }

    /** Fails, before any key is pressed, if AWT has no key for one of the events. */
    void checkKeys(List<InputEvent> events) throws ScreenException {
        for (InputEvent event : events) {
            if (event instanceof InputEvent.Key key && AwtKeys.code(key.keysym()) == KeyEvent.VK_UNDEFINED) {
                throw new ScreenException(String.format(
                        Locale.ROOT, "input not sent: keysym 0x%x (expected: a key that AWT supports)", key.keysym()));
            }
        }
    }

    /** May fail with {@link IllegalArgumentException} if the desktop's keyboard lacks the key. */
    void handle(InputEvent event) {
        if (event instanceof InputEvent.Key key) {
            int code = AwtKeys.code(key.keysym());
            if (key.down()) {
                camera.robot().keyPress(code);
                down.add(code);
            } else if (down.remove(code)) {
                camera.robot().keyRelease(code);
            }
        } else if (event instanceof InputEvent.Pointer pointer) {
            point(pointer);
        }
    }

    private void point(InputEvent.Pointer to) {
        camera.point(to.x(), to.y());
        for (int i = 0; i < BUTTONS; i++) {
            int bit = 1 << i;
            int mask = java.awt.event.InputEvent.getMaskForButton(i + 1);
            if ((to.buttons() & bit) != 0 && (buttons & bit) == 0) {
                camera.robot().mousePress(mask);
            } else if ((to.buttons() & bit) == 0 && (buttons & bit) != 0) {
                camera.robot().mouseRelease(mask);
            }
        }
        int turned = to.buttons() & ~buttons;
        if ((turned & WHEEL_UP) != 0) {
            camera.robot().mouseWheel(-1);
        }
        if ((turned & WHEEL_DOWN) != 0) {
            camera.robot().mouseWheel(1);
        }
        buttons = to.buttons();
    }

    /** Releases all keys and buttons. */
    void letGo() {
        down.forEach(camera.robot()::keyRelease);
        down.clear();
        for (int i = 0; i < BUTTONS; i++) {
            if ((buttons & 1 << i) != 0) {
                camera.robot().mouseRelease(java.awt.event.InputEvent.getMaskForButton(i + 1));
            }
        }
        buttons = 0;
    }
}
