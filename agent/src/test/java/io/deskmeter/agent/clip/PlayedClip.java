package io.deskmeter.agent.clip;

import io.deskmeter.agent.evidence.recorder.SecondRecorder;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.testkit.clip.ClipViewer;
import io.deskmeter.testkit.clip.SimulatedClip;
import java.util.Optional;

/** Follows a simulated clip. */
final class PlayedClip implements ClipViewer {
    private static final long MS = 1_000_000;

    private final FrameTrack track = FrameTrack.unscaled(SimulatedClip.CLIP, 0, 0);
    private final ClipFollower follower;
    private final int seconds;
    private final WorstSecondFinder worst;

    private PlayedClip(int seconds, long lostBlocks, String whySilent, String noSound, SecondRecorder recorder) {
        this.seconds = seconds;
        this.worst = new WorstSecondFinder(recorder);
        this.follower = new ClipFollower(
                SimulatedClip.CLIP,
                Optional.of(track),
                "",
                noSound.isEmpty() ? new Counted(lostBlocks, whySilent) : null,
                noSound,
                Runnable::run);
    }

    /** The figures after so many seconds. */
    static ClipFigures play(SimulatedClip clip, int seconds) {
        return play(clip, seconds, 0, "");
    }

    /**
     * The figures after so many seconds.
     *
     * @param lostBlocks for which the agent was too slow
     * @param noSound why there is no source; empty where there is one
     */
    static ClipFigures play(SimulatedClip clip, int seconds, long lostBlocks, String noSound) {
        return play(clip, seconds, lostBlocks, noSound, SecondRecorder.NONE);
    }

    /**
     * The same.
     *
     * @param recorder is shown each second when it is known
     */
    static ClipFigures play(SimulatedClip clip, int seconds, long lostBlocks, String noSound, SecondRecorder recorder) {
        return play(clip, new PlayedClip(seconds, lostBlocks, "", noSound, recorder));
    }

    /**
     * The figures of a clip whose player is gone when its sound is looked at.
     *
     * @param whySilent as the sound server tells
     */
    static ClipFigures playWithoutPlayer(SimulatedClip clip, int seconds, String whySilent) {
        return play(clip, new PlayedClip(seconds, 0, whySilent, "", SecondRecorder.NONE));
    }

    private static ClipFigures play(SimulatedClip clip, PlayedClip played) {
        clip.play(played.seconds, played);
        if (!played.follower.isHeard()) {
            throw new AssertionError("not heard: the sound of some seconds (expected: all)");
        }
        return played.follower.figures();
    }

    @Override
    public void begins(Frame first, long at) {
        track.begin(first, at - 20 * MS);
        follower.fired(at);
    }

    @Override
    public void sees(FrameUpdate update) {
        follower.observe(new Observation.Picture(update));
    }

    @Override
    public void hears(SoundBlock block) {
        follower.observe(new Observation.Sound(block));
    }

    @Override
    public void losesSound(long at, SoundException cause) {
        follower.observe(new Observation.SoundLost(at, cause));
    }

    @Override
    public void ends(long at) {
        follower.end(SimulatedClip.FIRED, seconds);
    }

    @Override
    public void advances(long now) {
        follower.advance(now);
        worst.look(follower);
    }

    private static final class Counted implements SoundSource {
        private final long lostBlocks;
        private final String whySilent;
        private long asked;

        private Counted(long lostBlocks, String whySilent) {
            this.lostBlocks = lostBlocks;
            this.whySilent = whySilent;
        }

        @Override
        public String whySilent() {
            return whySilent;
        }

        @Override
        public SoundFormat format() {
            return SoundFormat.STEREO_48K;
        }

        @Override
        public long lostBlocks() {
            return asked++ == 0 ? 0 : lostBlocks;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
