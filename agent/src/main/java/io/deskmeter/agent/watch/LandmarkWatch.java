package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code appears} and {@code vanishes}: a landmark is, or is not, on the screen. */
final class LandmarkWatch extends FrameWatch {
    private final Sight sight;
    private final String landmark;
    private final boolean wanted;

    LandmarkWatch(Sight sight, String landmark, boolean wanted) {
        this.sight = sight;
        this.landmark = landmark;
        this.wanted = wanted;
    }

    @Override
    public boolean holdsAlready() {
        return sight.find(landmark).found() == wanted;
    }

    @Override
    public void rearm() {
        // A landmark is there or not, whatever was before.
    }

    @Override
    boolean holdsIn(FrameUpdate update) {
        return holdsAlready();
    }

    @Override
    public String describe() {
        if (sight.find(landmark).found()) {
            return landmark + " is on the screen";
        }
        Match nearest = sight.nearest(landmark);
        return String.format(
                Locale.ROOT,
                "%s is not on the screen (best score %.2f at %s)",
                landmark,
                nearest.score(),
                nearest.place());
    }

    @Override
    public List<Rect> places() {
        Optional<Rect> place = sight.lastSeen(landmark);
        return place.map(List::of).orElse(List.of());
    }
}
