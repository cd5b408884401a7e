package io.deskmeter.sound;

/**
 * The form of samples: signed 16-bit integers, interleaved by channel.
 *
 * @param rate sample frames per second, 8,000 to 192,000
 * @param channels in a sample frame, 1 to 8
 */
public record SoundFormat(int rate, int channels) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** What desktops play most often: 48,000 stereo frames per second. */
    public static final SoundFormat STEREO_48K = new SoundFormat(48_000, 2);

    public SoundFormat {
        if (rate < 8_000 || rate > 192_000) {
            throw new IllegalArgumentException("rate: " + rate + " (expected: 8000 to 192000 frames per second)");
        }
        if (channels < 1 || channels > 8) {
            throw new IllegalArgumentException("channels: " + channels + " (expected: 1 to 8)");
        }
    }

    /** How long so many sample frames play, in nanoseconds, rounded to the nearest. */
    public long nanos(long frames) {
        return Math.round(frames * NANOS_PER_SECOND / rate);
    }

    /** How many sample frames play in a time in nanoseconds, rounded down. */
    public long frames(long nanos) {
        return (long) Math.floor(nanos * (double) rate / NANOS_PER_SECOND);
    }
}
