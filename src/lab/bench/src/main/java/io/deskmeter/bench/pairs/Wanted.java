package io.deskmeter.bench.pairs;

import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.util.List;

/**
 * A landmark as waits look for it.
 *
 * @param certain where it is
 * @param doubtful where it is, or may be
 */
record Wanted(Template certain, Template doubtful) {
    static Wanted of(String name, BufferedImage picture) throws TemplateException {
        return of(Template.of(name, picture));
    }

    private static Wanted of(Template template) {
        return new Wanted(template, template.orDoubtful());
    }

    /** The same as one of two landmarks of a workload. */
    Wanted besides(Wanted other) {
        return of(certain.besides(List.of(other.certain)));
    }

    Answer answer(TemplateMatcher matcher) {
        if (matcher.find(certain).found()) {
            return Answer.THERE;
        }
        return matcher.find(doubtful).found() ? Answer.OPEN : Answer.ABSENT;
    }

    void forget(TemplateMatcher matcher) {
        matcher.forget(certain);
        matcher.forget(doubtful);
    }
}
