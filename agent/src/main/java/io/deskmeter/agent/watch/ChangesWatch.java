package io.deskmeter.agent.watch;

import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.window.GoneWindow;
import io.deskmeter.agent.watch.window.StayingWindow;
import io.deskmeter.agent.watch.window.WindowArea;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.compare.RegionMemory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code changes}: a region differs from its picture when the condition was armed. */
final class ChangesWatch extends FrameWatch {
    private final ScreenMatcher screenMatcher;
    private final int atLeast;
    private final boolean exceptCaret;
    private RegionMemory armed;

    /** With which it was armed before a window that stays; null if there is none. */
    private @Nullable RegionMemory withoutWindow;

    /** @param exceptCaret whether a blinking caret does not count, however many pixels it has */
    ChangesWatch(ScreenMatcher screenMatcher, Rect region, int atLeast, boolean exceptCaret) {
        this.screenMatcher = screenMatcher;
        this.armed = RegionMemory.remember(screenMatcher.frame(), region);
        this.atLeast = atLeast;
        this.exceptCaret = exceptCaret;
    }

    /** Arms with another picture of the same size. */
    void compareWith(Frame before) {
        armed = RegionMemory.remember(before, armed.region());
    }

    @Override
    public boolean holdsAlready() {
        return false;
    }

    @Override
    public void rearm() {
        super.rearm();
        withoutWindow = null;
        armed = RegionMemory.remember(screenMatcher.frame(), armed.region());
    }

    /** Frames that arrived before the input, while the window was there, have not been compared. */
    @Override
    public void windowGone(GoneWindow window, List<SilentInterval> since) {
        RegionMemory without = withoutWindow;
        if (window.hadStayed()) {
            armed = without == null ? WindowArea.without(armed, window, screenMatcher.frame()) : without;
            withoutWindow = null;
        }
        decide(
                armed.differing(screenMatcher.frame()) >= atLeast,
                new WatchResult(window.lastShownAt(), window.goneAt(), window.goneAt()));
        super.windowGone(window, since);
    }

    @Override
    public void windowStays(StayingWindow window) {
        super.windowStays(window);
        boolean answered = WindowArea.changedApart(armed, window, screenMatcher.frame()) >= atLeast;
        forget();
        if (answered) {
            // Which of the frames since the window came is not known: the window itself had been a change before.
            decide(true, new WatchResult(window.firstShownAt(), seenAt(), seenAt()));
            return;
        }
        RegionMemory before = withoutWindow == null ? armed : withoutWindow;
        rearm();
        withoutWindow = before;
    }

    @Override
    RegionMemory before() {
        return armed;
    }

    @Override
    Frame frame() {
        return screenMatcher.frame();
    }

    @Override
    Truth truthIn(FrameUpdate update) {
        int changed = exceptCaret ? armed.differingBesideCaret(update) : armed.differing(update);
        return changed >= atLeast ? Truth.TRUE : Truth.FALSE;
    }

    @Override
    boolean mayAlter(FrameUpdate update) {
        return armed.isTouchedBy(update);
    }

    @Override
    public String missed() {
        return "no change seen";
    }

    @Override
    public String describe() {
        return armed.differing(screenMatcher.frame()) + " pixels have changed in " + armed.region() + " (expected: >= "
                + atLeast + ")";
    }

    @Override
    public List<Rect> places() {
        return List.of(armed.region());
    }
}
