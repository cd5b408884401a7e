package io.deskmeter.bench.av.live;

import io.deskmeter.bench.av.file.Pcm;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import java.util.ArrayList;
import java.util.List;

/** All blocks of a source. Thread-safe. */
final class HeardSound implements SoundListener {
    private static final double FULL_SCALE = 32_768;

    private final List<SoundBlock> blocks = new ArrayList<>();

    /** A second of sound; what did not come is silence. */
    static final class Second {
        private final double[] mono;
        private final long playedAt;
        private final long uncertainty;

        private Second(double[] mono, long playedAt, long uncertainty) {
            this.mono = mono;
            this.playedAt = playedAt;
            this.uncertainty = uncertainty;
        }

        /** The samples, −1 to 1. */
        double[] mono() {
            return mono;
        }

        /** Of the first sample, in monotonic nanoseconds. */
        long playedAt() {
            return playedAt;
        }

        /** Nanoseconds by which that may be off. */
        long uncertainty() {
            return uncertainty;
        }
    }

    @Override
    public synchronized void onBlock(SoundBlock block) {
        blocks.add(block);
    }

    @Override
    public void onLost(SoundException cause) {
        throw new IllegalStateException("the sound server of the benchmark was lost", cause);
    }

    /** The second that begins with the first block that is played at an instant or later. */
    synchronized Second second(long from) {
        double[] mono = new double[Pcm.RATE];
        SoundBlock first = null;
        long uncertainty = 0;
        for (SoundBlock block : blocks) {
            if (first == null && block.playedAt() < from) {
                continue;
            }
            first = first == null ? block : first;
            int offset = (int) Math.min(Pcm.RATE, block.position() - first.position());
            int count = Math.min(block.frames(), Pcm.RATE - offset);
            for (int i = 0; i < count; i++) {
                mono[offset + i] = (block.sample(i, 0) + block.sample(i, 1)) / (2 * FULL_SCALE);
            }
            uncertainty = count > 0 ? Math.max(uncertainty, block.uncertainty()) : uncertainty;
        }
        return new Second(mono, first == null ? from : first.playedAt(), uncertainty);
    }

    /** When the first sound that is not silent is played; {@link Long#MIN_VALUE} if there is none. */
    synchronized long beganAt() {
        for (SoundBlock block : blocks) {
            for (int i = 0; i < block.frames(); i++) {
                if (block.sample(i, 0) != 0 || block.sample(i, 1) != 0) {
                    return block.playedAt(i);
                }
            }
        }
        return Long.MIN_VALUE;
    }
}
