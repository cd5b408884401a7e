package io.deskmeter.agent.session;

import io.deskmeter.agent.watch.landmark.LandmarkQuery;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.vision.tracking.ObjectTracker;
import io.deskmeter.workload.Workload;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Finds the object of the probe program, whatever the name of the landmark. */
final class ObjectScreenMatcher implements ScreenMatcher {
    private final Rect area;
    private Frame frame;

    /** @param area within which the object is looked for, with nothing else on it but plain grey */
    ObjectScreenMatcher(Rect area) {
        this.area = area;
        this.frame = new Frame(area.right(), area.bottom());
    }

    @Override
    public void see(FrameUpdate update) {
        frame = update.frame();
    }

    @Override
    public void enter(Workload workload) {}

    @Override
    public Frame frame() {
        return frame;
    }

    @Override
    public Match find(LandmarkQuery sought) {
        return lastSeen(sought.landmark())
                .map(place -> new Match(true, 1, place))
                .orElse(Match.NONE);
    }

    @Override
    public Match nearest(String landmark) {
        return find(landmark);
    }

    @Override
    public String diagnose(LandmarkQuery sought) {
        return sought.landmark() + ": nothing on the screen is like it";
    }

    @Override
    public Function<Frame, OptionalDouble> similarity(String landmark) {
        return picture -> OptionalDouble.empty();
    }

    @Override
    public Optional<Rect> lastSeen(String landmark) {
        return new ObjectTracker(area, 1)
                .find(frame)
                .map(place -> new Rect(
                        (int) Math.round(place.x() - DragObject.WIDTH / 2.0),
                        (int) Math.round(place.y() - DragObject.HEIGHT / 2.0),
                        DragObject.WIDTH,
                        DragObject.HEIGHT));
    }

    @Override
    public void close() {}
}
