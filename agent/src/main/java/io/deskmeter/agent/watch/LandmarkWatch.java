package io.deskmeter.agent.watch;

import io.deskmeter.agent.watch.landmark.LandmarkQuery;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.window.GoneWindow;
import io.deskmeter.agent.watch.window.StayingWindow;
import io.deskmeter.agent.watch.window.WindowArea;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.compare.RegionMemory;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code appears} and {@code vanishes}: a landmark is, or is not, on the screen. */
final class LandmarkWatch extends FrameWatch {
    /** In pixels: a window in front of a landmark is in front of what is around it, too. */
    private static final int AROUND = 64;

    private final ScreenMatcher screenMatcher;
    private final LandmarkQuery sought;
    private final boolean wanted;

    /** Its place in the last evaluated frame; null if it was not on the screen, or might not have been. */
    private @Nullable Rect place;

    /** Its place and what is around it, as last seen with it, where it is to vanish. */
    private @Nullable RegionMemory shown;

    private @Nullable Rect shownAt;

    /** Whether a window that stays is in front of it, as far as is known: it has not vanished. */
    private boolean behindWindow;

    private int frameWidth;
    private int frameHeight;

    /**
     * @param sought without places at which it stays open whether the landmark is there: they are asked for apart
     * @param wanted whether it is to be there, or not to be there
     */
    LandmarkWatch(ScreenMatcher screenMatcher, LandmarkQuery sought, boolean wanted) {
        this.screenMatcher = screenMatcher;
        this.sought = sought;
        this.wanted = wanted;
    }

    @Override
    public boolean holdsAlready() {
        return screenMatcher.find(wanted ? sought : sought.orDoubtful()).found() == wanted;
    }

    @Override
    public boolean mayHoldAlready() {
        Match match = screenMatcher.find(wanted ? sought.orDoubtful() : sought);
        remember(match);
        return match.found() == wanted;
    }

    private void remember(Match match) {
        if (!wanted && match.found()) {
            shown = RegionMemory.remember(screenMatcher.frame(), match.place().grow(AROUND, AROUND, AROUND, AROUND));
            shownAt = match.place();
            behindWindow = false;
        }
    }

    /** A landmark that appears is there; one that is not seen may be behind a window. */
    @Override
    public boolean isMadeTrueByWindows() {
        return !wanted;
    }

    @Override
    @Nullable
    RegionMemory before() {
        return shown;
    }

    @Override
    Frame frame() {
        return screenMatcher.frame();
    }

    @Override
    Truth truthIn(FrameUpdate update) {
        Match match = screenMatcher.find(sought);
        place = match.found() ? match.place() : null;
        remember(match);
        frameWidth = update.frame().width();
        frameHeight = update.frame().height();
        if (match.found()) {
            return wanted ? Truth.TRUE : Truth.FALSE;
        }
        if (screenMatcher.find(sought.orDoubtful()).found()) {
            return Truth.OPEN;
        }
        return wanted || behindWindow ? Truth.FALSE : Truth.TRUE;
    }

    @Override
    public void windowStays(StayingWindow window) {
        super.windowStays(window);
        if (!wanted && !screenMatcher.find(sought).found() && !hasVanishedBeside(window)) {
            behindWindow = true;
            forget();
        }
    }

    /** Whether it was seen with the window, and the window is not in front of the place where it was. */
    private boolean hasVanishedBeside(StayingWindow window) {
        WatchResult gone = since();
        RegionMemory around = shown;
        Rect was = shownAt;
        return gone != null
                && around != null
                && was != null
                && gone.lastWithoutAt() >= window.firstShownAt()
                && !WindowArea.of(around, screenMatcher.frame(), window.place())
                        .bounds()
                        .intersects(was);
    }

    @Override
    public void windowGone(GoneWindow window, List<SilentInterval> since) {
        if (window.hadStayed() && behindWindow) {
            behindWindow = false;
            forget();
            decide(
                    !screenMatcher.find(sought.orDoubtful()).found(),
                    new WatchResult(window.lastShownAt(), window.goneAt(), window.goneAt()));
        }
        super.windowGone(window, since);
    }

    /**
     * While its place, and what is read around it, is unchanged the landmark is still there. A landmark that is not
     * there may appear anywhere in its region.
     */
    @Override
    boolean mayAlter(FrameUpdate update) {
        Rect known = place == null ? sought.in() : place;
        return known == null
                || update.frame().width() != frameWidth
                || update.frame().height() != frameHeight
                || update.damage().stream().anyMatch(screenMatcher.readAround(known)::intersects);
    }

    @Override
    public String describe() {
        boolean isThere = screenMatcher.find(sought).found();
        if (!wanted) {
            return isThere
                    ? sought.landmark() + " is still on the screen (expected: that it vanishes)"
                    : "waiting for it to vanish: " + screenMatcher.diagnose(sought);
        }
        return isThere ? sought.landmark() + " is on the screen" : screenMatcher.diagnose(sought);
    }

    @Override
    public String missed() {
        return wanted ? "not seen" : "not vanished";
    }

    @Override
    public String describeMiss() {
        return screenMatcher.find(wanted ? sought : sought.orDoubtful()).found()
                ? describe()
                : screenMatcher.diagnoseMiss(sought);
    }

    @Override
    public List<Rect> places() {
        Optional<Rect> place = screenMatcher.lastSeen(sought.landmark());
        return place.map(List::of).orElse(List.of());
    }
}
