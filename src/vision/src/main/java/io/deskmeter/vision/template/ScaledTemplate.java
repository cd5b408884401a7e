package io.deskmeter.vision.template;

import io.deskmeter.screen.Rect;
import java.util.List;
import java.util.Optional;

/**
 * A template at the usual scales of displays: it is on the screen if it is found at any of them. Immutable; one serves
 * all sessions.
 *
 * @param template at 100 %
 * @param sizes the template at each scale at which it can be looked for, in order of preference
 */
public record ScaledTemplate(Template template, List<Template> sizes) {
    /** The usual scales of displays: 100, 125, 150 and 200 %. */
    public static final List<Double> DISPLAY_SCALES = List.of(1.0, 1.25, 1.5, 2.0);

    public ScaledTemplate {
        sizes = List.copyOf(sizes);
    }

    /** At one scale only: that of the template. */
    public static ScaledTemplate of(Template template) {
        return new ScaledTemplate(template, List.of(template));
    }

    /**
     * At these scales, 1 for 100 %; those are left out at which the image would be smaller than a template may be, or
     * of one colour.
     *
     * @throws IllegalArgumentException if there are none, or one is not between 0.25 and 4
     */
    public static ScaledTemplate of(Template template, List<Double> scales) {
        List<Template> sizes =
                scales.stream().flatMap(scale -> at(template, scale).stream()).toList();
        if (sizes.isEmpty()) {
            throw new IllegalArgumentException(
                    "scales of " + template + ": " + scales + " (expected: one at which it can be recognised)");
        }
        return new ScaledTemplate(template, sizes);
    }

    private static Optional<Template> at(Template template, double scale) {
        try {
            return Optional.of(scale == 1 ? template : template.atScale(scale));
        } catch (TemplateException e) {
            return Optional.empty(); // It cannot be recognised at that scale, whatever the screen shows.
        }
    }

    /** The scale at which a match was found: the width of its place divided by the template's. */
    public double scaleOf(Rect place) {
        return (double) place.width() / template.width();
    }
}
