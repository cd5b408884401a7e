package io.deskmeter.sound.pulse.card;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundFormat;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Plays streams on a clock; used by one thread. What it plays comes as blocks of 10 ms, or shorter ones before a gap.
 * While a stream lacks sound and no other has any, nothing comes: the positions of the blocks tell how much is missing.
 */
public final class VirtualCard {
    private static final int BLOCKS_PER_SECOND = 100;
    private static final float FULL_SCALE = 32_768;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** A machine that was suspended does not play what was due in the meantime. */
    private static final long MOST_SECONDS_AT_ONCE = 10;

    private final SoundFormat format;
    private final long origin;
    private final long silentAfterMicros;
    private final Consumer<SoundBlock> output;
    private final StreamVolume volume;
    private final List<PlaybackStream> streams = new CopyOnWriteArrayList<>();
    private final int blockFrames;
    private final float[] mix;
    private final short[] block;
    private int filled;
    private long position;
    private long delay;
    private long skipped;

    /**
     * @param origin monotonic nanoseconds at which it plays its first sample frame
     * @param silentAfter a stream without sound for longer counts as one that plays nothing
     * @param output receives what was played
     */
    public VirtualCard(SoundFormat format, long origin, Duration silentAfter, Consumer<SoundBlock> output) {
        this.format = format;
        this.origin = origin;
        this.silentAfterMicros = silentAfter.toNanos() / 1_000;
        this.output = output;
        this.volume = new StreamVolume(format.channels());
        this.blockFrames = Math.max(1, format.rate() / BLOCKS_PER_SECOND);
        this.mix = new float[blockFrames * format.channels()];
        this.block = new short[blockFrames * format.channels()];
    }

    public SoundFormat format() {
        return format;
    }

    /** Of everything that it plays. */
    public StreamVolume volume() {
        return volume;
    }

    public void add(PlaybackStream stream) {
        streams.add(stream);
    }

    /** Plays it no more. */
    public void remove(PlaybackStream stream) {
        streams.remove(stream);
        stream.close();
    }

    public boolean isPlaying() {
        return streams.stream().anyMatch(PlaybackStream::isPlaying);
    }

    /** The sample frame that is played next. */
    public long position() {
        return position;
    }

    /** Sample frames that were due while the machine was suspended. */
    public long skipped() {
        return skipped;
    }

    /**
     * States how late this thread may be: sound that arrived may have waited so long before it could be added.
     *
     * @param nanos 0 or more
     */
    public void delayedBy(long nanos) {
        delay = nanos;
    }

    /** Plays all sample frames whose instants lie before a time. */
    public void advance(long now) {
        long target = firstAtOrAfter(now);
        if (target - position > MOST_SECONDS_AT_ONCE * format.rate()) {
            skipped += target - position;
            finishBlock();
            position = target;
        }
        while (position < target) {
            play((int) Math.min(target - position, blockFrames - filled));
        }
        streams.forEach(PlaybackStream::request);
    }

    /** Sample frames that are due at a time and not played yet; 0 or more. */
    public long framesUntil(long now) {
        return Math.max(0, firstAtOrAfter(now) - position);
    }

    private long firstAtOrAfter(long now) {
        long elapsed = now - origin;
        if (elapsed <= 0) {
            return 0;
        }
        long frame = format.frames(elapsed);
        return format.nanos(frame) < elapsed ? frame + 1 : frame;
    }

    private void play(int frames) {
        Arrays.fill(mix, 0, frames * format.channels(), 0);
        int sounding = 0;
        boolean lacking = false;
        for (PlaybackStream stream : streams) {
            sounding = Math.max(sounding, stream.render(mix, frames));
            lacking |= stream.lacks(silentAfterMicros);
        }
        int heard = lacking ? sounding : frames;
        append(heard);
        if (heard < frames) {
            finishBlock();
            position += frames - heard;
        }
    }

    private void append(int frames) {
        int channels = format.channels();
        for (int i = 0; i < frames * channels; i++) {
            float value = mix[i] * volume.gain(i % channels) * FULL_SCALE;
            block[filled * channels + i] =
                    (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, Math.round(value)));
        }
        filled += frames;
        position += frames;
        if (filled == blockFrames) {
            finishBlock();
        }
    }

    private void finishBlock() {
        if (filled > 0) {
            long start = position - filled;
            short[] samples = Arrays.copyOf(block, filled * format.channels());
            filled = 0;
            output.accept(new SoundBlock(format, samples, start, origin + format.nanos(start), uncertainty()));
        }
    }

    /**
     * A stream begins with the first sample frame after its sound was read; by how much later than it could have, only
     * the thread's delay says.
     */
    private long uncertainty() {
        return delay + NANOS_PER_SECOND / format.rate();
    }

    /** Nanoseconds after which it should advance: a block is complete, or a client has to hear something. */
    public long nanosToEvent(long now) {
        long frames = (long) blockFrames - filled;
        for (PlaybackStream stream : streams) {
            frames = Math.min(frames, Math.max(1, stream.framesToEvent()));
        }
        return origin + format.nanos(position + frames) - now;
    }
}
