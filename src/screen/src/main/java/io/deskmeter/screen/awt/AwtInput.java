package io.deskmeter.screen.awt;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.ScreenException;
import java.awt.Point;
import java.awt.Robot;
import java.awt.event.KeyEvent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;

/** Presses keys and moves the pointer; owned by the thread of the input. */
final class AwtInput {
    private static final int BUTTONS = 3;
    private static final int WHEEL_UP = 0x8;
    private static final int WHEEL_DOWN = 0x10;
    private static final int MAX_BUTTONS = 0x1F;

    /** A call that takes longer has waited for a capture: on X displays AWT does one thing at a time. */
    private static final long WAITED = 1_000_000;

    private static final long NOT_YET = Long.MIN_VALUE;

    private final AwtMonitor monitor;
    private final Robot robot;
    private final LongSupplier nanoTime;
    private final Set<Integer> down = new LinkedHashSet<>();
    private int buttons;
    private long leftAt = NOT_YET;

    /** @param nanoTime monotonic nanoseconds */
    AwtInput(AwtMonitor monitor, LongSupplier nanoTime) throws ScreenException {
        this.monitor = monitor;
        this.robot = monitor.robot();
        this.nanoTime = nanoTime;
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
                throw ScreenException.ofRefusedInput(String.format(
                        Locale.ROOT, "input not sent: keysym 0x%x (expected: a key that AWT supports)", key.keysym()));
            }
        }
    }

    /**
     * Sends events, at least one. May fail with {@link IllegalArgumentException} if the desktop's keyboard lacks a key.
     *
     * @return immediately before the first one left; where it waited for a capture, immediately after it had left
     */
    long send(List<InputEvent> events) {
        leftAt = NOT_YET;
        events.forEach(this::handle);
        return leftAt == NOT_YET ? nanoTime.getAsLong() : leftAt;
    }

    private void call(Runnable action) {
        long before = nanoTime.getAsLong();
        action.run();
        if (leftAt == NOT_YET) {
            long after = nanoTime.getAsLong();
            leftAt = after - before > WAITED ? after : before;
        }
    }

    private void handle(InputEvent event) {
        if (event instanceof InputEvent.Key key) {
            int code = AwtKeys.code(key.keysym());
            if (key.down()) {
                call(() -> robot.keyPress(code));
                down.add(code);
            } else if (down.remove(code)) {
                call(() -> robot.keyRelease(code));
            }
        } else if (event instanceof InputEvent.Pointer pointer) {
            point(pointer);
        }
    }

    private void point(InputEvent.Pointer to) {
        Point at = monitor.at(to.x(), to.y());
        call(() -> robot.mouseMove(at.x, at.y));
        for (int i = 0; i < BUTTONS; i++) {
            int bit = 1 << i;
            int mask = java.awt.event.InputEvent.getMaskForButton(i + 1);
            if ((to.buttons() & bit) != 0 && (buttons & bit) == 0) {
                call(() -> robot.mousePress(mask));
            } else if ((to.buttons() & bit) == 0 && (buttons & bit) != 0) {
                call(() -> robot.mouseRelease(mask));
            }
        }
        int turned = to.buttons() & ~buttons;
        if ((turned & WHEEL_UP) != 0) {
            call(() -> robot.mouseWheel(-1));
        }
        if ((turned & WHEEL_DOWN) != 0) {
            call(() -> robot.mouseWheel(1));
        }
        buttons = to.buttons();
    }

    /** Does nothing for a while. */
    void pause(int millis) {
        robot.delay(millis);
    }

    /** Releases all keys and buttons. */
    void letGo() {
        down.forEach(robot::keyRelease);
        down.clear();
        for (int i = 0; i < BUTTONS; i++) {
            if ((buttons & 1 << i) != 0) {
                robot.mouseRelease(java.awt.event.InputEvent.getMaskForButton(i + 1));
            }
        }
        buttons = 0;
    }
}
