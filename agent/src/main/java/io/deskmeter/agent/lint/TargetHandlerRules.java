package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.HandlerLikeness.Looked;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.TargetHandlers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Compares the windows of a target's handlers with what the operations of a workload wait for, as {@code workload lint}
 * does for the workload's own handlers.
 */
public final class TargetHandlerRules {
    private TargetHandlerRules() {}

    /**
     * A handler that dismisses what an operation waits for.
     *
     * @param picture of the handler, for people
     * @param landmark that is like it
     * @param operation that names the landmark first
     */
    public record Alike(String picture, String landmark, String operation) {}

    /**
     * Those of a target, without handlers whose file is a landmark's own, which is told without looking at pixels.
     *
     * @throws IOException if a picture cannot be read
     */
    public static List<Alike> check(TargetHandlers target, Workload workload) throws IOException {
        LandmarkConditions conditions = LandmarkConditions.of(workload.operations());
        Map<String, String> uses = LandmarkUses.of(workload.operations());
        List<Alike> found = new ArrayList<>();
        for (Handler handler : target.handlers()) {
            Optional<Agentless.Picture> picture = target.pictures().stream()
                    .filter(one -> one.landmark().equals(handler.landmark()))
                    .findFirst();
            if (picture.isEmpty()) {
                continue;
            }
            byte[] png = Base64.getDecoder().decode(picture.get().png());
            Optional<Looked> own = looked(
                    picture.get().name(), png, null, handler.when().options().similarity());
            for (Map.Entry<String, String> use : uses.entrySet()) {
                String landmark = use.getKey();
                Path file = workload.folder().resolve(landmark);
                byte[] its = Files.readAllBytes(file);
                if (own.isPresent()
                        && !Arrays.equals(png, its)
                        && looked(landmark, its, file, conditions.leastSimilarity(landmark))
                                .filter(other -> HandlerLikeness.areAlike(own.get(), other))
                                .isPresent()) {
                    found.add(new Alike(picture.get().name(), landmark, use.getValue()));
                }
            }
        }
        return found;
    }

    /** Empty for a picture that cannot be looked for, which is told elsewhere. */
    private static Optional<Looked> looked(String name, byte[] png, @Nullable Path file, OptionalDouble similarity)
            throws IOException {
        try {
            Template template = file == null ? Template.of(name, png) : Template.load(file);
            return Optional.of(new Looked(
                    template,
                    ScreenPicture.read(name, new ByteArrayInputStream(png)).frame(),
                    similarity));
        } catch (TemplateException e) {
            return Optional.empty();
        }
    }
}
