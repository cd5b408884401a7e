package io.deskmeter.agent.evidence;

import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the frame before.
 *
 * <p>Where only failures are wanted this is the picture on which the operation was armed: what did it look like before the input? Where
 * everything is wanted it is the last frame that did not end the operation, kept up to date by copying damage.
 */
final class FrameFilm implements Film {
    private final Darkroom darkroom;
    private final boolean follow;
    private @Nullable Frame before;

    FrameFilm(Darkroom darkroom, boolean follow) {
        this.darkroom = darkroom;
        this.follow = follow;
    }

    @Override
    public void armed(Frame frame) {
        close();
        before = darkroom.borrow(frame);
    }

    @Override
    public void without(FrameUpdate update) {
        Frame kept = before;
        if (kept == null || !follow) {
            return;
        }
        Frame now = update.frame();
        if (now.width() != kept.width() || now.height() != kept.height()) {
            armed(now);
            return;
        }
        for (Rect damage : update.damage()) {
            copy(now, kept, damage.intersection(kept.bounds()));
        }
    }

    private static void copy(Frame from, Frame to, Rect part) {
        for (int y = part.y(); y < part.bottom(); y++) {
            int at = y * to.width() + part.x();
            System.arraycopy(from.pixels(), at, to.pixels(), at, part.width());
        }
    }

    @Override
    public void ended(Timing timing, Frame frame, List<Rect> places) {
        if (!darkroom.wants(timing.outcome())) {
            close();
            return;
        }
        Frame kept = before;
        before = null;
        darkroom.develop(timing, kept, frame, places);
    }

    @Override
    public void close() {
        darkroom.release(before);
        before = null;
    }
}
