package io.deskmeter.agent.watch.landmark;

import io.deskmeter.agent.dock.TilePicture;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
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
     * The same with further templates, which belong to no workload and are found in the screens of all; those that look like landmarks of a workload are told
     * from them as its own are.
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

    /** What to try where a landmark has never been seen on a display; empty for pictures that no calibration replaces. */
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
        Set<String> names = new TreeSet<>();
        for (Operation operation : workload.operations()) {
            operation.plays().ifPresent(plays -> names.add(plays.landmark()));
            operation.occurrences().forEach(occurrence -> names.addAll(named(occurrence)));
        }
        for (Handler handler : workload.handlers()) {
            inCondition(handler.when(), names);
            inSteps(handler.steps(), names);
        }
        return names;
    }

    /** Every landmark that the steps and the condition of an occurrence name, sorted. */
    public static Set<String> named(Operation.Occurrence occurrence) {
        Set<String> names = new TreeSet<>();
        inCondition(occurrence.until().condition(), names);
        inSteps(occurrence.before(), names);
        inSteps(occurrence.steps(), names);
        return names;
    }

    private static void inSteps(List<Step> steps, Set<String> names) {
        for (Step step : steps) {
            if (step instanceof Step.Click click) {
                inPlace(click.place(), names);
            } else if (step instanceof Step.Drag drag) {
                inPlace(drag.from(), names);
                inPlace(drag.to(), names);
            } else if (step instanceof Step.Scroll scroll) {
                inPlace(scroll.place(), names);
            } else if (step instanceof Step.Gesture gesture) {
                names.add(gesture.landmark());
            } else if (step instanceof Step.Await await) {
                inCondition(await.until().condition(), names);
            }
        }
    }

    private static void inPlace(Step.Place place, Set<String> names) {
        if (place instanceof Step.Place.On on) {
            names.add(on.landmark());
        }
    }

    private static void inCondition(Condition condition, Set<String> names) {
        if (condition instanceof Condition.Appears appears) {
            names.add(appears.landmark());
            inRegion(appears.options().in(), names);
        } else if (condition instanceof Condition.Vanishes vanishes) {
            names.add(vanishes.landmark());
            inRegion(vanishes.options().in(), names);
        } else if (condition instanceof Condition.Changes changes) {
            inRegion(changes.region(), names);
        } else if (condition instanceof Condition.Settles settles) {
            inRegion(settles.region(), names);
        } else if (condition instanceof Condition.All all) {
            all.conditions().forEach(part -> inCondition(part, names));
        } else if (condition instanceof Condition.Any any) {
            any.conditions().forEach(part -> inCondition(part, names));
        }
    }

    private static void inRegion(Region region, Set<String> names) {
        if (region instanceof Region.Around around) {
            names.add(around.landmark());
        }
    }
}
