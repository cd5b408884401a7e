package io.deskmeter.bench.golden;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.ScaledTemplate;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Searches every landmark at every scale in golden pictures, and reports errors. */
public final class GoldenSetCheck {
    /** The largest offset of a scaled landmark from its place, in pixels. */
    private static final int TOLERANCE = 2;

    private final Map<String, ScaledTemplate> landmarks = new LinkedHashMap<>();
    private final LongSupplier clock;
    private final LongConsumer times;

    /**
     * @param clock in nanoseconds
     * @param times receives the duration of each search by that clock
     * @throws TemplateException if an image is unsuitable
     */
    public GoldenSetCheck(Map<String, BufferedImage> images, LongSupplier clock, LongConsumer times)
            throws TemplateException {
        for (Map.Entry<String, BufferedImage> image : images.entrySet()) {
            Template template = Template.of(image.getKey(), image.getValue());
            landmarks.put(image.getKey(), ScaledTemplate.of(template, ScaledTemplate.DISPLAY_SCALES));
        }
        this.clock = clock;
        this.times = times;
    }

    /**
     * The errors in one picture.
     *
     * @param missed landmarks that are there and were not found, or were found elsewhere
     * @param tooSmall landmarks that were missed, but are smaller than the codec's limit
     * @param falseMatches landmarks that are not there and were found
     */
    public record Verdict(List<String> missed, List<String> tooSmall, List<String> falseMatches) {
        public Verdict {
            missed = List.copyOf(missed);
            tooSmall = List.copyOf(tooSmall);
            falseMatches = List.copyOf(falseMatches);
        }
    }

    /** Searches the landmarks that the filter accepts. */
    public Verdict judge(GoldenFrame golden, Predicate<String> which) {
        List<String> missed = new ArrayList<>();
        List<String> tooSmall = new ArrayList<>();
        List<String> falseMatches = new ArrayList<>();
        try (TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(new FrameUpdate(golden.frame(), List.of(golden.frame().bounds()), 0, 1));
            for (Map.Entry<String, ScaledTemplate> landmark : landmarks.entrySet()) {
                if (which.test(landmark.getKey())) {
                    Match match = find(matcher, landmark.getValue());
                    Rect place = golden.shown().get(landmark.getKey());
                    String what = landmark.getKey() + " in " + golden;
                    if (place != null && !isAt(match, place)) {
                        boolean small = Math.min(place.width(), place.height())
                                < golden.codec().leastSide();
                        (small ? tooSmall : missed)
                                .add(what + ": expected at " + place + ", answer " + match + ", "
                                        + matcher.diagnose(landmark.getValue().template()));
                    } else if (place == null && match.found()) {
                        falseMatches.add(what + ": found " + match);
                    }
                }
            }
        }
        return new Verdict(missed, tooSmall, falseMatches);
    }

    private Match find(TemplateMatcher matcher, ScaledTemplate landmark) {
        Match answer = Match.NONE;
        for (Template size : landmark.sizes()) {
            long before = clock.getAsLong();
            Match match = matcher.find(size);
            times.accept(clock.getAsLong() - before);
            if (match.score() > answer.score()) {
                answer = match;
            }
        }
        return answer;
    }

    private static boolean isAt(Match match, Rect place) {
        return match.found()
                && Math.abs(match.place().x() - place.x()) <= TOLERANCE
                && Math.abs(match.place().y() - place.y()) <= TOLERANCE
                && Math.abs(match.place().width() - place.width()) <= TOLERANCE;
    }
}
