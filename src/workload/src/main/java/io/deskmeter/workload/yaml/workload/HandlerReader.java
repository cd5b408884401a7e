package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.LandmarkOptions;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Step.Place;
import io.deskmeter.workload.targets.Agentless.Picture;
import io.deskmeter.workload.targets.TargetHandlers;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.picture.NamedPictures;
import io.deskmeter.workload.yaml.picture.PictureText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads what is done about windows that may come at any time, in a workload and in a target; writes that of a target. */
public final class HandlerReader {
    public static final String HANDLERS = "handlers";

    private static final Set<String> KEYS = Set.of("when", "do", "atMost");
    private static final int MOST_TIMES = 100;

    /** Of the pictures of one target, together with a calibration: a run profile stays below the size of a document. */
    private static final int MOST_PICTURES_BYTES = 128 << 10;

    private static final Condition.Appears NOTHING = new Condition.Appears("");

    private final ConditionReader conditions;
    private final StepReader steps;

    HandlerReader(ConditionReader conditions, StepReader steps) {
        this.conditions = conditions;
        this.steps = steps;
    }

    /** Those of a workload, whose pictures are its landmarks. */
    List<Handler> read(Value value) {
        List<Handler> handlers = new ArrayList<>();
        Map<Condition.Appears, Integer> lines = new HashMap<>();
        for (Value item : value.items(HANDLERS)) {
            Handler handler = handler(item.fields("a handler", KEYS));
            Integer first = lines.putIfAbsent(handler.when(), item.line());
            if (first != null && !handler.landmark().isEmpty()) {
                item.problem("a second handler of " + handler.landmark()
                        + " (expected: one of each; the first is in line " + first + ")");
            }
            handlers.add(handler);
        }
        return handlers;
    }

    private Handler handler(Fields fields) {
        return new Handler(
                fields.required("when", conditions::appears, NOTHING),
                fields.required("do", steps::input, List.of()),
                fields.optional("atMost", of -> of.integer(1, MOST_TIMES), Handler.USUALLY_AT_MOST));
    }

    /** Those of a target, which brings the pictures with it. */
    public static TargetHandlers ofTarget(Value value) {
        NamedPictures pictures = new NamedPictures();
        ConditionReader conditions = new ConditionReader(pictures);
        List<Handler> handlers = new HandlerReader(conditions, new StepReader(pictures, conditions)).read(value);
        int bytes = pictures.pictures().stream()
                .mapToInt(picture -> picture.png().length() / 4 * 3)
                .sum();
        if (bytes > MOST_PICTURES_BYTES) {
            value.problem(bytes / 1024 + " KiB of pictures (expected: at most " + MOST_PICTURES_BYTES / 1024
                    + " KiB together; hint: cut out the title of each window)");
        }
        return new TargetHandlers(handlers, pictures.pictures());
    }

    /** The canonical form. */
    public static List<Map<String, Object>> write(TargetHandlers handlers) {
        Map<String, String> pictures = new HashMap<>();
        for (Picture picture : handlers.pictures()) {
            pictures.put(picture.landmark(), PictureText.write(picture.name(), picture.png()));
        }
        return handlers.handlers().stream()
                .map(handler -> write(handler, pictures))
                .toList();
    }

    private static Map<String, Object> write(Handler handler, Map<String, String> pictures) {
        Map<String, Object> map = new LinkedHashMap<>();
        Map<String, Object> when = new LinkedHashMap<>();
        when.put("appears", pictures.getOrDefault(handler.landmark(), ""));
        options(handler.when().options(), when);
        map.put("when", when);
        map.put(
                "do",
                handler.steps().stream().map(step -> write(step, pictures)).toList());
        map.put("atMost", handler.atMost());
        return map;
    }

    private static void options(LandmarkOptions options, Map<String, Object> to) {
        if (options.in() instanceof Region.Band band) {
            Map<String, Object> region = new LinkedHashMap<>();
            region.put("edge", band.edge().name().toLowerCase(Locale.ROOT));
            region.put("size", band.size());
            to.put("in", region);
        }
        options.similarity().ifPresent(least -> to.put("similarity", least));
        if (options.tolerateCaret()) {
            to.put("tolerate", "caret");
        }
    }

    private static Map<String, Object> write(Step step, Map<String, String> pictures) {
        if (step instanceof Step.Type type) {
            return Map.of("type", type(type));
        }
        if (step instanceof Step.Keys keys) {
            return Map.of("keys", keys.chords());
        }
        if (step instanceof Step.Click click) {
            String kind = click.button() == 1 ? click.count() == 1 ? "click" : "doubleClick" : "rightClick";
            return Map.of(kind, place(click.place(), pictures));
        }
        if (step instanceof Step.Scroll scroll) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("at", place(scroll.place(), pictures));
            map.put("notches", scroll.notches());
            return Map.of("scroll", map);
        }
        if (step instanceof Step.Wait pause) {
            return Map.of("wait", Quantities.format(pause.duration()));
        }
        throw new IllegalArgumentException("handler: " + step + " (expected: a step that only sends input)");
    }

    private static Object type(Step.Type type) {
        if (type.pace().isEmpty()) {
            return type.text();
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("text", type.text());
        map.put("pace", Quantities.format(type.pace().get()));
        return map;
    }

    private static Object place(Place place, Map<String, String> pictures) {
        if (place instanceof Place.At at) {
            return List.of(at.x(), at.y());
        }
        Place.On on = (Place.On) place;
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("on", pictures.getOrDefault(on.landmark(), ""));
        map.put("offset", List.of(on.dx(), on.dy()));
        return map;
    }
}
