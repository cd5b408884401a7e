package io.deskmeter.agent.agentless;

import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Agentless.Picture;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetHandlers;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** The templates of the pictures that a target names. */
public final class TargetPictures {
    private TargetPictures() {}

    /**
     * Decodes them.
     *
     * @return by the names that steps, conditions and handlers use
     * @throws TemplateException if one is unsuitable
     */
    public static Map<String, Template> of(Target target, TargetHandlers handlers) throws TemplateException {
        Map<String, Template> templates = new HashMap<>();
        for (Picture picture : handlers.pictures()) {
            templates.put(picture.landmark(), template(picture));
        }
        if (target.agentless().isPresent()) {
            for (Picture picture : target.agentless().get().pictures()) {
                templates.put(picture.landmark(), template(picture));
            }
        }
        return Map.copyOf(templates);
    }

    static Template template(Picture picture) throws TemplateException {
        return Template.of(picture.name(), Base64.getDecoder().decode(picture.png()));
    }

    /**
     * Decodes one that {@link #of} has decoded before.
     *
     * @throws IllegalArgumentException if it is unsuitable nevertheless
     */
    static Template decoded(Agentless.Picture picture) {
        try {
            return template(picture);
        } catch (TemplateException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
        }
    }
}
