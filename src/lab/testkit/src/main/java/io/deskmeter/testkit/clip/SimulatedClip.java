package io.deskmeter.testkit.clip;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.workload.operation.ReferenceClip;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Plays the clip in virtual time with known faults: painted frames and true samples, each with its true time. Times
 * count from the input. Not thread-safe.
 *
 * <p>Without faults the first frame comes, and the sound begins, 200 ms after the input.
 */
public final class SimulatedClip {
    /** Which clip. */
    public static final ReferenceClip CLIP = ReferenceClip.SYNC;
    /** The monotonic time of the input. */
    public static final long FIRED = 5_000_000_000L;
    /** The position of a sample frame that is silent. */
    public static final long SILENT = Long.MIN_VALUE;

    private static final long MS = 1_000_000;
    private static final SoundFormat STEREO = SoundFormat.STEREO_48K;
    private static final int BLOCK = 480;
    private static final int RATE = 48_000;
    /** Of the sound that is played after the end, so that the last second is complete. */
    private static final int MORE_SECONDS = 5;

    private static final Rect COVERED = new Rect(100, 0, 300, 100);

    private final Frame frame = new Frame(CLIP.width(), CLIP.height());
    private final ClipPainter painter = new ClipPainter(CLIP);

    private long videoStart = 200;
    private long soundStart = 200;
    private ReferenceSound played;
    private LongUnaryOperator frames = due -> due;
    private LongUnaryOperator shows = number -> number;
    private LongBinaryOperator sound = (at, due) -> due;
    private LongPredicate silent = millis -> false;
    private LongPredicate dry = millis -> false;
    private long lostAt = Long.MAX_VALUE;
    private long jumpAt = Long.MAX_VALUE;
    private long jump;
    private boolean mute;
    private boolean covered;
    private long piecesMillis;
    private short @Nullable [] samples;

    /** @param reference the sound of the clip */
    public SimulatedClip(ReferenceSound reference) {
        played = reference;
    }

    /** The sound of the clip; takes a second to make. */
    public static ReferenceSound sound() {
        return ReferenceSound.of(CLIP.soundSeed(), CLIP.seconds());
    }

    /** Positive: the sound is earlier than its picture. */
    public SimulatedClip skewed(long millis) {
        videoStart = 400 + Math.max(0, millis);
        soundStart = videoStart - millis;
        return this;
    }

    /** A frame that comes at another time than it should, or, below 0, never. Times in nanoseconds. */
    public SimulatedClip frames(LongUnaryOperator comes) {
        frames = comes;
        return this;
    }

    /** In place of a frame, by its number, another one is shown. */
    public SimulatedClip shows(LongUnaryOperator another) {
        shows = another;
        return this;
    }

    /** At these milliseconds silence is played. */
    public SimulatedClip silent(LongPredicate millis) {
        silent = millis;
        return this;
    }

    /**
     * Another part of the sound than that which is due.
     *
     * @param position of the reference, or {@link #SILENT}; given the sample frame since the input, and the position
     *     that is due
     */
    public SimulatedClip sound(LongBinaryOperator position) {
        sound = position;
        return this;
    }

    /**
     * These samples are played, from the input on, and silence after them.
     *
     * @param stereo left and right in turns
     */
    public SimulatedClip samples(short[] stereo) {
        samples = stereo;
        return this;
    }

    /** At these milliseconds nothing is played: no blocks come. */
    public SimulatedClip dry(LongPredicate millis) {
        dry = millis;
        return this;
    }

    /** Another sound is played. */
    public SimulatedClip foreign(ReferenceSound other) {
        played = other;
        return this;
    }

    public SimulatedClip soundLostAt(long millis) {
        lostAt = millis;
        return this;
    }

    /** From then on the sound is later by so much. */
    public SimulatedClip soundJumps(long atMillis, long byMillis) {
        jumpAt = atMillis;
        jump = byMillis;
        return this;
    }

    /** No block of sound ever comes. */
    public SimulatedClip mute() {
        mute = true;
        return this;
    }

    /** Another window lies over the rails. */
    public SimulatedClip covered() {
        covered = true;
        return this;
    }

    /** A part of each frame comes so much earlier than the whole; until then its number cannot be read. */
    public SimulatedClip inPieces(long millis) {
        piecesMillis = millis;
        return this;
    }

    /** Plays so many seconds from the input on. */
    public void play(int seconds, ClipViewer viewer) {
        paint(0);
        viewer.begins(frame, FIRED);
        long sequence = 0;
        int next = 1;
        for (long at = 0; at < (seconds + MORE_SECONDS) * 1_000L; at += 10) {
            for (; overAt(next) < (at + 10) * MS; next++) {
                long comes = frames.applyAsLong(due(next));
                if (comes >= 0 && comes < seconds * 1_000L * MS) {
                    paint(shows.applyAsLong(next));
                    if (piecesMillis > 0) {
                        cover();
                        long early = FIRED + comes - piecesMillis * MS;
                        viewer.sees(new FrameUpdate(frame, List.of(frame.bounds()), early, ++sequence));
                        paint(shows.applyAsLong(next));
                    }
                    viewer.sees(new FrameUpdate(frame, List.of(frame.bounds()), FIRED + comes, ++sequence));
                }
            }
            sound(at, viewer);
            if (at == seconds * 1_000L) {
                viewer.ends(FIRED + at * MS);
            }
            viewer.advances(FIRED + (at + 10) * MS);
        }
    }

    private void sound(long at, ClipViewer viewer) {
        if (mute) {
            return;
        }
        if (at >= lostAt && at < lostAt + 10) {
            viewer.losesSound(FIRED + at * MS, new SoundException("killed"));
        } else if (at < lostAt && !dry.test(at)) {
            viewer.hears(block(at));
        }
    }

    private long due(int number) {
        return videoStart * MS + number * 1_000L * MS / CLIP.framesPerSecond();
    }

    /** When a frame comes; one that never does is over when it is due, so that a clip without frames ends, too. */
    private long overAt(int number) {
        long comes = frames.applyAsLong(due(number));
        return comes < 0 ? due(number) : comes;
    }

    private void paint(long number) {
        painter.paint(number, frame);
        if (covered) {
            cover();
        }
    }

    private void cover() {
        for (int y = COVERED.y(); y < COVERED.bottom(); y++) {
            Arrays.fill(frame.pixels(), y * frame.width() + COVERED.x(), y * frame.width() + COVERED.right(), 0xffffff);
        }
    }

    /** Ten milliseconds; position 0 was played two seconds before the input. */
    private SoundBlock block(long atMillis) {
        long first = (atMillis + 2_000) * RATE / 1_000;
        short[] stereo = samples == null ? reference(atMillis) : part(samples, atMillis);
        return new SoundBlock(STEREO, stereo, first, FIRED + atMillis * MS, 50_000);
    }

    private static short[] part(short[] all, long atMillis) {
        int from = (int) Math.min(all.length, 2 * atMillis * RATE / 1_000);
        return Arrays.copyOf(Arrays.copyOfRange(all, from, Math.min(all.length, from + 2 * BLOCK)), 2 * BLOCK);
    }

    private short[] reference(long atMillis) {
        short[] stereo = new short[2 * BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            long millis = atMillis + i * 1_000L / RATE;
            long late = millis >= jumpAt ? jump : 0;
            long due = (atMillis - soundStart - late) * RATE / 1_000 + i;
            long position =
                    due < 0 || silent.test(millis) ? SILENT : sound.applyAsLong(atMillis * RATE / 1_000 + i, due);
            if (position != SILENT) {
                stereo[2 * i] = played.sample(position, 0);
                stereo[2 * i + 1] = played.sample(position, 1);
            }
        }
        return stereo;
    }
}
