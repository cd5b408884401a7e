package io.deskmeter.bench.pairs;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.vision.TemplateMatcher;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every frame for both pictures of a pair, as a wait does. The executor of the screen calls the listener; any
 * thread asks and takes answers.
 */
final class PairWatch implements FrameListener, AutoCloseable {
    /** A pair's pictures as landmarks, the only ones or two of one workload. */
    record Landmarks(Wanted shown, Wanted other) {
        private Landmarks beside() {
            return new Landmarks(shown.besides(other), other.besides(shown));
        }

        private Look look(TemplateMatcher matcher) {
            return new Look(shown.answer(matcher), other.answer(matcher));
        }

        private void forget(TemplateMatcher matcher) {
            shown.forget(matcher);
            other.forget(matcher);
        }
    }

    /** Looks at the frames since a picture was painted: where each is the only landmark, and where both are. */
    record Looks(List<Look> alone, List<Look> beside) {}

    private record Question(Landmarks alone, Landmarks beside, int x, int y, int ground, Looks looks) {}

    private final TemplateMatcher matcher = new TemplateMatcher();
    private @Nullable Question question;
    private @Nullable ScreenException lost;
    private long lastFrameAt = System.nanoTime();
    private int frames;

    /**
     * Looks at frames from now on that show the ground at a pixel.
     *
     * @param ground the colour of that pixel once the picture is painted; before, it is {@link PairStage#CLEARED}
     */
    synchronized void ask(Landmarks landmarks, int x, int y, int ground) {
        question = new Question(
                landmarks, landmarks.beside(), x, y, ground, new Looks(new ArrayList<>(), new ArrayList<>()));
    }

    @Override
    public synchronized void onFrame(FrameUpdate update) {
        lastFrameAt = System.nanoTime();
        frames++;
        matcher.see(update);
        Question asked = question;
        if (asked == null) {
            return;
        }
        int pixel = update.frame().pixels()[asked.y() * update.frame().width() + asked.x()];
        if (distance(pixel, asked.ground()) < distance(pixel, PairStage.CLEARED)) {
            asked.looks().alone().add(asked.alone().look(matcher));
            asked.looks().beside().add(asked.beside().look(matcher));
            notifyAll();
        }
    }

    private static int distance(int one, int other) {
        int sum = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            sum += Math.abs((one >> shift & 0xff) - (other >> shift & 0xff));
        }
        return sum;
    }

    @Override
    public synchronized void onLost(ScreenException cause) {
        lost = cause;
        notifyAll();
    }

    /** Waits until no frame has come for this time. */
    synchronized void awaitQuiet(long millis) throws InterruptedException, ScreenException {
        long left = millis;
        while (left > 0) {
            wait(left);
            throwIfLost();
            left = millis - (System.nanoTime() - lastFrameAt) / 1_000_000;
        }
    }

    /** Waits for the first frame of all. */
    synchronized void awaitFirst(long millis) throws InterruptedException, ScreenException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        while (frames == 0) {
            throwIfLost();
            if (System.nanoTime() - deadline >= 0) {
                throw new ScreenException("no frame within " + millis + " ms (expected: the whole desktop)");
            }
            wait(50);
        }
    }

    /**
     * The looks since the question, once there is one and then no frame for a time.
     *
     * @param withinMillis until the first one
     */
    Looks answer(long withinMillis, long quietMillis) throws InterruptedException, ScreenException {
        Question asked;
        synchronized (this) {
            asked = question;
            if (asked == null) {
                throw new IllegalStateException("no question (expected: ask before answer)");
            }
            long deadline = System.nanoTime() + withinMillis * 1_000_000;
            while (asked.looks().alone().isEmpty()) {
                throwIfLost();
                if (System.nanoTime() - deadline >= 0) {
                    throw new ScreenException("nothing of the picture within " + withinMillis
                            + " ms (expected: a frame; hint: is the server slow, or its desktop covered?)");
                }
                wait(50);
            }
        }
        awaitQuiet(quietMillis);
        synchronized (this) {
            question = null;
            asked.alone().forget(matcher);
            asked.beside().forget(matcher);
            return asked.looks();
        }
    }

    private void throwIfLost() throws ScreenException {
        if (lost != null) {
            throw lost;
        }
    }

    @Override
    public synchronized void close() {
        matcher.close();
    }
}
