package io.deskmeter.bench.av.simulated;

import io.deskmeter.agent.clip.ClipFigures;
import io.deskmeter.agent.clip.ClipFollower;
import io.deskmeter.agent.clip.FrameTrack;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.testkit.clip.ClipViewer;
import io.deskmeter.testkit.clip.SimulatedClip;
import java.util.Optional;

/** Follows a simulated clip as an agent does, all on the calling thread. */
public final class FollowedClip implements ClipViewer {
    private static final String NO_FRAMES = "no frames were looked at";

    private final int seconds;
    private final Optional<FrameTrack> track;
    private final ClipFollower follower;

    private FollowedClip(int seconds, boolean frames) {
        this.seconds = seconds;
        this.track = frames ? Optional.of(FrameTrack.unscaled(SimulatedClip.CLIP, 0, 0)) : Optional.empty();
        this.follower = new ClipFollower(SimulatedClip.CLIP, track, frames ? "" : NO_FRAMES, null, "", Runnable::run);
    }

    /** Sees and hears so many seconds. */
    public static FollowedClip of(int seconds) {
        return new FollowedClip(seconds, true);
    }

    /** What an agent finds in frames and sound. */
    static ClipFigures play(SimulatedClip clip, int seconds) {
        return play(clip, new FollowedClip(seconds, true));
    }

    /** What an agent finds in the sound alone. */
    static ClipFigures listen(SimulatedClip clip, int seconds) {
        return play(clip.frames(due -> -1), new FollowedClip(seconds, false));
    }

    private static ClipFigures play(SimulatedClip clip, FollowedClip followed) {
        clip.play(followed.seconds, followed);
        if (!followed.follower.isHeard()) {
            throw new IllegalStateException("the sound of some seconds was not taken (expected: all)");
        }
        return followed.follower.figures();
    }

    @Override
    public void begins(Frame first, long at) {
        track.ifPresent(each -> each.begin(first, at - 1));
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
    }
}
