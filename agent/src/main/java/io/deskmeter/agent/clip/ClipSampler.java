package io.deskmeter.agent.clip;

import io.deskmeter.agent.concurrent.GuardedTasks;
import io.deskmeter.agent.concurrent.ResettableTimer;
import io.deskmeter.agent.evidence.recorder.SecondRecorder;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.sample.EndedOperation;
import io.deskmeter.agent.sample.OperationSampler;
import io.deskmeter.agent.sample.SampleRecorder;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.SampledSeconds;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Plays;
import io.deskmeter.workload.operation.ReferenceClip;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Takes the samples of operations that play a clip. One for each session, used on its executor. */
public final class ClipSampler implements OperationSampler {
    private final ScreenMatcher screenMatcher;
    private final LongSupplier nanoTime;
    private final ResettableTimer timer;
    private final Consumer<Runnable> guard;
    private final Executor owner;
    private final Executor pool;
    private final SampleRecorder recorder;
    private final SecondRecorder seconds;
    private @Nullable SoundSource source;
    private String noSound = "no sound was listened to";
    private @Nullable ClipFollower playing;
    private WorstSecondFinder worst;
    private @Nullable Played closing;
    /** Whether all sound of what closes has come, and only its analysis is awaited. */
    private boolean analysing;

    /** A clip that has been played, and whose last sound is awaited. */
    private record Played(ClipFollower follower, EndedOperation ended) {}

    /**
     * For one session.
     *
     * @param nanoTime monotonic; the clock of the frames' arrival and of the sound
     * @param timer of its own, on the session's executor
     * @param guard runs what the timer starts, and copes with its errors
     * @param owner the session's executor
     * @param pool analyses sound
     * @param seconds keeps the worst second of each clip; closed by {@link #close}
     */
    public ClipSampler(
            ScreenMatcher screenMatcher,
            LongSupplier nanoTime,
            ResettableTimer timer,
            Consumer<Runnable> guard,
            Executor owner,
            Executor pool,
            SampleRecorder recorder,
            SecondRecorder seconds) {
        this.screenMatcher = screenMatcher;
        this.nanoTime = nanoTime;
        this.timer = timer;
        this.guard = guard;
        this.owner = owner;
        this.pool = pool;
        this.recorder = recorder;
        this.seconds = seconds;
        this.worst = new WorstSecondFinder(seconds);
    }

    /** Blocks of this source will be observed. */
    public void listensTo(SoundSource opened) {
        source = opened;
        noSound = "";
    }

    /** There will be no sound. */
    public void hearsNothing(String why) {
        noSound = why;
    }

    @Override
    public void armed(Operation operation) {
        if (operation.plays().isPresent()) {
            concludeNow("the next clip was played");
            playing = follow(operation.plays().get());
            worst = new WorstSecondFinder(seconds);
            seconds.begin(screenMatcher.frame());
        }
    }

    private ClipFollower follow(Plays plays) {
        Match match = screenMatcher.find(plays.landmark());
        Optional<FrameTrack> frames =
                match.found() ? Optional.of(track(plays.clip(), match.place())) : Optional.empty();
        String noFrames = match.found() ? "" : plays.landmark() + " was not on the screen before the input";
        return new ClipFollower(plays.clip(), frames, noFrames, source, noSound, pool);
    }

    private FrameTrack track(ReferenceClip clip, Rect landmark) {
        FrameTrack track = FrameTrack.at(landmark, clip);
        track.begin(screenMatcher.frame(), now());
        return track;
    }

    /** Only the first input of an operation is its beginning. */
    @Override
    public void fired(long firedAt) {
        if (playing != null && firedAt != Timing.NEVER) {
            playing.fired(firedAt);
        }
    }

    @Override
    public void observe(Observation observation) {
        if (observation instanceof Observation.SoundLost lost) {
            noSound = "the sound was lost: " + lost.cause().getMessage();
        }
        if (observation instanceof Observation.Picture picture) {
            seconds.see(picture.update());
        }
        if (playing != null) {
            playing.observe(observation);
            playing.advance(now());
            worst.look(playing);
        }
        if (closing != null) {
            closing.follower().observe(observation);
            advance();
        }
    }

    @Override
    public void answered(EndedOperation ended) {
        Timing timing = ended.timing();
        ClipFollower follower = playing;
        playing = null;
        if (follower == null || timing.outcome() != Outcome.OK) {
            if (follower != null) {
                seconds.drop();
            }
            return; // One that failed counts as worse than any sample.
        }
        follower.end(timing.firedAt(), SampledSeconds.of(timing));
        closing = new Played(follower, ended);
        advance();
    }

    @Override
    public void sessionEnds() {
        playing = null;
        concludeNow("the session ended");
        seconds.drop();
    }

    @Override
    public void close() {
        seconds.close();
    }

    private void advance() {
        Played played = closing;
        if (played == null || analysing) {
            return;
        }
        played.follower().advance(now());
        worst.look(played.follower());
        if (!played.follower().isHeard()) {
            timer.setFor(played.follower().nextLookAt(), now(), () -> guard.accept(this::advance));
            return;
        }
        timer.cancel();
        analysing = true;
        GuardedTasks.reportFailure(
                "the analysis of a clip", played.follower().analysed().thenRunAsync(() -> record(played), owner));
    }

    private void concludeNow(String what) {
        Played played = closing;
        if (played != null) {
            played.follower().abandon("its sound had not come before " + what);
            record(played);
        }
    }

    private void record(Played played) {
        if (!played.equals(closing)) {
            return;
        }
        closing = null;
        analysing = false;
        timer.cancel();
        worst.look(played.follower());
        Timing timing = played.ended().timing();
        seconds.end(timing);
        ClipFigures figures = played.follower().figures();
        for (MetricSource source : MetricSource.values()) {
            if (source.followsClips() && played.ended().measures(source)) {
                for (SeriesValue value : figures.of(source)) {
                    recorder.value(timing, played.ended().metrics(), source, value);
                }
            }
        }
    }

    private long now() {
        return nanoTime.getAsLong();
    }
}
