package io.deskmeter.screen.x11;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.shared.InputBatch;
import io.deskmeter.screen.x11.wire.Request;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a screen's input through XTEST; owned by the event loop. Input is sent in order and immediately, but a key that is pressed twice in a row
 * waits a little: applications treat two presses of one key within one millisecond as one press.
 */
final class DisplayInput implements Keys.Display {
    static final long REPEAT_GAP_MILLIS = 20;
    private static final int BUTTONS = 8;
    private static final int MAX_COORDINATE = Short.MAX_VALUE;

    /** Receives the outcome of input, on the event loop. */
    interface Done {
        /** The first event has left; the time was read immediately before. */
        void fired(long at);

        void failed(ScreenException cause);
    }

    private record Waiting(InputBatch burst, @Nullable Done done) {}

    private final Server server;
    private final EventLoop loop;
    private final LongSupplier nanoTime;
    private final Keys keys;
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private Rect view;
    private boolean paused;
    private int lastKey = InputBatch.NONE;
    private long lastKeyAt;
    private int buttons;
    private int bindings;

    DisplayInput(Server server, EventLoop loop, LongSupplier nanoTime, Keymap keymap, Rect view) {
        this.server = server;
        this.loop = loop;
        this.nanoTime = nanoTime;
        this.keys = new Keys(this, keymap);
        this.view = view;
    }

    /** Throws {@link IllegalArgumentException} if there are no events, or if one cannot be sent. */
    static void check(List<InputEvent> events) {
        if (events.isEmpty()) {
            throw new IllegalArgumentException("events: none (expected: at least one)");
        }
        for (InputEvent event : events) {
            if (event instanceof InputEvent.Pointer p
                    && (p.x() < 0
                            || p.x() > MAX_COORDINATE
                            || p.y() < 0
                            || p.y() > MAX_COORDINATE
                            || p.buttons() < 0
                            || p.buttons() >= 1 << BUTTONS)) {
                throw new IllegalArgumentException("pointer: " + p + " (expected: x and y 0 to " + MAX_COORDINATE
                        + ", buttons 0 to " + ((1 << BUTTONS) - 1) + ")");
            }
        }
    }

    /** Pointer positions are relative to this part of the root window. */
    void see(Rect place) {
        view = place;
    }

    void keyboardState(Server.KeyboardState state) {
        keys.state(state.group(), state.lockedModifiers());
    }

    /** The keyboard mapping may have changed: requests it, and requests it again if this class has changed it meanwhile. */
    void learnKeymap() {
        int before = bindings;
        var unused = server.keymap().thenAccept(keymap -> {
            if (bindings == before) {
                keys.use(keymap);
            } else {
                learnKeymap();
            }
        });
        server.connection().flush();
    }

    void fire(List<InputBatch> bursts, Done done) {
        if (!server.xtest().isThere()) {
            done.failed(
                    new ScreenException(
                            "input not sent: the X server lacks the extension XTEST (expected: a server that permits input by other programs)"));
            return;
        }
        for (InputBatch burst : bursts) {
            for (InputEvent event : burst.events()) {
                if (event instanceof InputEvent.Key key && key.down() && !keys.canMake(key.keysym())) {
                    done.failed(
                            new ScreenException(
                                    "input not sent: keysym 0x" + Integer.toHexString(key.keysym())
                                            + " (expected: one that the display's keyboard has, or an unused key that can be assigned to it)"));
                    return;
                }
            }
        }
        for (int i = 0; i < bursts.size(); i++) {
            queue.add(new Waiting(bursts.get(i), i == 0 ? done : null));
        }
        drain();
    }

    private void drain() {
        while (!paused && !queue.isEmpty()) {
            int key = queue.element().burst().firstKey();
            if (key != InputBatch.NONE
                    && key == lastKey
                    && nanoTime.getAsLong() - lastKeyAt < TimeUnit.MILLISECONDS.toNanos(REPEAT_GAP_MILLIS)) {
                pause();
            } else {
                send(queue.remove());
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // ends with the event loop, as do we
    private void pause() {
        paused = true;
        loop.schedule(
                () -> {
                    paused = false;
                    lastKey = InputBatch.NONE;
                    drain();
                },
                REPEAT_GAP_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    private void send(Waiting input) {
        for (InputEvent event : input.burst().events()) {
            if (event instanceof InputEvent.Key key) {
                keys.handle(key);
            } else if (event instanceof InputEvent.Pointer pointer) {
                point(pointer);
            }
        }
        // Written requests stay in memory until the flush.
        long at = nanoTime.getAsLong();
        server.connection().flush();
        if (input.burst().lastKey() != InputBatch.NONE) {
            lastKey = input.burst().lastKey();
            lastKeyAt = at;
        }
        Done done = input.done();
        if (done != null && server.connection().isOpen()) {
            done.fired(at);
        } else if (done != null) {
            done.failed(new ScreenException("input not sent: connection lost"));
        }
    }

    private void point(InputEvent.Pointer to) {
        fake(Opcodes.MOTION_NOTIFY, 0, view.x() + to.x(), view.y() + to.y());
        for (int i = 0; i < BUTTONS; i++) {
            int bit = 1 << i;
            if ((to.buttons() & bit) != (buttons & bit)) {
                boolean pressed = (to.buttons() & bit) != 0;
                fake(pressed ? Opcodes.BUTTON_PRESS : Opcodes.BUTTON_RELEASE, i + 1, 0, 0);
            }
        }
        buttons = to.buttons();
    }

    @Override
    public void key(int keycode, boolean down) {
        fake(down ? Opcodes.KEY_PRESS : Opcodes.KEY_RELEASE, keycode, 0, 0);
    }

    private void fake(int type, int detail, int x, int y) {
        server.connection()
                .send(Request.of(server.xtest().major(), Opcodes.XTEST_FAKE_INPUT)
                        .u8(type)
                        .u8(detail)
                        .u16(0)
                        .u32(0)
                        .u32(type == Opcodes.MOTION_NOTIFY ? server.setup().root() : 0)
                        .pad(8)
                        .u16(x)
                        .u16(y)
                        .pad(8));
    }

    @Override
    public void bind(int keycode, int keysym) {
        bindings++;
        // Twice, plain and shifted: with a single letter, Shift would give its upper case.
        server.connection()
                .send(Request.of(Opcodes.CHANGE_KEYBOARD_MAPPING, 1)
                        .u8(keycode)
                        .u8(2)
                        .u16(0)
                        .u32(keysym)
                        .u32(keysym));
    }

    /**
     * Releases keys and buttons and restores reassigned keys, because a server keeps their state after the client disconnects.
     *
     * @return whether there was anything to release
     */
    boolean letGo() {
        boolean any = keys.letGo() || buttons != 0;
        for (int i = 0; i < BUTTONS; i++) {
            if ((buttons & 1 << i) != 0) {
                fake(Opcodes.BUTTON_RELEASE, i + 1, 0, 0);
            }
        }
        buttons = 0;
        return any;
    }
}
