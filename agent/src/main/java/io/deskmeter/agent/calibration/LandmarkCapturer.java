package io.deskmeter.agent.calibration;

import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.agent.lint.PictureDetail;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.Calibrations;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/**
 * Captures a picture of each landmark that the screen does not show as shipped, and keeps what could not be captured.
 * Used by one thread at a time.
 */
final class LandmarkCapturer {
    private final Map<String, Workload> workloads = new HashMap<>();
    private final Map<String, Set<String>> named = new HashMap<>();
    private final Map<String, Rect> places;
    private final LandmarkPlaces search;
    private final Map<String, Capture> captured = new LinkedHashMap<>();
    private final Map<String, Template> templates = new HashMap<>();
    private final Map<String, String> missed = new TreeMap<>();
    private int count;

    /**
     * @param named every landmark of each workload
     * @param places of landmarks whose place is known, in place of a search
     */
    LandmarkCapturer(
            Collection<Workload> workloads,
            Map<String, Set<String>> named,
            Map<String, Rect> places,
            MatcherBuffers buffers) {
        workloads.forEach(workload -> this.workloads.put(workload.id(), workload));
        this.named.putAll(named);
        this.places = Map.copyOf(places);
        this.search = new LandmarkPlaces(buffers);
    }

    /** LandmarkCapturer what is missing at the end of an operation. */
    void operationEnded(OperationEnd end) {
        Workload workload = workloads.get(end.timing().workload());
        if (workload == null) {
            return;
        }
        try (TemplateMatcher matcher = search.looking(end.after())) {
            for (String landmark : SettleFallback.awaited(end.condition())) {
                if (isMissing(workload, landmark, matcher)) {
                    capture(workload, landmark, end);
                } else {
                    missed.remove(key(workload, landmark));
                }
            }
            if (end.before() == null) {
                // Whatever it waited for before its input may be there at another scale.
                for (String landmark : named.getOrDefault(workload.id(), Set.of())) {
                    if (!captured.containsKey(key(workload, landmark)) && isMissing(workload, landmark, matcher)) {
                        captureScaled(workload, landmark, end);
                    }
                }
            }
        } catch (TemplateException | IOException e) {
            missed.put(workload.id(), String.valueOf(e.getMessage()));
        }
    }

    private boolean isMissing(Workload workload, String landmark, TemplateMatcher matcher) throws TemplateException {
        Template template = templates.get(key(workload, landmark));
        return !matcher.find(template == null ? shipped(workload, landmark) : template)
                .found();
    }

    private static Template shipped(Workload workload, String landmark) throws TemplateException {
        return Template.load(workload.folder().resolve(landmark));
    }

    private void captureScaled(Workload workload, String landmark, OperationEnd end)
            throws TemplateException, IOException {
        Optional<Place> scaled = search.scaled(shipped(workload, landmark), end.after());
        if (scaled.isPresent()) {
            keep(workload, landmark, end, List.of(scaled.get()));
        }
    }

    private void capture(Workload workload, String landmark, OperationEnd end) throws TemplateException, IOException {
        Template shipped = shipped(workload, landmark);
        Rect known = places.get(landmark);
        List<Place> found = known == null
                ? Stream.concat(
                                search.scaled(shipped, end.after()).stream(),
                                search.changed(shipped, end.before(), end.after()).stream())
                        .toList()
                : List.of(given(shipped, end.after(), known));
        keep(workload, landmark, end, found);
    }

    private Place given(Template shipped, Frame frame, Rect place) {
        if (!place.intersection(frame.bounds()).equals(place)) {
            throw new IllegalArgumentException(
                    "--place: " + place + " (expected: on the screen of " + frame.width() + "x" + frame.height() + ")");
        }
        return new Place(place, search.likeness(shipped, frame, place), "given by --place");
    }

    /** Keeps the first that can be recognised. */
    private void keep(Workload workload, String landmark, OperationEnd end, List<Place> found) throws IOException {
        String key = key(workload, landmark);
        List<String> refused = new ArrayList<>();
        for (Place place : found) {
            byte[] png;
            try {
                png = png(Template.inPlaceOf(
                        workload.folder().resolve(landmark), LandmarkPlaces.crop(end.after(), place.part())));
            } catch (TemplateException e) {
                refused.add(place.words() + ": " + e.getMessage());
                continue;
            }
            Optional<Template> template = template(workload, landmark, png);
            String problem = problem(template, place, end);
            if (problem.isEmpty()) {
                Calibration.Picture picture = new Calibration.Picture(
                        workload.id(),
                        landmark,
                        Calibrations.checksum(workload, landmark),
                        Base64.getEncoder().encodeToString(png));
                captured.put(
                        key,
                        new Capture(
                                picture,
                                end.timing().operation(),
                                place,
                                found.stream()
                                        .filter(other -> !other.equals(place))
                                        .toList(),
                                remarks(template.orElseThrow())));
                templates.put(key, template.orElseThrow());
                missed.remove(key);
                count++;
                return;
            }
            refused.add(place.words() + ": " + problem);
        }
        missed.put(
                key,
                landmark + " of " + workload.id() + ", after " + end.timing().operation() + ": "
                        + (refused.isEmpty() ? nothing() : String.join("; ", refused))
                        + " (hint: --place " + landmark + "=X,Y,WIDTHxHEIGHT)");
    }

    private String nothing() {
        String words = "no part of the screen is it at another scale, and none that has changed is like it";
        return search.scalePercent() == 100
                ? words
                : words + "; at " + search.scalePercent()
                        + " % less of a document is on the screen: try a larger desktop with --size";
    }

    /** Why a picture cannot be used; empty if it can. */
    private String problem(Optional<Template> template, Place place, OperationEnd end) {
        if (template.isEmpty()) {
            return "cannot be looked for, it is too small or of one brightness";
        }
        Optional<PictureDetail> bad = Stream.of(
                        PictureDetail.size(template.get()), PictureDetail.content(template.get()))
                .flatMap(Optional::stream)
                .filter(detail -> detail.severity() == Severity.ERROR)
                .findFirst();
        if (bad.isPresent()) {
            return bad.get().rule() + ": " + bad.get().value();
        }
        if (!isIn(end.after(), template.get(), place.part())) {
            return "not found there again, or a part like it is elsewhere on the screen";
        }
        return end.before() != null && isIn(end.before(), template.get(), null)
                ? "also in the picture before the input, so it would not show the answer"
                : "";
    }

    /** @param at null: anywhere */
    private boolean isIn(Frame frame, Template template, @Nullable Rect at) {
        try (TemplateMatcher matcher = search.looking(frame)) {
            Match match = matcher.find(template);
            return match.found() && (at == null || match.place().equals(at));
        }
    }

    private static List<String> remarks(Template template) {
        return Stream.of(PictureDetail.size(template), PictureDetail.content(template))
                .flatMap(Optional::stream)
                .map(detail -> detail.rule() + ": " + detail.value())
                .toList();
    }

    /** As a session looks for it: what a mask of the landmark excludes does not count. */
    private static Optional<Template> template(Workload workload, String landmark, byte[] png) {
        try {
            return Optional.of(Template.of(landmark, png, workload.folder().resolve(landmark)));
        } catch (TemplateException e) {
            return Optional.empty(); // What cannot be looked for is told as that.
        }
    }

    private static byte[] png(BufferedImage image) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static String key(Workload workload, String landmark) {
        return workload.id() + " " + landmark;
    }

    /** How many pictures have been captured, again ones included. */
    int count() {
        return count;
    }

    /** In their order. */
    List<Capture> all() {
        return List.copyOf(captured.values());
    }

    /** What was not found and could not be captured, for people. */
    List<String> missed() {
        return List.copyOf(missed.values());
    }
}
