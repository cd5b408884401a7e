package io.deskmeter.agent.watch.landmark;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.compare.Similarity;
import io.deskmeter.vision.template.Template;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.step.LandmarkOptions;
import io.deskmeter.workload.step.Region;
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
    /** The least score of a look-alike: what shares most of a landmark's shapes. */
    private static final double ALIKE = 0.8;

    private final Landmarks landmarks;
    private final TemplateMatcher matcher;
    private final Map<String, Rect> lastSeen = new HashMap<>();

    /** Kept, because the matcher keeps the state of a search for each template. */
    private final Map<Look, Template> looks = new HashMap<>();

    /** In this session, in any of the applications' instances: workload and landmark. */
    private final Set<String> everSeen = new HashSet<>();

    private String workload = Landmarks.NO_WORKLOAD;
    private @Nullable Frame frame;

    /** One way to look for a template. */
    private record Look(Template template, OptionalDouble similarity, boolean caret, boolean doubtful) {
        static Look of(Template template, LandmarkQuery sought) {
            LandmarkOptions how = sought.options();
            // Where details say nothing, nothing stays open.
            boolean doubtful = sought.doubtful() && how.similarity().isEmpty() && !template.isPlain();
            return new Look(template, how.similarity(), how.tolerateCaret(), doubtful);
        }

        Template made() {
            Template made = caret ? template.orWithCaret() : template;
            if (similarity.isPresent()) {
                return made.withoutDetails().withThreshold(similarity.getAsDouble());
            }
            return doubtful ? made.orDoubtful() : made;
        }
    }

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
    public Match find(LandmarkQuery sought) {
        Match match = sought.doubtful() ? matcher.find(template(sought), sought.in()) : certain(sought);
        if (match.found() && !sought.doubtful()) {
            lastSeen.put(sought.landmark(), match.place());
            everSeen.add(workload + ' ' + sought.landmark());
        }
        return match;
    }

    /**
     * One search answers both questions: the best of all places at which the landmark may be is mostly one at which it
     * is, or there is none.
     */
    private Match certain(LandmarkQuery sought) {
        Template wanted = template(sought);
        Template doubtful = template(sought.orDoubtful());
        if (wanted.equals(doubtful)) {
            return matcher.find(wanted, sought.in());
        }
        Match match = matcher.find(doubtful, sought.in());
        return !match.found() || matcher.isAt(wanted, match.place()) ? match : matcher.find(wanted, sought.in());
    }

    private Template template(LandmarkQuery sought) {
        Template template = landmarks.template(workload, sought.landmark());
        return looks.computeIfAbsent(Look.of(template, sought), Look::made);
    }

    @Override
    public Rect readAround(Rect place) {
        return Template.readAround(place);
    }

    @Override
    public Optional<LookAlike> lookAlike(LandmarkQuery sought) {
        Template template = landmarks.template(workload, sought.landmark());
        if (template.isPlain()) {
            return Optional.empty();
        }
        LandmarkOptions alike = new LandmarkOptions(new Region.Whole(), OptionalDouble.of(ALIKE), false);
        Template loose = template(new LandmarkQuery(sought.landmark(), alike, null, false));
        Match match = matcher.find(loose, sought.in());
        return match.found()
                ? Optional.of(new LookAlike(match.score(), match.place(), matcher.difference(template, match.place())))
                : Optional.empty();
    }

    @Override
    public Match nearest(String landmark) {
        return matcher.nearest(landmarks.template(workload, landmark));
    }

    @Override
    public String diagnose(LandmarkQuery sought) {
        String words = matcher.diagnose(template(sought.certain()), sought.in());
        return everSeen.contains(workload + ' ' + sought.landmark())
                ? words
                : words + landmarks.remedy(workload, sought.landmark());
    }

    @Override
    public String diagnoseMiss(LandmarkQuery sought) {
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
