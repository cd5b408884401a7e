package io.deskmeter.agent.session;

import io.deskmeter.agent.watch.landmark.LandmarkQuery;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.compare.Similarity;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.Workload;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Finds marks exactly as painted; a landmark is the mark of its name. */
public class MarkScreenMatcher implements ScreenMatcher {
    private final Map<String, Rect> lastSeen = new HashMap<>();
    private Frame frame = new Frame(1, 1);

    @Override
    public void see(FrameUpdate update) {
        frame = update.frame();
    }

    @Override
    public void enter(Workload workload) {
        lastSeen.clear();
    }

    @Override
    public Frame frame() {
        return frame;
    }

    @Override
    public Match find(LandmarkQuery sought) {
        Optional<Rect> place = Mark.of(sought.landmark()).find(frame);
        place.ifPresent(found -> lastSeen.put(sought.landmark(), found));
        return place.map(found -> new Match(true, 1, found)).orElse(Match.NONE);
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
        Frame mark = new Frame(Mark.SIZE, Mark.SIZE);
        Mark.of(landmark).paint(mark, 0, 0);
        try {
            Template template = Template.of(landmark, mark.toImage());
            return picture -> Similarity.of(template, picture);
        } catch (TemplateException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Optional<Rect> lastSeen(String landmark) {
        return Optional.ofNullable(lastSeen.get(landmark));
    }

    @Override
    public void close() {}
}
