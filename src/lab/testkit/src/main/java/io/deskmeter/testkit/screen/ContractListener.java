package io.deskmeter.testkit.screen;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A listener that verifies the contract of a screen: it reconstructs the picture from the damage alone and records
 * violations.
 */
final class ContractListener implements FrameListener {
    private static final int RGB = 0xFFFFFF;

    /** The recorded data of an update. */
    record Seen(Rect size, List<Rect> damage, long arrivedAt, long sequence, long heardAt) {}

    private final List<Seen> seen = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final List<ScreenException> losses = new ArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    private @Nullable Frame picture;
    private volatile Consumer<Frame> then = frame -> {};

    /** Runs for each frame, on the executor, after it has been recorded. */
    void then(Consumer<Frame> more) {
        then = more;
    }

    @Override
    public void onFrame(FrameUpdate update) {
        int others = inside.getAndIncrement();
        note(update, others);
        then.accept(update.frame());
        inside.decrementAndGet();
    }

    private synchronized void note(FrameUpdate update, int others) {
        long now = System.nanoTime();
        check(others == 0, "called while it is being called");
        check(losses.isEmpty(), "a frame after the loss");
        check(!update.damage().isEmpty(), "no damage in update " + update.sequence());
        check(update.sequence() == seen.size() + 1, "sequence " + update.sequence() + " after " + seen.size());
        check(update.arrivedAt() <= now, "arrivedAt in the future");
        check(seen.isEmpty() || update.arrivedAt() >= last().arrivedAt(), "arrivedAt before the frame before");
        Frame frame = update.frame();
        follow(frame, update.damage());
        seen.add(new Seen(frame.bounds(), update.damage(), update.arrivedAt(), update.sequence(), now));
    }

    private void follow(Frame frame, List<Rect> damage) {
        Frame mine = picture;
        if (mine == null || !mine.bounds().equals(frame.bounds())) {
            check(damage.equals(List.of(frame.bounds())), "a new frame " + frame.bounds() + " with damage " + damage);
            picture = frame.copy();
            return;
        }
        for (Rect part : damage) {
            check(part.intersection(frame.bounds()).equals(part) && !part.isEmpty(), "damage " + part);
            for (int y = part.y(); y < part.bottom(); y++) {
                int from = y * frame.width() + part.x();
                System.arraycopy(frame.pixels(), from, mine.pixels(), from, part.width());
            }
        }
        for (int i = 0; i < mine.pixels().length; i++) {
            if (((mine.pixels()[i] ^ frame.pixels()[i]) & RGB) != 0) {
                check(false, "pixel " + i % frame.width() + "," + i / frame.width() + " changed outside of " + damage);
                return;
            }
        }
    }

    private void check(boolean holds, String breach) {
        if (!holds) {
            violations.add(breach);
        }
    }

    @Override
    public synchronized void onLost(ScreenException cause) {
        losses.add(cause);
    }

    synchronized List<Seen> seen() {
        return List.copyOf(seen);
    }

    synchronized Seen last() {
        return seen.get(seen.size() - 1);
    }

    synchronized int count() {
        return seen.size();
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    synchronized List<ScreenException> losses() {
        return List.copyOf(losses);
    }

    /** 0xRRGGBB of the reconstructed picture; -1 if there is none. */
    synchronized int pixel(int x, int y) {
        Frame mine = picture;
        return mine == null || x >= mine.width() || y >= mine.height() ? -1 : mine.pixels()[y * mine.width() + x] & RGB;
    }

    /** A copy of the reconstructed picture. */
    synchronized @Nullable Frame picture() {
        return picture == null ? null : picture.copy();
    }
}
