package io.deskmeter.sound.pulse.format;

/**
 * The form of a client's samples.
 *
 * @param channels in a sample frame, 1 to 32
 * @param rate sample frames per second, 4,000 to 192,000
 */
public record SampleSpec(SampleFormat format, int channels, int rate) {
    public static final int MAX_CHANNELS = 32;
    public static final int MIN_RATE = 4_000;
    public static final int MAX_RATE = 192_000;
    private static final long MICROS_PER_SECOND = 1_000_000;

    public SampleSpec {
        if (channels < 1 || channels > MAX_CHANNELS) {
            throw new IllegalArgumentException("channels: " + channels + " (expected: 1 to " + MAX_CHANNELS + ")");
        }
        if (rate < MIN_RATE || rate > MAX_RATE) {
            throw new IllegalArgumentException(
                    "rate: " + rate + " (expected: " + MIN_RATE + " to " + MAX_RATE + " sample frames per second)");
        }
    }

    /** Of a sample frame. */
    public int frameBytes() {
        return format.bytes() * channels;
    }

    /** So many bytes are whole sample frames. */
    public long wholeFrames(long bytes) {
        return bytes - bytes % frameBytes();
    }

    /** The bytes of the sample frames that play in a time, rounded down. */
    public int bytesOfMicros(long micros) {
        return (int) (micros * rate / MICROS_PER_SECOND) * frameBytes();
    }
}
