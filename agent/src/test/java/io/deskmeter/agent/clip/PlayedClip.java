package io.deskmeter.agent.clip;

import io.deskmeter.agent.evidence.SecondRecorder;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.vision.Rails;
import io.deskmeter.workload.ReferenceClip;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;

/** Plays the clip with known faults: painted frames and true samples, each with its true time. Times are milliseconds since the input. */
final class PlayedClip {
    static final ReferenceClip CLIP = ReferenceClip.SYNC;
    static final long MS = 1_000_000;
    /** Of the input. */
    static final long FIRED = 5_000_000_000L;

    private static final SoundFormat STEREO = SoundFormat.STEREO_48K;
    private static final int BLOCK = 480;
    private static final int RATE = 48_000;
    private static final int DARK = 0x1c1c1c;
    private static final int LIGHT = 0xc6c6c6;
    private static final ReferenceSound SOUND = ReferenceSound.of(CLIP.soundSeed(), CLIP.seconds());

    private final Frame frame = new Frame(CLIP.width(), CLIP.height());
    private final Rails.Layout layout = new Rails.Layout(
            CLIP.railTops(), CLIP.railHeight(), CLIP.railLeft(), CLIP.step(), CLIP.places(), CLIP.markerWidth());

    /** When the picture begins, and the sound. */
    private long videoStart = 200;

    private long soundStart = 200;
    private ReferenceSound played = SOUND;
    /** The time in nanoseconds at which a frame comes, or never; given the time at which it should. */
    private LongUnaryOperator frames = due -> due;

    private LongPredicate silent = millis -> false;
    private LongPredicate dry = millis -> false;
    private long lostAt = Long.MAX_VALUE;
    private long jumpAt = Long.MAX_VALUE;
    private long jump;
    private long lostBlocks;
    private boolean source = true;
    private boolean covered;
    private WorstSecondFinder worst = new WorstSecondFinder(SecondRecorder.NONE);

    /** Positive: the sound is earlier than its picture. */
    PlayedClip skewed(long millis) {
        videoStart = 400 + Math.max(0, millis);
        soundStart = videoStart - millis;
        return this;
    }

    /** A frame that comes at another time than it should, or, below 0, never. Times in nanoseconds since the input. */
    PlayedClip frames(LongUnaryOperator comes) {
        frames = comes;
        return this;
    }

    /** At these milliseconds silence is played. */
    PlayedClip silent(LongPredicate millis) {
        silent = millis;
        return this;
    }

    /** At these milliseconds nothing is played: no blocks come. */
    PlayedClip dry(LongPredicate millis) {
        dry = millis;
        return this;
    }

    PlayedClip foreign() {
        played = ReferenceSound.of(4711, CLIP.seconds());
        return this;
    }

    PlayedClip soundLostAt(long millis) {
        lostAt = millis;
        return this;
    }

    /** From then on the sound is later by so much. */
    PlayedClip soundJumps(long atMillis, long byMillis) {
        jumpAt = atMillis;
        jump = byMillis;
        return this;
    }

    /** The agent does not take all blocks. */
    PlayedClip losingBlocks() {
        lostBlocks = 3;
        return this;
    }

    PlayedClip withoutSound() {
        source = false;
        return this;
    }

    /** Another window lies over the rails. */
    PlayedClip covered() {
        covered = true;
        return this;
    }

    /** Each second is shown to it when it is known. */
    PlayedClip recordedBy(SecondRecorder seconds) {
        worst = new WorstSecondFinder(seconds);
        return this;
    }

    /** The figures after so many seconds. */
    ClipFigures play(int seconds) {
        Rails rails = new Rails(layout, 1, 0, 0);
        FrameTrack track = new FrameTrack(CLIP, rails);
        paint(0);
        track.begin(frame, FIRED - 20 * MS);
        ClipFollower follower = new ClipFollower(
                CLIP,
                Optional.of(track),
                "",
                source ? new Counted() : null,
                source ? "" : "no sound server",
                Runnable::run);
        follower.fired(FIRED);
        long sequence = 0;
        int next = 1;
        for (long at = 0; at < (seconds + 5) * 1_000L; at += 10) {
            for (long comes = comes(next); comes < (at + 10) * MS; comes = comes(++next)) {
                if (comes >= 0 && comes < seconds * 1_000L * MS) {
                    paint(next);
                    follower.observe(new Observation.Picture(
                            new FrameUpdate(frame, List.of(rails.area()), FIRED + comes, ++sequence)));
                }
            }
            if (source && at >= lostAt && at < lostAt + 10) {
                follower.observe(new Observation.SoundLost(FIRED + at * MS, new SoundException("killed")));
            } else if (source && at < lostAt && !dry.test(at)) {
                follower.observe(new Observation.Sound(block(at)));
            }
            if (at == seconds * 1_000L) {
                follower.end(FIRED, seconds);
            }
            follower.advance(FIRED + (at + 10) * MS);
            worst.look(follower);
        }
        if (!follower.isHeard()) {
            throw new AssertionError("not heard: the sound of some seconds (expected: all)");
        }
        return follower.figures();
    }

    /** When a frame comes; one that never does is over at once. */
    private long comes(int number) {
        long due = videoStart * MS + number * 1_000L * MS / CLIP.framesPerSecond();
        long comes = frames.applyAsLong(due);
        return comes < 0 ? Long.MIN_VALUE : comes;
    }

    private void paint(long number) {
        Arrays.fill(frame.pixels(), DARK);
        int top = CLIP.railTops().get(CLIP.railOf(number));
        Rect marker = new Rect(CLIP.markerLeft(number), top, CLIP.markerWidth(), CLIP.railHeight());
        fill(marker, LIGHT);
        if (covered) {
            fill(new Rect(100, 0, 300, 100), 0xffffff);
        }
    }

    private void fill(Rect rect, int colour) {
        for (int y = rect.y(); y < rect.bottom(); y++) {
            Arrays.fill(frame.pixels(), y * frame.width() + rect.x(), y * frame.width() + rect.right(), colour);
        }
    }

    /** Ten milliseconds; position 0 was played two seconds before the input. */
    private SoundBlock block(long atMillis) {
        long first = (atMillis + 2_000) * RATE / 1_000;
        short[] samples = new short[2 * BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            long millis = atMillis + i * 1_000L / RATE;
            long late = millis >= jumpAt ? jump : 0;
            long position = (atMillis - soundStart - late) * RATE / 1_000 + i;
            if (position >= 0 && !silent.test(millis)) {
                samples[2 * i] = played.sample(position, 0);
                samples[2 * i + 1] = played.sample(position, 1);
            }
        }
        return new SoundBlock(STEREO, samples, first, FIRED + atMillis * MS, 50_000);
    }

    private final class Counted implements SoundSource {
        private long asked;

        @Override
        public SoundFormat format() {
            return STEREO;
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
