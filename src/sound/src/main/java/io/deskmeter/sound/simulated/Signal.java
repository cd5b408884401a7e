package io.deskmeter.sound.simulated;

/** A sound as a function of time. */
@FunctionalInterface
public interface Signal {
    /** Plays nothing. */
    Signal SILENCE = (position, channel) -> 0;

    /**
     * Its value.
     *
     * @param position sample frames since the source was opened
     * @param channel from 0
     * @return −1 to 1; what lies beyond is clipped
     */
    double at(long position, int channel);
}
