package io.deskmeter.screen.x11;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.UntypableText;
import io.deskmeter.screen.shared.InputBatch;
import io.deskmeter.screen.x11.wire.Request;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a screen's input through XTEST; owned by the event loop. Input is sent in order and immediately, but a key that
 * is pressed twice in a row waits a little: applications treat two presses of one key within one millisecond as one
 * press. Input with characters that the keyboard lacks waits, too: until keys have been assigned to them, and for a
 * while so that programs have read the new mapping.
 */
final class DisplayInput implements Keys.Display {
    static final long REPEAT_GAP_MILLIS = 20;
    /** From the assignment of keys until they are pressed. */
    static final long ASSIGNED_MILLIS = 100;
    /** How long programs may take to process what was typed, before its keys are assigned anew. */
    static final long PROCESSED_MILLIS = 1_000;

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
    private final boolean mayAssign;
    /** Group changes of this class whose reports have not arrived: what is reported until then may be its own. */
    private int groupChanges;
    /** What waits for keys that are being assigned; done if nothing does. */
    private CompletableFuture<?> assigned = CompletableFuture.completedFuture(null);

    /** @param mayAssign whether characters that the keyboard lacks may be assigned to unused keys */
    DisplayInput(Server server, EventLoop loop, LongSupplier nanoTime, Keymap keymap, Rect view, boolean mayAssign) {
        this.mayAssign = mayAssign;
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
        if (groupChanges == 0) {
            keys.state(state.group(), state.lockedModifiers());
        }
    }

    /**
     * The keyboard mapping may have changed: requests it, and requests it again if this class has changed it meanwhile.
     */
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
        Set<Integer> pressed = pressed(bursts);
        if (assigned.isDone() && keys.missing(pressed).isEmpty()) {
            enqueue(bursts, done);
        } else {
            assigned = assign(pressed).handle((nothing, failure) -> {
                if (failure == null) {
                    enqueue(bursts, done);
                } else {
                    done.failed(new ScreenException(
                            "input not sent: " + cause(failure).getMessage(), failure));
                }
                return null;
            });
        }
    }

    private static Set<Integer> pressed(List<InputBatch> bursts) {
        Set<Integer> pressed = new LinkedHashSet<>();
        for (InputBatch burst : bursts) {
            for (InputEvent event : burst.events()) {
                if (event instanceof InputEvent.Key key && key.down()) {
                    pressed.add(key.keysym());
                }
            }
        }
        return pressed;
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private void enqueue(List<InputBatch> bursts, Done done) {
        for (int i = 0; i < bursts.size(); i++) {
            queue.add(new Waiting(bursts.get(i), i == 0 ? done : null));
        }
        drain();
    }

    /** Makes ready to type a text; fails if characters of it cannot be typed, and names them. */
    CompletableFuture<?> prepare(String text) {
        ScreenException none = UntypableText.withoutKeysym(text);
        if (none != null) {
            return CompletableFuture.failedFuture(none);
        }
        Set<Integer> keysyms = new LinkedHashSet<>();
        text.codePoints().forEach(c -> keysyms.add(Keysyms.of(c)));
        if (assigned.isDone() && keys.missing(keysyms).isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<?> ready = assign(keysyms);
        assigned = ready.handle((nothing, failure) -> null);
        return ready;
    }

    /** Assigns keys to what the keyboard lacks of these keysyms, after what is being assigned already. */
    private CompletableFuture<?> assign(Set<Integer> keysyms) {
        return assigned.thenCompose(before -> {
            Set<Integer> missing = keys.missing(keysyms);
            if (missing.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            if (!mayAssign) {
                return refused(
                        missing,
                        "characters that the keyboard of the display has: what is in it does not notice a changed keyboard");
            }
            Keys.Room room = keys.room(keysyms);
            if (room == Keys.Room.NONE) {
                return refused(
                        missing,
                        "characters that the keyboard of the display has, and " + keys.assignable(keysyms)
                                + " keys for others, with two each: so many of its keys are not used");
            }
            CompletableFuture<String> asked = server.inputMethod();
            server.connection().flush();
            return asked.thenCompose(method -> method.isEmpty()
                    ? later(room == Keys.Room.FREE ? 0 : PROCESSED_MILLIS).thenCompose(processed -> assignNow(keysyms))
                    : refused(
                            missing,
                            "characters that the keyboard of the display has: the input method " + method
                                    + " drops those of assigned keys; hint: a layout with them, or no input method"));
        });
    }

    private CompletableFuture<?> assignNow(Set<Integer> keysyms) {
        keys.assign(keysyms);
        CompletableFuture<Keymap> changed = server.keymap();
        server.connection().flush();
        return changed.thenCompose(keymap -> {
            keys.use(keymap);
            return later(ASSIGNED_MILLIS);
        });
    }

    private static <T> CompletableFuture<T> refused(Set<Integer> missing, String expected) {
        Set<Integer> characters = new LinkedHashSet<>();
        missing.forEach(k -> characters.add(Keysyms.character(k)));
        return CompletableFuture.failedFuture(UntypableText.refused(characters, expected));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // ends with the event loop, as do we
    private CompletableFuture<?> later(long millis) {
        CompletableFuture<?> done = new CompletableFuture<>();
        if (millis == 0) {
            done.complete(null);
        } else {
            loop.schedule(() -> done.complete(null), millis, TimeUnit.MILLISECONDS);
        }
        return done;
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
        if (keys.restoreGroup()) {
            settleGroup();
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

    /** Once the reports of one's own changes have arrived, those of others count again. */
    private void settleGroup() {
        groupChanges++;
        var unused = server.keyboardState().whenComplete((state, failure) -> {
            groupChanges--;
            if (state != null) {
                keyboardState(state);
            }
        });
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
    public void bind(int keycode, int plain, int shifted) {
        bindings++;
        // Both columns: with a single letter, Shift would give its upper case.
        server.connection()
                .send(Request.of(Opcodes.CHANGE_KEYBOARD_MAPPING, 1)
                        .u8(keycode)
                        .u8(2)
                        .u16(0)
                        .u32(plain)
                        .u32(shifted));
    }

    @Override
    public void lockGroup(int group) {
        server.lockGroup(group);
    }

    /**
     * Releases keys and buttons and restores reassigned keys, because a server keeps their state after the client
     * disconnects.
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
