package io.deskmeter.agent.watch.landmark;

import io.deskmeter.agent.dock.TilePicture;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.Calibrations;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The templates of all landmarks of some workloads, shared by all sessions. Immutable. */
public final class Landmarks {
    /** The name of a workload's tile on the dock; no file has this name. */
    public static final String TILE = "dock:tile";

    /** Stands for a workload where none has been entered yet: during a logon. */
    static final String NO_WORKLOAD = "";

    private final Map<String, Map<String, Template>> byWorkload;
    private final Optional<Calibration> calibration;

    private Landmarks(Map<String, Map<String, Template>> byWorkload, Optional<Calibration> calibration) {
        this.byWorkload = byWorkload;
        this.calibration = calibration;
    }

    /** Loads every landmark that an operation of these workloads names. */
    public static Landmarks load(Collection<Workload> workloads) throws TemplateException {
        return load(workloads, Optional.empty());
    }

    /**
     * The same, with the pictures of a calibration in place of the landmarks that it replaces.
     *
     * @throws TemplateException if a picture is unsuitable, or captured for another version of its workload
     */
    public static Landmarks load(Collection<Workload> workloads, Optional<Calibration> calibration)
            throws TemplateException {
        Map<String, Map<String, Template>> loaded = new HashMap<>();
        for (Workload workload : workloads) {
            Map<String, Template> templates = new HashMap<>();
            for (String landmark : named(workload)) {
                templates.put(landmark, Template.load(workload.folder().resolve(landmark)));
            }
            if (calibration.isPresent()) {
                templates.putAll(calibrated(workload, calibration.get()));
            }
            besidesEachOther(templates);
            templates.put(TILE, Template.of("dock tile of " + workload.id(), TilePicture.of(workload.id())));
            loaded.put(workload.id(), Map.copyOf(templates));
        }
        return new Landmarks(Map.copyOf(loaded), calibration);
    }

    /** Any of them can be on the screen where another one is looked for. */
    private static void besidesEachOther(Map<String, Template> templates) {
        Collection<Template> all = List.copyOf(templates.values());
        templates.replaceAll((landmark, template) -> template.besides(all));
    }

    private static Map<String, Template> calibrated(Workload workload, Calibration calibration)
            throws TemplateException {
        Optional<String> misfit = Calibrations.misfit(calibration, workload);
        if (misfit.isPresent()) {
            throw new TemplateException(misfit.get());
        }
        Map<String, Template> templates = new HashMap<>();
        for (Calibration.Picture picture : calibration.of(workload.id())) {
            String name = picture.landmark() + " as calibrated by " + calibration.name();
            byte[] png = Base64.getDecoder().decode(picture.png());
            templates.put(
                    picture.landmark(), Template.of(name, png, workload.folder().resolve(picture.landmark())));
        }
        return templates;
    }

    /**
     * The same with further templates, which belong to no workload and are found in the screens of all; those that look
     * like landmarks of a workload are told from them as its own are.
     *
     * @param more by names that no landmark of a workload has
     */
    public Landmarks with(Map<String, Template> more) {
        Map<String, Map<String, Template>> all = new HashMap<>();
        byWorkload.forEach((workload, templates) -> {
            Map<String, Template> together = new HashMap<>(templates);
            if (!more.isEmpty()) {
                together.remove(TILE);
                together.putAll(more);
                besidesEachOther(together);
                together.put(TILE, Objects.requireNonNull(templates.get(TILE)));
            }
            all.put(workload, Map.copyOf(together));
        });
        Map<String, Template> alone = new HashMap<>(more);
        besidesEachOther(alone);
        all.put(NO_WORKLOAD, Map.copyOf(alone));
        return new Landmarks(Map.copyOf(all), calibration);
    }

    /**
     * What to try where a landmark has never been seen on a display; empty for pictures that no calibration replaces.
     */
    String remedy(String workload, String landmark) {
        if (!landmark.startsWith("landmarks/")) {
            return "";
        }
        boolean calibrated = calibration.stream()
                .flatMap(all -> all.of(workload).stream())
                .anyMatch(picture -> picture.landmark().equals(landmark));
        String command = "./deskmeter workload calibrate " + workload;
        return calibrated
                ? "; not seen before in this session, though calibrated by "
                        + calibration.get().name() + " on " + calibration.get().date()
                        + ": other theme, scale or version since? " + command + " --name "
                        + calibration.get().name()
                : "; not seen before in this session: does the application ask something (see the"
                        + " picture)? other theme, scale or version? " + command;
    }

    Template template(String workload, String landmark) {
        Template template = byWorkload.getOrDefault(workload, Map.of()).get(landmark);
        if (template == null) {
            throw new IllegalStateException("landmark: " + landmark + " of " + workload + " (expected: loaded)");
        }
        return template;
    }

    /** Every landmark that a workload names, sorted. */
    public static Set<String> named(Workload workload) {
        return Stream.concat(
                        workload.operations().stream().flatMap(Operation::landmarks),
                        workload.handlers().stream().flatMap(Handler::landmarks))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
