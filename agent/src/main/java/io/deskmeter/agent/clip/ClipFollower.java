package io.deskmeter.agent.clip;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.sound.analysis.DropoutFinder;
import io.deskmeter.sound.analysis.LagFinder;
import io.deskmeter.workload.operation.ReferenceClip;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one playing of a clip, from before its input to after its end. Used by one thread; analyses sound on a pool.
 */
public final class ClipFollower {
    /**
     * So long after the end of a second its sound may come. A server waits for two seconds before it takes a stream
     * that sends nothing for silent.
     */
    static final long PATIENCE = 3_000_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(ClipFollower.class);
    private static final long SECOND = 1_000_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final ReferenceClip clip;
    private final Optional<FrameTrack> frames;
    private final String noFrames;
    private final @Nullable SoundSource source;
    private final Executor pool;
    private final SoundWindow window = new SoundWindow();
    private final SoundAnalysis analysis = new SoundAnalysis();
    private final List<CompletableFuture<SoundSecond>> sound = new ArrayList<>();
    private String noSound;
    private long begunAt = Timing.NEVER;
    private long lostBlocks;
    private boolean answered;
    private int seconds = Integer.MAX_VALUE;

    /**
     * Begins before the input.
     *
     * @param frames empty where the clip was not found
     * @param noFrames why, without a full stop
     * @param source whose blocks are observed; null where there is none
     * @param noSound why, without a full stop
     * @param pool analyses the sound
     */
    public ClipFollower(
            ReferenceClip clip,
            Optional<FrameTrack> frames,
            String noFrames,
            @Nullable SoundSource source,
            String noSound,
            Executor pool) {
        this.clip = clip;
        this.frames = frames;
        this.noFrames = noFrames;
        this.source = source;
        this.noSound = noSound;
        this.pool = pool;
    }

    /** The first input has left. */
    public void fired(long at) {
        if (begunAt == Timing.NEVER) {
            begunAt = at;
            lostBlocks = source == null ? 0 : source.lostBlocks();
        }
    }

    public void observe(Observation observation) {
        if (observation instanceof Observation.Picture picture) {
            // What is shown after the end belongs to no second.
            if (!answered) {
                frames.ifPresent(track -> track.see(picture.update()));
            }
        } else if (observation instanceof Observation.Sound block) {
            window.add(block.block());
        } else if (observation instanceof Observation.SoundLost lost) {
            noSound = "the sound was lost: " + lost.cause().getMessage();
        }
    }

    /** The operation has ended after so many seconds. */
    public void end(long firedAt, int count) {
        fired(firedAt);
        answered = true;
        seconds = count;
    }

    /** Takes the sound of all seconds that are complete, or have waited long enough. */
    public void advance(long now) {
        while (begunAt != Timing.NEVER && !isHeard() && isReady(now)) {
            take();
        }
    }

    private long endOfNext() {
        return begunAt + (sound.size() + 1) * SECOND;
    }

    private boolean isReady(long now) {
        return window.knownTo() >= endOfNext()
                || now >= endOfNext() + PATIENCE
                || (!noSound.isEmpty() && now >= endOfNext());
    }

    private void take() {
        long from = begunAt + sound.size() * SECOND;
        SoundWindow.Cut cut = window.cut(from);
        long lost = source == null ? 0 : source.lostBlocks();
        if (lost > lostBlocks) {
            cut = cut.because("the agent was too slow for " + (lost - lostBlocks) + " blocks of sound");
            lostBlocks = lost;
        } else if (!cut.problem().isEmpty() && !noSound.isEmpty()) {
            cut = cut.because(noSound);
        } else if (cut.problem().isEmpty()) {
            cut = unlessNobodyPlays(cut);
        }
        analyse(cut, expectedAt(cut.startAt()));
    }

    /** A silence is the platform's fault only if somebody plays. */
    private SoundWindow.Cut unlessNobodyPlays(SoundWindow.Cut cut) {
        String why = source == null ? "" : source.whySilent();
        return why.isEmpty() || DropoutFinder.firstAudible(cut.heard().mono()).isPresent() ? cut : cut.because(why);
    }

    private void analyse(SoundWindow.Cut cut, double expected) {
        CompletableFuture<?> before =
                sound.isEmpty() ? CompletableFuture.completedFuture(null) : sound.get(sound.size() - 1);
        sound.add(before.handleAsync((result, failure) -> analysis.analyse(cut, expected), pool)
                .exceptionally(fault -> {
                    LOG.error("a second of sound could not be analysed", fault);
                    return SoundSecond.unknown(cut.startAt(), "fault: " + fault);
                }));
    }

    /** The position of the picture, or where it should be if none is known. */
    private double expectedAt(long instant) {
        double seconds = (instant - begunAt) / NANOS_PER_SECOND;
        return LagFinder.WINDOW
                * frames.flatMap(track -> track.secondsAt(instant)).orElse(seconds);
    }

    /** Takes the rest as it is. */
    void abandon(String why) {
        noSound = noSound.isEmpty() ? why : noSound;
        while (!isHeard()) {
            take();
        }
    }

    /** Whether the sound of all seconds has been taken. */
    public boolean isHeard() {
        return sound.size() >= seconds;
    }

    /** When to {@link #advance} if nothing is observed before. */
    long nextLookAt() {
        return endOfNext() + (noSound.isEmpty() ? PATIENCE : 0);
    }

    /** Completes when the sound of all seconds has been analysed; only where it {@link #isHeard}. */
    public CompletableFuture<Void> analysed() {
        return CompletableFuture.allOf(sound.toArray(new CompletableFuture<?>[0]));
    }

    /** The figures, as far as they are known now; only where it {@link #isHeard}. */
    public ClipFigures figures() {
        return figures(sound.size());
    }

    /** The figures of the first seconds, as far as they are known now. */
    ClipFigures figures(int count) {
        List<SoundSecond> known =
                IntStream.range(0, count).mapToObj(this::second).toList();
        return new ClipFigures(clip, begunAt, frames, noFrames, known);
    }

    /** The sound of a second, as far as it is known now. */
    SoundSecond second(int number) {
        return sound.get(number)
                .getNow(SoundSecond.unknown(
                        begunAt + number * SECOND, "the session ended before its sound was analysed"));
    }

    /** How many seconds are analysed of which the next one has been taken, too, if there is one. */
    int analysedSeconds() {
        int done = 0;
        while (done < sound.size() && sound.get(done).isDone()) {
            done++;
        }
        return isHeard() ? done : Math.max(0, Math.min(done, sound.size() - 1));
    }

    /** When a second began. */
    long from(int second) {
        return begunAt + second * SECOND;
    }

    SoundWindow window() {
        return window;
    }

    /** Where on the screen it is looked. */
    Optional<Rect> place() {
        return frames.map(FrameTrack::area);
    }

    /** Why no frames are read, without a full stop; empty where they are. */
    String noFrames() {
        return noFrames;
    }

    /** Why there is no sound, without a full stop; empty where there is. */
    String noSound() {
        return noSound;
    }
}
