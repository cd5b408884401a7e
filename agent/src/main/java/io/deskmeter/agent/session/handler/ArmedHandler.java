package io.deskmeter.agent.session.handler;

import io.deskmeter.agent.watch.Watch;
import io.deskmeter.agent.watch.WatchFactory;
import io.deskmeter.agent.watch.WatchResult;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.window.GoneWindow;
import io.deskmeter.agent.watch.window.StayingWindow;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.step.Handler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A handler that looks for its window. Used by {@link WindowHandlers} only. */
final class ArmedHandler {
    private final Handler handler;
    private final ScreenMatcher screenMatcher;
    private @Nullable Watch watch;
    private int width;
    private int height;
    private int uses;
    private boolean givenUp;
    private boolean visible;

    /** While the window is visible: the first picture with it, and the last one. */
    private @Nullable Frame firstShown;

    private @Nullable Frame lastShown;

    private long firstShownAt;
    private Rect place = new Rect(0, 0, 0, 0);

    private @Nullable GoneWindow gone;

    ArmedHandler(Handler handler, ScreenMatcher screenMatcher) {
        this.handler = handler;
        this.screenMatcher = screenMatcher;
    }

    Handler handler() {
        return handler;
    }

    /** For people: pictures of a target are called by their file. */
    String name() {
        String[] parts = handler.landmark().split(":", -1);
        return parts.length == 3 ? parts[1] : parts[0];
    }

    /** @param previousAt as in {@link Watch#see} */
    void see(long previousAt, FrameUpdate update) {
        Frame frame = update.frame();
        Watch looking = watch;
        if (looking == null || frame.width() != width || frame.height() != height) {
            looking = WatchFactory.arm(handler.when(), screenMatcher);
            watch = looking;
            width = frame.width();
            height = frame.height();
        }
        looking.see(previousAt, update);
        boolean seen = looking.answer(update.arrivedAt()) != null;
        Frame first = firstShown;
        Frame last = lastShown;
        if (seen) {
            firstShownAt = visible ? firstShownAt : update.arrivedAt();
            place = looking.places().stream().findFirst().orElse(place);
            keep(update);
        } else if (first != null && last != null) {
            gone = new GoneWindow(first, last, previousAt, update.arrivedAt(), place, givenUp);
            firstShown = null;
            lastShown = null;
        }
        visible = seen;
    }

    private void keep(FrameUpdate update) {
        Frame frame = update.frame();
        Frame last = lastShown;
        if (!visible || last == null || last.width() != frame.width() || last.height() != frame.height()) {
            firstShown = frame.copy();
            lastShown = frame.copy();
            return;
        }
        for (Rect damage : update.damage()) {
            Rect part = damage.intersection(frame.bounds());
            for (int y = part.y(); y < part.bottom(); y++) {
                int at = y * frame.width() + part.x();
                System.arraycopy(frame.pixels(), at, last.pixels(), at, part.width());
            }
        }
    }

    /** Frames were not passed on. */
    void rearm() {
        if (watch != null) {
            watch.rearm();
        }
    }

    boolean isVisible() {
        return visible;
    }

    /** Where the picture is, or was last, by which the window is known. */
    Rect place() {
        return place;
    }

    /** Arrival of the first frame since which the window has been there; only while it is. */
    long shownAt(long now) {
        WatchResult since = watch == null ? null : watch.answer(now);
        return since == null ? now : since.shownAt();
    }

    /** The window when it had gone last; null if it never has. */
    @Nullable
    GoneWindow gone() {
        return gone;
    }

    boolean isUsedUp() {
        return uses >= handler.atMost();
    }

    void use() {
        uses++;
    }

    boolean isGivenUp() {
        return givenUp;
    }

    StayingWindow giveUp() {
        givenUp = true;
        return new StayingWindow(Objects.requireNonNull(firstShown, "is visible"), firstShownAt, place);
    }

    /**
     * Its window went after it had been given up; one that comes again is looked at again, but gets no more input than
     * before.
     */
    void wentLater() {
        givenUp = false;
    }

    /** Counts from zero. */
    void begin() {
        uses = 0;
        givenUp = false;
    }
}
