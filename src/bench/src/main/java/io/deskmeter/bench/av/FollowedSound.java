package io.deskmeter.bench.av;

import io.deskmeter.agent.clip.ClipFigures;
import io.deskmeter.agent.clip.ClipFollower;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.testkit.clip.SimulatedClip;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** Follows samples as an agent follows the sound of a clip, from the input on, in virtual time. */
final class FollowedSound {
    private static final int BLOCK = 480;
    private static final long START = 1_000_000_000;
    private static final long SECOND = 1_000_000_000;

    private FollowedSound() {}

    /**
     * What an agent finds.
     *
     * @param pcm 16 bits, stereo, 48 kHz; what is left of the last second is not looked at
     */
    static ClipFigures play(byte[] pcm) {
        int seconds = pcm.length / (Pcm.RATE * Pcm.FRAME_BYTES);
        ClipFollower follower = new ClipFollower(
                SimulatedClip.CLIP, Optional.empty(), "no frames were looked at", null, "", Runnable::run);
        ByteBuffer samples = ByteBuffer.wrap(pcm).order(ByteOrder.LITTLE_ENDIAN);
        follower.fired(START);
        long position = 0;
        while (samples.remaining() >= BLOCK * Pcm.FRAME_BYTES) {
            short[] block = new short[2 * BLOCK];
            samples.asShortBuffer().get(block);
            samples.position(samples.position() + BLOCK * Pcm.FRAME_BYTES);
            long at = START + position * SECOND / Pcm.RATE;
            follower.observe(new Observation.Sound(new SoundBlock(SoundFormat.STEREO_48K, block, position, at, 0)));
            position += BLOCK;
            follower.advance(at);
        }
        follower.end(START, seconds);
        follower.advance(START + (seconds + 10) * SECOND);
        return follower.figures();
    }
}
