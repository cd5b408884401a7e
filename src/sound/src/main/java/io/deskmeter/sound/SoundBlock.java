package io.deskmeter.sound;

/**
 * Consecutive samples of a source.
 *
 * <p>Positions count the sample frames that the source has played since it was opened, including those that were lost
 * on the way to the listener. So a block whose {@link #position()} is not the {@link #end()} of the one before follows
 * a gap of known length.
 */
public final class SoundBlock {
    private final SoundFormat format;
    private final short[] samples;
    private final long position;
    private final long playedAt;
    private final long uncertainty;

    /**
     * Takes the samples without a copy; the caller no longer changes them.
     *
     * @param samples interleaved by channel, at least one sample frame
     * @param position of the first sample frame, from 0
     * @param playedAt monotonic nanoseconds at which the first sample frame is played
     * @param uncertainty nanoseconds by which {@code playedAt} may be off in either direction, at least 0
     */
    public SoundBlock(SoundFormat format, short[] samples, long position, long playedAt, long uncertainty) {
        if (samples.length == 0 || samples.length % format.channels() != 0) {
            throw new IllegalArgumentException("samples: " + samples.length + " (expected: a multiple of the "
                    + format.channels() + " channels, at least one)");
        }
        if (position < 0) {
            throw new IllegalArgumentException("position: " + position + " (expected: 0 or more)");
        }
        if (uncertainty < 0) {
            throw new IllegalArgumentException("uncertainty: " + uncertainty + " ns (expected: 0 or more)");
        }
        this.format = format;
        this.samples = samples;
        this.position = position;
        this.playedAt = playedAt;
        this.uncertainty = uncertainty;
    }

    public SoundFormat format() {
        return format;
    }

    /** Sample frames in this block. */
    public int frames() {
        return samples.length / format.channels();
    }

    /** Of the first sample frame. */
    public long position() {
        return position;
    }

    /** The position behind the last sample frame. */
    public long end() {
        return position + frames();
    }

    /** Monotonic nanoseconds at which the first sample frame is played. */
    public long playedAt() {
        return playedAt;
    }

    /** Monotonic nanoseconds at which a sample frame of this block is played, by the nominal rate. */
    public long playedAt(int frame) {
        return playedAt + format.nanos(frame);
    }

    /** Nanoseconds by which {@link #playedAt()} may be off in either direction. */
    public long uncertainty() {
        return uncertainty;
    }

    /** A sample, −32,768 to 32,767. */
    public short sample(int frame, int channel) {
        if (channel < 0 || channel >= format.channels()) {
            throw new IndexOutOfBoundsException(
                    "channel: " + channel + " (expected: 0 to " + (format.channels() - 1) + ")");
        }
        return samples[frame * format.channels() + channel];
    }
}
