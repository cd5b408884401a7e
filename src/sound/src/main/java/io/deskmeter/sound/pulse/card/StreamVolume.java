package io.deskmeter.sound.pulse.card;

import java.util.Arrays;

/** A volume for each channel, in the steps of the protocol, and whether it is muted. Used by one thread. */
public final class StreamVolume {
    /** Sound as it is. */
    public static final int FULL = 0x10000;

    private final int[] volumes;
    private final float[] gains;
    private boolean muted;

    public StreamVolume(int channels) {
        volumes = new int[channels];
        gains = new float[channels];
        set(FULL);
    }

    /**
     * Sets it: one for all channels, or one for each.
     *
     * @return whether their number fits
     */
    public boolean set(int... asked) {
        if (asked.length != 1 && asked.length != volumes.length) {
            return false;
        }
        for (int i = 0; i < volumes.length; i++) {
            volumes[i] = Math.max(0, asked[asked.length == 1 ? 0 : i]);
            double linear = (double) volumes[i] / FULL;
            gains[i] = (float) (linear * linear * linear); // the protocol's volume is the cube root of the amplitude
        }
        return true;
    }

    public void mute(boolean on) {
        muted = on;
    }

    public boolean isMuted() {
        return muted;
    }

    /** In the steps of the protocol, a copy. */
    public int[] volumes() {
        return volumes.clone();
    }

    /** By which the amplitude of a channel is multiplied; 0 if muted. */
    public float gain(int channel) {
        return muted ? 0 : gains[channel];
    }

    @Override
    public String toString() {
        return Arrays.toString(volumes) + (muted ? " muted" : "");
    }
}
