package io.deskmeter.agent.watch;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.vision.Similarity;
import io.deskmeter.vision.Template;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.workload.Workload;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Matches landmarks with a {@link TemplateMatcher}. */
public final class TemplateScreenMatcher implements ScreenMatcher {
    private final Landmarks landmarks;
    private final TemplateMatcher matcher;
    private final Map<String, Rect> lastSeen = new HashMap<>();

    /** Kept, because the matcher keeps the state of a search for each template. */
    private final Map<Template, Template> doubtful = new HashMap<>();

    /** In this session, in any of the applications' instances: workload and landmark. */
    private final Set<String> everSeen = new HashSet<>();

    private String workload = Landmarks.NO_WORKLOAD;
    private @Nullable Frame frame;

    /** @param matcherBuffers shared by all matchers */
    public TemplateScreenMatcher(Landmarks landmarks, MatcherBuffers matcherBuffers) {
        this.landmarks = landmarks;
        this.matcher = new TemplateMatcher(matcherBuffers);
    }

    @Override
    public void see(FrameUpdate update) {
        frame = update.frame();
        matcher.see(update);
    }

    @Override
    public void enter(Workload entered) {
        workload = entered.id();
        lastSeen.clear();
    }

    @Override
    public Frame frame() {
        if (frame == null) {
            throw new IllegalStateException("frame: none yet (expected: a call after the first update)");
        }
        return frame;
    }

    @Override
    public Match find(String landmark) {
        return find(landmark, landmarks.template(workload, landmark));
    }

    @Override
    public Match findOrDoubtful(String landmark) {
        Template template = landmarks.template(workload, landmark);
        return find(landmark, doubtful.computeIfAbsent(template, Template::orDoubtful));
    }

    private Match find(String landmark, Template template) {
        Match match = matcher.find(template);
        if (match.found()) {
            lastSeen.put(landmark, match.place());
            everSeen.add(workload + ' ' + landmark);
        }
        return match;
    }

    @Override
    public Match nearest(String landmark) {
        return matcher.nearest(landmarks.template(workload, landmark));
    }

    @Override
    public String diagnose(String landmark) {
        String words = matcher.diagnose(landmarks.template(workload, landmark));
        return everSeen.contains(workload + ' ' + landmark) ? words : words + landmarks.remedy(workload, landmark);
    }

    @Override
    public String diagnoseMiss(Sought sought) {
        return matcher.diagnose(landmarks.template(workload, sought.landmark()));
    }

    @Override
    public Function<Frame, OptionalDouble> similarity(String landmark) {
        Template template = landmarks.template(workload, landmark);
        return picture -> Similarity.of(template, picture);
    }

    @Override
    public Optional<Rect> lastSeen(String landmark) {
        return Optional.ofNullable(lastSeen.get(landmark));
    }

    @Override
    public void close() {
        matcher.close();
    }
}
