package io.deskmeter.testkit.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TimeStripTest {
    private static final int PERIOD = 100_000_000;

    @Test
    void containsTheInstantAndTheStep() {
        assertThat(TimeStrip.read(drawn(1_234_567_890_123_456L, 1000), 0, 0))
                .contains(new TimeStrip.Reading(1_234_567_890_123_000L, 1000 % TimeStrip.STEPS));
    }

    @Test
    void otherPixelsCannotBeRead() {
        assertThat(TimeStrip.read(new Frame(Long.SIZE * TimeStrip.CELL, TimeStrip.CELL), 0, 0))
                .isEmpty();
    }

    /** As if a viewer has drawn the left part of an update, but not yet the right one. */
    @Test
    void mixturesOfTwoStripsAreDetected() {
        int torn = 0;
        int readable = 0;
        for (int i = 0; i < 2000; i++) {
            long at = 5_000_000_000_000L + i * (PERIOD + 7919L);
            Frame before = drawn(at, i);
            Frame after = drawn(at + PERIOD, i + 1);
            int cut = (1 + i % (Long.SIZE - 1)) * TimeStrip.CELL;
            Frame both = mixed(after, before, cut);
            if (!same(both, before) && !same(both, after)) {
                torn++;
                readable += TimeStrip.read(both, 0, 0).isPresent() ? 1 : 0;
            }
        }
        assertThat(torn).isGreaterThan(500);
        assertThat(readable).as("of %s torn strips", torn).isLessThan(torn / 100);
    }

    private static Frame drawn(long nanos, long step) {
        Rect place = TimeStrip.place(0, 0);
        Frame frame = new Frame(place.width(), place.height());
        long bits = TimeStrip.of(nanos, step);
        for (int i = 0; i < frame.pixels().length; i++) {
            frame.pixels()[i] = TimeStrip.colour(bits, i % frame.width());
        }
        return frame;
    }

    private static Frame mixed(Frame left, Frame right, int cut) {
        Frame mixed = right.copy();
        for (int i = 0; i < mixed.pixels().length; i++) {
            if (i % mixed.width() < cut) {
                mixed.pixels()[i] = left.pixels()[i];
            }
        }
        return mixed;
    }

    private static boolean same(Frame a, Frame b) {
        return Arrays.equals(a.pixels(), b.pixels());
    }
}
