package io.deskmeter.screen.rfb;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.rfb.message.PointerEvent;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.shared.InputBatch;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a session's input; owned by the event loop.
 *
 * <p>Input goes out in order and at once, with one exception: a key that is pressed twice in a row waits a little. X servers timestamp input in
 * milliseconds, and LibreOffice treats two presses of one key within one millisecond as one press: "Hello" becomes "Helo".
 *
 * <p>If the server reports that Caps Lock is on, and this input did not turn it on, it is turned off before letters are typed, so that an 'a' stays
 * an 'a'.
 */
final class RfbInput {
    static final long REPEAT_GAP_MILLIS = 20;

    /** Receives the outcome of input, on the event loop. */
    interface Done {
        /** The first event has left; the time was read immediately before. */
        void fired(long at);

        void failed(Throwable cause);
    }

    private record Waiting(InputBatch burst, @Nullable Done done) {}

    private final Channel channel;
    private final LongSupplier nanoTime;
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private boolean paused;
    private int lastKey = InputBatch.NONE;
    private long lastKeyAt;
    private int buttons;
    private int x;
    private int y;
    private boolean scancodes;
    /** Whether the state of Caps Lock differs from the expected one. */
    private boolean capsLockWrong;

    private boolean capsLockWanted;

    RfbInput(Channel channel, LongSupplier nanoTime) {
        this.channel = channel;
        this.nanoTime = nanoTime;
    }

    void fire(List<InputBatch> bursts, Done done) {
        for (int i = 0; i < bursts.size(); i++) {
            queue.add(new Waiting(bursts.get(i), i == 0 ? done : null));
        }
        drain();
    }

    /**
     * Another client or program has moved the pointer. We send a pointer event for the same position, because TigerVNC paints the cursor into the
     * picture of a client whose pointer is elsewhere.
     */
    void follow(int x, int y) {
        write(List.of(new PointerEvent(x, y, buttons)), null);
    }

    /** Releases the buttons that are pressed: what waits to be sent will not be. */
    void letGo() {
        queue.clear();
        if (buttons != 0) {
            write(List.of(new PointerEvent(x, y, 0)), null);
            buttons = 0;
        }
    }

    /** The server also accepts key positions, which virtual machines and games need. */
    void useScancodes() {
        scancodes = true;
    }

    /** The state that the server reports; if it reports none, it is assumed to be as expected. */
    void capsLockIs(boolean on) {
        capsLockWrong = on != capsLockWanted;
    }

    private void drain() {
        while (!paused && !queue.isEmpty()) {
            Waiting next = queue.element();
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
        if (capsLockWrong && burst.events().stream().anyMatch(RfbInput::isLetter)) {
            events.add(new InputEvent.Key(Keysyms.CAPS_LOCK, true));
            events.add(new InputEvent.Key(Keysyms.CAPS_LOCK, false));
            capsLockWrong = false; // until the server says otherwise
        }
        events.addAll(burst.events());
        long at = write(InputMessages.of(events, scancodes), input.done());
        if (burst.lastKey() != InputBatch.NONE) {
            lastKey = burst.lastKey();
            lastKeyAt = at;
        }
        burst.events().forEach(this::remember);
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
