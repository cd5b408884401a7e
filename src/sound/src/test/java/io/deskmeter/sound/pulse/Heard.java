package io.deskmeter.sound.pulse;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import java.util.ArrayList;
import java.util.List;

/** What a source has delivered. Thread-safe. */
final class Heard implements SoundListener {
    private final List<SoundBlock> blocks = new ArrayList<>();
    private final List<SoundException> losses = new ArrayList<>();

    /** A part of the sound that is not silent. */
    record Sound(long playedAt, List<Frame> frames) {}

    record Frame(short left, short right) {
        boolean isSilent() {
            return left == 0 && right == 0;
        }
    }

    @Override
    public synchronized void onBlock(SoundBlock block) {
        blocks.add(block);
    }

    @Override
    public synchronized void onLost(SoundException cause) {
        losses.add(cause);
    }

    synchronized List<SoundException> losses() {
        return List.copyOf(losses);
    }

    synchronized List<SoundBlock> blocks() {
        return List.copyOf(blocks);
    }

    /** From the first sample frame that is not silent to the last; empty if all are. */
    Sound sound() {
        List<Frame> frames = new ArrayList<>();
        long playedAt = 0;
        int end = 0;
        for (SoundBlock block : blocks()) {
            for (int i = 0; i < block.frames(); i++) {
                Frame frame = new Frame(block.sample(i, 0), block.sample(i, 1));
                if (frames.isEmpty() && !frame.isSilent()) {
                    playedAt = block.playedAt(i);
                }
                if (!frames.isEmpty() || !frame.isSilent()) {
                    frames.add(frame);
                    end = frame.isSilent() ? end : frames.size();
                }
            }
        }
        return new Sound(playedAt, frames.subList(0, end));
    }

    /** Sample frames that are missing between blocks. */
    long missing() {
        long missing = 0;
        long end = -1;
        for (SoundBlock block : blocks()) {
            missing += end < 0 ? 0 : block.position() - end;
            end = block.end();
        }
        return missing;
    }
}
