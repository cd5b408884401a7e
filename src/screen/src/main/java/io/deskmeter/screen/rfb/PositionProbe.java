package io.deskmeter.screen.rfb;

import io.deskmeter.screen.rfb.message.ExtendedKeyEvent;
import io.deskmeter.screen.rfb.message.Scancodes;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether QEMU passes the positions of keys on to its guest. It says that it takes them also where its option
 * {@code -k} makes it ignore them.
 *
 * <p>The position of Num Lock is pressed without a keysym. The guest then switches the light of this key, which QEMU
 * reports, and a second press switches it back. With {@code -k} nothing is pressed at all. Both changes must be seen,
 * each after its press, because a guest may switch a light for another reason. Where none is seen, nothing is known:
 * {@code -k}, or a guest that has not switched the light. Owned by the event loop.
 */
final class PositionProbe {
    /** How long the guest may take to switch the light. */
    static final long ANSWER_MILLIS = 2_000;

    /**
     * After a probe for somebody who asked and got no answer, the next one is not sent before: a check asks for many
     * texts.
     */
    static final long AGAIN_MILLIS = 10_000;

    private static final int NO_KEYSYM = 0;
    private static final int NUM_LOCK = Scancodes.of(0xFF7F);

    private enum State {
        /** Not asked for, or without an answer. */
        UNKNOWN,
        /** Pressed once. */
        SWITCHED,
        /**
         * Pressed again, without an answer to the first press: either the guest was not ready for that one, and may
         * answer now, or this one puts back what it has not shown.
         */
        SWITCHED_AGAIN,
        /** Pressed twice. */
        SWITCHED_BACK,
        /** Positions reach the guest. */
        PROVED
    }

    private final Consumer<List<ClientMessage>> out;
    private final ScheduledExecutorService timers;
    private final LongSupplier nanoTime;
    private final List<Consumer<Boolean>> waiting = new ArrayList<>();
    private State state = State.UNKNOWN;
    /** As last reported; null before. */
    private @Nullable Boolean light;

    private boolean accepted;
    private long step;
    private @Nullable Long failedAt;

    /**
     * @param out sends messages
     * @param timers the event loop
     */
    PositionProbe(Consumer<List<ClientMessage>> out, ScheduledExecutorService timers, LongSupplier nanoTime) {
        this.out = out;
        this.timers = timers;
        this.nanoTime = nanoTime;
    }

    /** The server says that it takes positions. */
    void accepted() {
        accepted = true;
        begin();
    }

    /** The server reports the light of Num Lock. */
    void numLockIs(boolean on) {
        boolean changed = light != null && light != on;
        light = on;
        if (state == State.UNKNOWN) {
            begin();
        } else if (changed && (state == State.SWITCHED || state == State.SWITCHED_AGAIN)) {
            press(State.SWITCHED_BACK);
        } else if (changed && state == State.SWITCHED_BACK) {
            end(State.PROVED);
        }
    }

    /** Whether positions are known to reach the guest. */
    boolean isProved() {
        return state == State.PROVED;
    }

    /**
     * Asks.
     *
     * @param answer called once, at once if it is known: whether positions are known to reach the guest
     */
    void ask(Consumer<Boolean> answer) {
        if (isProved() || (state == State.UNKNOWN && failedLately())) {
            answer.accept(isProved());
            return;
        }
        waiting.add(answer);
        begin();
        if (state == State.UNKNOWN && waiting.size() == 1) {
            later(); // the server may yet say that it takes positions
        }
    }

    /** Switches the light back if it is not yet; nothing follows. */
    void letGo() {
        if (state == State.SWITCHED) {
            state = State.SWITCHED_BACK;
            press();
        }
    }

    private boolean failedLately() {
        return failedAt != null && nanoTime.getAsLong() - failedAt < TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS);
    }

    private void begin() {
        if (state == State.UNKNOWN && accepted && light != null && !failedLately()) {
            press(State.SWITCHED);
        }
    }

    private void press(State next) {
        state = next;
        press();
        later();
    }

    private void press() {
        out.accept(List.of(
                new ExtendedKeyEvent(NO_KEYSYM, NUM_LOCK, true), new ExtendedKeyEvent(NO_KEYSYM, NUM_LOCK, false)));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // ends with the event loop, as do we
    private void later() {
        long of = ++step;
        timers.schedule(
                () -> {
                    if (of == step) {
                        giveUp();
                    }
                },
                ANSWER_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    private void giveUp() {
        if (state == State.SWITCHED) {
            press(State.SWITCHED_AGAIN);
            return;
        }
        failedAt = waiting.isEmpty() ? failedAt : Long.valueOf(nanoTime.getAsLong());
        end(State.UNKNOWN);
    }

    private void end(State found) {
        state = found;
        step++;
        List<Consumer<Boolean>> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(each -> each.accept(found == State.PROVED));
    }
}
