package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.template.Template;

/**
 * The place of a template on the screen, or the result that it is not there.
 *
 * @param found whether the template is on the screen
 * @param score how well it fits at the place, up to 1 (see {@link Template}); −1 if it is not found
 * @param place where, of the template's size; 0×0 at the top left if it is not found
 */
public record Match(boolean found, double score, Rect place) {
    /**
     * Not on the screen. Only {@link TemplateMatcher#nearest} returns the best score: computing it for every frame
     * would be expensive.
     */
    public static final Match NONE = new Match(false, -1, new Rect(0, 0, 0, 0));
}
