package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code appears} and {@code vanishes}: a landmark is, or is not, on the screen. */
final class LandmarkWatch extends FrameWatch {
    private final ScreenMatcher screenMatcher;
    private final Sought sought;
    private final boolean wanted;

    /** Its place in the last evaluated frame; null if it was not on the screen, or might not have been. */
    private @Nullable Rect place;

    private int frameWidth;
    private int frameHeight;

    /**
     * @param sought without places at which it stays open whether the landmark is there: they are asked for apart
     * @param wanted whether it is to be there, or not to be there
     */
    LandmarkWatch(ScreenMatcher screenMatcher, Sought sought, boolean wanted) {
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
        return screenMatcher.find(wanted ? sought.orDoubtful() : sought).found() == wanted;
    }

    @Override
    Truth truthIn(FrameUpdate update) {
        Match match = screenMatcher.find(sought);
        place = match.found() ? match.place() : null;
        frameWidth = update.frame().width();
        frameHeight = update.frame().height();
        if (match.found()) {
            return wanted ? Truth.TRUE : Truth.FALSE;
        }
        if (screenMatcher.find(sought.orDoubtful()).found()) {
            return Truth.OPEN;
        }
        return wanted ? Truth.FALSE : Truth.TRUE;
    }

    /** While its place, and what is read around it, is unchanged the landmark is still there. A landmark that is not there may appear anywhere in its region. */
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
        if (screenMatcher.find(sought).found()) {
            return sought.landmark() + " is on the screen";
        }
        return screenMatcher.diagnose(sought);
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
