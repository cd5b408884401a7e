package io.deskmeter.agent.lint;

import io.deskmeter.screen.Frame;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import java.util.OptionalDouble;

/**
 * Whether a handler takes a landmark of an operation for its window, or the operation that window for its landmark: as
 * a session looks for them.
 */
final class HandlerLikeness {
    /**
     * A picture and how it is looked for.
     *
     * @param similarity that a condition asks of it; empty where details decide
     */
    record Looked(Template template, Frame picture, OptionalDouble similarity) {
        Template made(Template part) {
            return similarity.isPresent() ? part.withoutDetails().withThreshold(similarity.getAsDouble()) : part;
        }
    }

    private HandlerLikeness() {}

    static boolean areAlike(Looked handler, Looked landmark) {
        return shows(handler, landmark) || shows(landmark, handler);
    }

    /**
     * Whether one is found in the picture of the other, or what it has in common with it, however each was cut out of a
     * screen.
     */
    private static boolean shows(Looked shown, Looked sought) {
        try (TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(new ScreenPicture("", shown.picture()).shown());
            Template whole = sought.made(sought.template());
            return (matcher.fits(whole) && matcher.find(whole).found())
                    || sought.template()
                            .partOver(shown.template())
                            .map(sought::made)
                            .filter(part ->
                                    matcher.fits(part) && matcher.find(part).found())
                            .isPresent();
        }
    }
}
