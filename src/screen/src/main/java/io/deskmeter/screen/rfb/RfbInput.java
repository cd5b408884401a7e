package io.deskmeter.screen.rfb;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.message.ExtendedKeyEvent;
import io.deskmeter.screen.rfb.message.KeyEvent;
import io.deskmeter.screen.rfb.message.PointerEvent;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.shared.InputBatch;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a session's input; owned by the event loop.
 *
 * <p>Input goes out in order and at once, with one exception: a key that is pressed twice in a row waits a little. X
 * servers timestamp input in milliseconds, and LibreOffice treats two presses of one key within one millisecond as one
 * press: "Hello" becomes "Helo".
 *
 * <p>Text goes as keysyms, which the server finds on its own keyboard, with the modifiers that the layout needs for
 * them where it is known. A virtual machine gets positions, one event at a time, no faster than it takes them: see
 * {@link ServerKind}.
 *
 * <p>If the server reports that Caps Lock is on, and this input did not turn it on, it is turned off before letters are
 * typed, so that an 'a' stays an 'a'. A text or a chord with letters waits until the server reports it as off, and is
 * refused if it goes on reporting it. Where the light comes on while a text is typed, that text has failed: see
 * {@link #lookBack}. Servers that report no lights leave it unknown.
 */
final class RfbInput {
    static final long REPEAT_GAP_MILLIS = 20;
    /** Between two key events to a virtual machine, which takes one in 10 ms. */
    static final long MACHINE_GAP_MILLIS = 12;
    /** After a key that makes the server use the keyboard of its clients, until the text may begin. */
    private static final long READY_MILLIS = 100;
    /** Within which a server reports that Caps Lock has been turned off. */
    static final long LIGHT_MILLIS = 2_000;

    private static final List<InputEvent> CAPS_LOCK =
            List.of(new InputEvent.Key(Keysyms.CAPS_LOCK, true), new InputEvent.Key(Keysyms.CAPS_LOCK, false));

    /** Receives the outcome of input, on the event loop. */
    interface Done {
        /** The first event has left; the time was read immediately before. */
        void fired(long at);

        void failed(Throwable cause);
    }

    /**
     * @param look called in its place, where there is no input, with null, or why it never leaves
     * @param meant whether the caller has asked for it; what is not is sent to get the keyboard ready
     */
    private record Waiting(
            InputBatch burst, @Nullable Done done, @Nullable Consumer<@Nullable ScreenException> look, boolean meant) {}

    private final Channel channel;
    private final LongSupplier nanoTime;
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private boolean paused;
    /** What waits first may not leave before Caps Lock is off; null while nothing waits for that. */
    private @Nullable Runnable held;

    private int lastKey = InputBatch.NONE;
    private long lastKeyAt;
    private int buttons;
    private int x;
    private int y;
    private final RfbKeyboard keyboard;
    private final TextRules textRules;
    private String desktopName = "";
    /** Of a layout that is known, or of a virtual machine. */
    private @Nullable PositionKeys keys;

    /** Of a virtual machine, unless whoever tells its keyboard knows what it does. */
    private @Nullable PositionProbe positions;

    private boolean machine;
    private boolean extended;
    /** Of the batch that is being sent piece by piece. */
    private final Deque<ClientMessage> rest = new ArrayDeque<>();
    /** Whether the state of Caps Lock that was last reported differs from the expected one. */
    private boolean capsLockWrong;

    private boolean capsLockWanted;
    /** Whether it has been pressed for that, and the server has reported nothing since. */
    private boolean capsLockTurned;
    /** Whether it was reported, once or more, as it should not be, and when that came last. */
    private boolean capsLockCame;

    private long capsLockCameAt;
    /** Run when the lights are reported. */
    private final List<Runnable> lightsAwaited = new ArrayList<>();

    RfbInput(Channel channel, LongSupplier nanoTime, RfbKeyboard keyboard) {
        this.channel = channel;
        this.nanoTime = nanoTime;
        this.keyboard = keyboard;
        this.textRules = new TextRules(keyboard);
    }

    /** The server has given its desktop a name. */
    void desktopIs(String name) {
        desktopName = name;
        machine = ServerKind.of(name) == ServerKind.QEMU;
        keys = machine || keyboard.layout() != null ? new PositionKeys(keyboard.keys()) : null;
        positions = machine && keyboard.others() != RfbKeyboard.Others.SENT
                ? new PositionProbe(messages -> write(messages, null), channel.eventLoop(), nanoTime)
                : null;
        useScancodes(extended);
    }

    /**
     * Makes ready to type a text.
     *
     * @param done receives null when the text can be typed, or why it cannot
     */
    void prepare(String text, Consumer<@Nullable ScreenException> done) {
        ScreenException refusal = textRules.refusal(text, desktopName);
        PositionProbe asked = positions;
        if (refusal == null && asked != null) {
            asked.ask(proved -> {
                if (proved) {
                    withoutCapsLock(text, done);
                } else {
                    done.accept(TextRules.withoutPositions(text, desktopName));
                }
            });
            return;
        }
        if (refusal == null) {
            withoutCapsLock(text, done);
        } else {
            done.accept(refusal);
        }
    }

    /** Turns Caps Lock off if it is reported as on, and the text has letters. */
    private void withoutCapsLock(String text, Consumer<@Nullable ScreenException> done) {
        ScreenException refusal = capsLockWrong ? TextRules.underCapsLock(text, desktopName) : null;
        if (refusal == null) {
            withKeyboardOfClients(text, done);
            return;
        }
        awaitLight(() -> withKeyboardOfClients(text, done), () -> done.accept(refusal));
        turnCapsLock();
        drain();
    }

    /** Presses Caps Lock before all that waits, unless that has been done and the server has not answered. */
    private void turnCapsLock() {
        if (!capsLockTurned) {
            capsLockTurned = true;
            queue.addFirst(new Waiting(new InputBatch(CAPS_LOCK), null, null, false));
        }
    }

    /**
     * Waits until Caps Lock is reported as expected.
     *
     * @return what waits for that, among those that do
     */
    @SuppressWarnings("FutureReturnValueIgnored") // ends with the event loop, as do we
    private Runnable awaitLight(Runnable right, Runnable wrong) {
        Runnable ready = new Runnable() {
            @Override
            public void run() {
                if (!capsLockWrong && lightsAwaited.remove(this)) {
                    right.run();
                }
            }
        };
        lightsAwaited.add(ready);
        channel.eventLoop()
                .schedule(
                        () -> {
                            if (lightsAwaited.remove(ready)) {
                                capsLockTurned = false; // the next text tries again
                                wrong.run();
                            }
                        },
                        LIGHT_MILLIS,
                        TimeUnit.MILLISECONDS);
        return ready;
    }

    /**
     * Looks whether Caps Lock has stayed as it was since a text began, once all that waits has left. It takes no time,
     * so a light that comes on later than that is not seen. Several type at one keyboard, such as an operation and the
     * handler of a window, so each says since when.
     *
     * @param text what has been typed of it so far
     * @param since when its first key left
     * @param done receives null if letters have arrived as meant, as far as the server tells
     */
    void lookBack(String text, long since, Consumer<@Nullable ScreenException> done) {
        queue.add(new Waiting(
                new InputBatch(List.of()),
                null,
                lost -> done.accept(
                        lost == null && capsLockCame && capsLockCameAt - since >= 0
                                ? TextRules.capsLockCame(text, desktopName, !capsLockWanted)
                                : lost),
                true));
        drain();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // ends with the event loop, as do we
    private void withKeyboardOfClients(String text, Consumer<@Nullable ScreenException> done) {
        if (machine || text.chars().allMatch(c -> c <= '~')) {
            done.accept(null);
            return;
        }
        // Xvnc forgets the keys that it has assigned when it goes over from the keyboard of another program to that of
        // its
        // clients, with the first key of theirs. So that is a key that types nothing, and the text comes after it.
        fire(
                List.of(new InputBatch(
                        List.of(new InputEvent.Key(Keysyms.SHIFT, true), new InputEvent.Key(Keysyms.SHIFT, false)))),
                new Done() {
                    @Override
                    public void fired(long at) {
                        channel.eventLoop().schedule(() -> done.accept(null), READY_MILLIS, TimeUnit.MILLISECONDS);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        done.accept(new ScreenException("text not typed: connection lost", cause));
                    }
                });
    }

    void fire(List<InputBatch> bursts, Done done) {
        PositionProbe asked = positions;
        String characters = asked == null || asked.isProved() ? "" : characters(bursts);
        if (asked == null || characters.isEmpty()) {
            enqueue(bursts, done);
            return;
        }
        asked.ask(proved -> {
            ScreenException refusal = proved ? null : TextRules.withoutPositions(characters, desktopName);
            if (refusal == null) {
                enqueue(bursts, done);
            } else {
                done.failed(refusal);
            }
        });
    }

    /** Those that are pressed; a chord, too, needs the key that it names. */
    private static String characters(List<InputBatch> bursts) {
        StringBuilder characters = new StringBuilder();
        for (InputBatch burst : bursts) {
            for (InputEvent event : burst.events()) {
                if (event instanceof InputEvent.Key key && key.down() && Keysyms.isCharacter(key.keysym())) {
                    characters.appendCodePoint(Keysyms.character(key.keysym()));
                }
            }
        }
        return characters.toString();
    }

    private void enqueue(List<InputBatch> bursts, Done done) {
        for (int i = 0; i < bursts.size(); i++) {
            queue.add(new Waiting(bursts.get(i), i == 0 ? done : null, null, true));
        }
        drain();
    }

    /**
     * Another client or program has moved the pointer. We send a pointer event for the same position, because TigerVNC
     * paints the cursor into the picture of a client whose pointer is elsewhere.
     */
    void follow(int x, int y) {
        write(List.of(new PointerEvent(x, y, buttons)), null);
    }

    /** The pointer is there, without input. */
    void pointerIsAt(int atX, int atY) {
        x = atX;
        y = atY;
    }

    /**
     * Keeps a virtual machine's server awake. QEMU looks at its guest every 30 ms, but where nothing changes every time
     * 50 ms later than before, up to 3 s; requests for updates do not alter that, input does (docs/decisions/0033). So
     * the pointer is sent to where it is. Guests drop that, because nothing has moved.
     */
    void keepAwake() {
        if (machine && rest.isEmpty()) {
            write(List.of(new PointerEvent(x, y, buttons)), null);
        }
    }

    /**
     * Releases the buttons that are pressed. What waits to be sent is not sent any more.
     *
     * @param why it is not
     */
    void letGo(ScreenException why) {
        for (Waiting unsent = queue.poll(); unsent != null; unsent = queue.poll()) {
            if (unsent.done() != null) {
                unsent.done().failed(why);
            }
            if (unsent.look() != null) {
                unsent.look().accept(why);
            }
        }
        lightsAwaited.remove(held);
        held = null;
        if (positions != null) {
            positions.letGo();
        }
        rest.removeIf(RfbInput::isPress);
        if (!rest.isEmpty()) {
            write(List.copyOf(rest), null);
            rest.clear();
        }
        if (buttons != 0) {
            write(List.of(new PointerEvent(x, y, 0)), null);
            buttons = 0;
        }
    }

    private static boolean isPress(ClientMessage message) {
        return message instanceof KeyEvent key
                ? key.down()
                : message instanceof ExtendedKeyEvent extendedKey && extendedKey.down();
    }

    /**
     * The server also accepts key positions. Only a virtual machine needs them: other servers would look them up on a
     * layout of their own.
     */
    void useScancodes() {
        useScancodes(true);
    }

    private void useScancodes(boolean accepted) {
        extended = accepted;
        if (keys != null && accepted && machine) {
            keys.extended();
            if (positions != null) {
                positions.accepted();
            }
        }
    }

    /** The lights that the server reports; if it reports none, Caps Lock is assumed to be as expected. */
    void lightsAre(boolean capsLock, boolean numLock) {
        boolean wrong = capsLock != capsLockWanted;
        if (wrong && !capsLockWrong) {
            capsLockCame();
        }
        capsLockWrong = wrong;
        capsLockTurned = false;
        List.copyOf(lightsAwaited).forEach(Runnable::run);
        if (positions != null) {
            positions.numLockIs(numLock);
        }
    }

    private void capsLockCame() {
        capsLockCame = true;
        capsLockCameAt = nanoTime.getAsLong();
    }

    private void drain() {
        while (!paused && !queue.isEmpty()) {
            Waiting next = queue.element();
            if (held != null && next.meant()) {
                return;
            }
            Consumer<@Nullable ScreenException> look = next.look();
            if (look != null) {
                queue.remove();
                look.accept(null);
                continue;
            }
            if (next.meant() && capsLockWrong && typesLetters(next.burst())) {
                held = awaitLight(this::goOn, this::refuseFirst);
                turnCapsLock();
                continue;
            }
            int key = next.burst().firstKey();
            if (key != InputBatch.NONE
                    && key == lastKey
                    && nanoTime.getAsLong() - lastKeyAt < TimeUnit.MILLISECONDS.toNanos(REPEAT_GAP_MILLIS)) {
                pause();
            } else {
                queue.remove();
                send(next);
            }
        }
    }

    private void goOn() {
        held = null;
        drain();
    }

    /** Caps Lock stays as it is: what waits first is not sent, nor is what belongs to it. */
    private void refuseFirst() {
        held = null;
        Waiting first = queue.peek();
        if (first != null) {
            List<InputBatch> bursts = new ArrayList<>();
            Waiting next;
            do {
                bursts.add(queue.remove().burst());
                next = queue.peek();
            } while (next != null && next.look() == null && next.done() == null);
            ScreenException refusal = TextRules.underCapsLock(characters(bursts), desktopName);
            if (first.done() != null && refusal != null) {
                first.done().failed(refusal);
            } else {
                capsLockCame(); // its first part has left, and the text is told when it looks back
            }
        }
        drain();
    }

    /** Whether Caps Lock changes what arrives: letters with Control and the like are no text. */
    private static boolean typesLetters(InputBatch burst) {
        Set<Integer> held = new HashSet<>();
        for (InputEvent event : burst.events()) {
            if (!(event instanceof InputEvent.Key key)) {
                continue;
            }
            if (Keysyms.isModifier(key.keysym()) && key.keysym() != Keysyms.SHIFT) {
                if (key.down()) {
                    held.add(key.keysym());
                } else {
                    held.remove(key.keysym());
                }
            } else if (held.isEmpty() && isLetter(key)) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // ends with the event loop, as do we
    private void pause() {
        paused = true;
        channel.eventLoop()
                .schedule(
                        () -> {
                            paused = false;
                            lastKey = InputBatch.NONE;
                            drain();
                        },
                        REPEAT_GAP_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    private void send(Waiting input) {
        InputBatch burst = input.burst();
        List<InputEvent> events = new ArrayList<>();
        if (capsLockWrong && !capsLockTurned && burst.events().stream().anyMatch(RfbInput::isLetter)) {
            events.addAll(CAPS_LOCK);
            capsLockTurned = true; // until the server says otherwise
        }
        events.addAll(burst.events());
        long at = send(events, input.done());
        if (burst.lastKey() != InputBatch.NONE) {
            lastKey = burst.lastKey();
            lastKeyAt = at;
        }
        if (input.meant()) {
            burst.events().forEach(this::remember);
        }
    }

    private long send(List<InputEvent> events, @Nullable Done done) {
        PositionKeys layout = keys;
        if (layout == null || events.stream().noneMatch(InputEvent.Key.class::isInstance)) {
            return write(InputMessages.of(events), done);
        }
        List<ClientMessage> messages = new ArrayList<>();
        for (InputEvent event : events) {
            messages.addAll(event instanceof InputEvent.Key key ? layout.of(key) : InputMessages.of(List.of(event)));
        }
        if (!machine) {
            return write(messages, done);
        }
        rest.addAll(messages);
        paused = true;
        return sendNext(done);
    }

    /** One message, and after a while the next one; then what waits. */
    @SuppressWarnings("FutureReturnValueIgnored") // ends with the event loop, as do we
    private long sendNext(@Nullable Done done) {
        long at = write(List.of(rest.remove()), done);
        channel.eventLoop()
                .schedule(
                        () -> {
                            if (rest.isEmpty()) {
                                paused = false;
                                drain();
                            } else {
                                sendNext(null);
                            }
                        },
                        MACHINE_GAP_MILLIS,
                        TimeUnit.MILLISECONDS);
        return at;
    }

    private static boolean isLetter(InputEvent event) {
        return event instanceof InputEvent.Key key && key.down() && Keysyms.isLetter(key.keysym());
    }

    private void remember(InputEvent event) {
        if (event instanceof InputEvent.Pointer pointer) {
            buttons = pointer.buttons();
            x = pointer.x();
            y = pointer.y();
        } else if (event instanceof InputEvent.Key key && key.down() && key.keysym() == Keysyms.CAPS_LOCK) {
            capsLockWanted = !capsLockWanted;
        }
    }

    private long write(List<ClientMessage> messages, @Nullable Done done) {
        ByteBuf buffer = channel.alloc().buffer();
        messages.forEach(m -> m.write(buffer));
        long at = nanoTime.getAsLong();
        var writing = channel.writeAndFlush(buffer);
        if (done != null) {
            writing.addListener(written -> {
                if (written.isSuccess()) {
                    done.fired(at);
                } else {
                    done.failed(written.cause());
                }
            });
        }
        return at;
    }
}
