package io.deskmeter.screen;

import java.util.List;

/**
 * One update of a screen.
 *
 * @param frame the whole screen after the update; valid during the listener's call only
 * @param damage the regions that the protocol reported as changed, never empty; they may overlap and may be larger than
 *     the actual change
 * @param arrivedAt monotonic nanoseconds at which the update's last byte was read from the protocol
 * @param sequence from 1, counts the updates of this screen
 * @param requested whether it shows a change, but has come only because a {@link Screen#probe} asked: the desktop
 *     itself sent no frame
 */
public record FrameUpdate(Frame frame, List<Rect> damage, long arrivedAt, long sequence, boolean requested) {
    public FrameUpdate {
        damage = List.copyOf(damage);
    }

    /** A frame that the desktop sent. */
    public FrameUpdate(Frame frame, List<Rect> damage, long arrivedAt, long sequence) {
        this(frame, damage, arrivedAt, sequence, false);
    }
}
