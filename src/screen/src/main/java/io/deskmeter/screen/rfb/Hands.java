package io.deskmeter.screen.rfb;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.rfb.message.PointerEvent;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.shared.Burst;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A session's input on its way out; owned by the event loop.
 *
 * <p>Input goes out in order and at once, with one exception: a key that is pressed twice in a row waits a little. X servers stamp
 * input in milliseconds, and LibreOffice takes two presses of one key in one millisecond for one: "Hello" becomes "Helo".
 */
final class Hands {
    static final long REPEAT_GAP_MILLIS = 20;

    /** Hears of input, on the event loop. */
    interface Done {
        /** The first event has left; the time was read immediately before. */
        void fired(long at);

        void failed(Throwable cause);
    }

    private record Waiting(Burst burst, @Nullable Done done) {}

    private final Channel channel;
    private final LongSupplier nanoTime;
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private boolean paused;
    private int lastKey = Burst.NONE;
    private long lastKeyAt;
    private int buttons;

    Hands(Channel channel, LongSupplier nanoTime) {
        this.channel = channel;
        this.nanoTime = nanoTime;
    }

    void fire(List<Burst> bursts, Done done) {
        for (int i = 0; i < bursts.size(); i++) {
            queue.add(new Waiting(bursts.get(i), i == 0 ? done : null));
        }
        drain();
    }

    /**
     * Somebody else has moved the pointer. We make the place ours by pointing there: TigerVNC paints the cursor into the picture of
     * a client that points elsewhere.
     */
    void follow(int x, int y) {
        write(List.of(new PointerEvent(x, y, buttons)), null);
    }

    private void drain() {
        while (!paused && !queue.isEmpty()) {
            Waiting next = queue.element();
            int key = next.burst().firstKey();
            if (key != Burst.NONE
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
                            lastKey = Burst.NONE;
                            drain();
                        },
                        REPEAT_GAP_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    private void send(Waiting input) {
        Burst burst = input.burst();
        long at = write(InputMessages.of(burst.events()), input.done());
        if (burst.lastKey() != Burst.NONE) {
            lastKey = burst.lastKey();
            lastKeyAt = at;
        }
        for (InputEvent event : burst.events()) {
            buttons = event instanceof InputEvent.Pointer pointer ? pointer.buttons() : buttons;
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
