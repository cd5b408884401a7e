package io.deskmeter.agent.check;

import io.deskmeter.agent.agentless.TargetPictures;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetHandlers;
import java.util.List;
import java.util.Optional;

/**
 * Looks for a server that sends other colours than was asked for: its target's {@code ready} landmark is on the screen
 * only if red and blue are exchanged. Such a server ignores the pixel format that a client sets, and no landmark with
 * colours would ever be found.
 */
final class ColourCheck {
    private static final int RED = 0xFF0000;
    private static final int GREEN = 0x00FF00;
    private static final int BLUE = 0x0000FF;

    private ColourCheck() {}

    /** Whether the landmark is there with red and blue exchanged, and not as it is. */
    static boolean isExchanged(Target target, Frame frame) {
        Optional<Template> ready = ready(target);
        return ready.isPresent() && !shows(frame, ready.get()) && shows(exchanged(frame), ready.get());
    }

    private static Optional<Template> ready(Target target) {
        Optional<Agentless> agentless = target.agentless();
        if (agentless.isEmpty() || !(agentless.get().ready() instanceof Agentless.Sign.Landmark landmark)) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(TargetPictures.of(target, TargetHandlers.NONE)
                    .get(landmark.picture().landmark()));
        } catch (TemplateException e) {
            return Optional.empty(); // an error of the profile, which its own check reports
        }
    }

    private static boolean shows(Frame frame, Template template) {
        try (TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(new FrameUpdate(frame, List.of(frame.bounds()), 0, 1));
            return matcher.fits(template) && matcher.find(template).found();
        }
    }

    private static Frame exchanged(Frame frame) {
        int[] pixels = frame.pixels().clone();
        for (int i = 0; i < pixels.length; i++) {
            int pixel = pixels[i];
            pixels[i] = (pixel & RED) >> 16 | (pixel & GREEN) | (pixel & BLUE) << 16;
        }
        return new Frame(frame.width(), frame.height(), pixels);
    }
}
