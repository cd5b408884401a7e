package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.ScreenRect;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.ExactlyOne;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.KeyRule;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.OnlyWith;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of regions of the screen, and of conditions that look at one. Its keys stand in maps of several kinds, so
 * they are keys of any object.
 */
final class RegionGrammar {
    private static final Region WHOLE = new Region.Whole();

    private static final Key<Object, Integer> ABOVE = side("above");
    private static final Key<Object, Integer> BELOW = side("below");
    private static final Key<Object, Integer> LEFT = side("left");
    private static final Key<Object, Integer> RIGHT = side("right");
    private static final Key<Object, Region.Edge> EDGE = Key.<Object, Region.Edge>kind(
                    "edge",
                    Types.choice(Region.Edge.class, Region.Edge.TOP),
                    of -> of instanceof Region.Band band ? Optional.of(band.edge()) : Optional.empty())
            .help("a band of `size` along that edge");
    private static final Key<Object, Integer> SIZE = Key.<Object, Integer>kind(
                    "size",
                    Types.pixels(1),
                    of -> of instanceof Region.Band band ? Optional.of(band.size()) : Optional.empty())
            .help("of the band at the `edge`");
    private static final Key<Object, Region> SCREEN = Key.<Object, Region>kind(
                    "screen", Types.choice(Map.of("whole", WHOLE), WHOLE), of -> Optional.empty())
            .help("all of it");

    /**
     * The default number of pixels that must differ: more than a blinking text caret (2 × 24 pixels), less than a typed
     * word.
     */
    private static final int DEFAULT_AT_LEAST = 64;

    private static final Key<Object, Integer> AT_LEAST = Key.<Object, Integer>byDefault(
                    "atLeast", Types.pixels(1).readBy(RegionGrammar::pixelsOfADesktop), DEFAULT_AT_LEAST)
            .help(
                    "how many pixels must differ to count as a change; the default is more than a blinking caret, and less than a typed word");
    private static final Key<Object, Duration> QUIET = Key.<Object, Duration>byDefault(
                    "quiet", GrammarLimits.QUIET, Duration.ofMillis(500))
            .help("with `settles`, for how long nothing changes");
    private static final Key<Object, Optional<List<ScreenRect>>> EXCEPT = Key.<Object, List<ScreenRect>>optional(
                    "except", ScreenRects.RECTS.readBy(ScreenRects::onAnyDesktop))
            .help(
                    "with `settles`, parts of the screen that do not count, such as a clock or an animation: width, height, x and y in pixels");

    private static final KeyRule SIZE_OF_EDGE = OnlyWith.of(EDGE, SIZE);
    private static final KeyRule EDGE_WITH_SIZE = KeyRule.byReader(OnlyWith.of(SIZE, EDGE)::addTo);

    private final Key<Object, String> around;
    private final ExactlyOne<Object, Object> kinds;

    /** Any region. */
    final MapType<Region> region;

    /** One that has a place while nothing is awaited; the reader says why others have none. */
    final Type<Region> fixed;

    final MapType<Condition> changes;
    final MapType<Condition> settles;

    RegionGrammar(Type<String> landmarks) {
        around = Key.<Object, String>kind("around", landmarks, of -> Optional.empty())
                .help("the place where the landmark was last found, extended by `above`, `below`, `left` and `right`");
        kinds = ExactlyOne.of("", around, EDGE, SCREEN);
        List<Key<Object, ?>> keys = List.of(around, ABOVE, BELOW, LEFT, RIGHT, EDGE, SIZE, SCREEN);
        KeyRule[] rules = {OnlyWith.of(around, ABOVE, BELOW, LEFT, RIGHT), SIZE_OF_EDGE, EDGE_WITH_SIZE, kinds};
        region = MapType.<Region>of("a region", this::region, keys).with(rules);
        fixed = MapType.<Region>of("a region", this::region, EDGE, SIZE, SCREEN)
                .with(SIZE_OF_EDGE, EDGE_WITH_SIZE, ExactlyOne.of("", EDGE, SCREEN))
                .readBy(region::read);
        changes = MapType.<Condition>of("a region", this::changes, and(keys, AT_LEAST))
                .with(rules);
        settles = MapType.<Condition>of("a region", this::settles, and(keys, AT_LEAST, QUIET, EXCEPT))
                .with(rules);
    }

    private static Key<Object, Integer> side(String name) {
        return Key.<Object, Integer>byDefault(name, Types.pixels(-Value.MOST_PIXELS), 0)
                .help(
                        "how far the region goes beyond that side of the landmark; a number below 0 moves the side inwards");
    }

    @SafeVarargs
    static List<Key<Object, ?>> and(List<Key<Object, ?>> keys, Key<Object, ?>... more) {
        List<Key<Object, ?>> all = new ArrayList<>(keys);
        for (Key<Object, ?> key : more) {
            all.add(key);
        }
        return all;
    }

    private Region region(Fields fields) {
        return kinds.in(fields)
                .map(kind -> switch (kind.name()) {
                    case "around" ->
                        new Region.Around(
                                around.in(fields),
                                ABOVE.in(fields),
                                BELOW.in(fields),
                                LEFT.in(fields),
                                RIGHT.in(fields));
                    case "edge" -> new Region.Band(EDGE.in(fields), fields.required(SIZE.name(), SIZE.type()::read, 1));
                    default -> SCREEN.in(fields);
                })
                .orElse(WHOLE);
    }

    private Condition changes(Fields fields) {
        return new Condition.Changes(region(fields), AT_LEAST.in(fields));
    }

    private Condition settles(Fields fields) {
        Duration quiet = QUIET.in(fields);
        return new Condition.Settles(
                region(fields), AT_LEAST.in(fields), quiet, EXCEPT.in(fields).orElse(List.of()));
    }

    private static int pixelsOfADesktop(Value value) {
        int pixels = value.pixels(1);
        long most = ScreenRect.LARGEST_DESKTOP.pixelsBeside(List.of());
        if (pixels > most) {
            value.expected("at most " + most + "px, what the largest desktop has");
        }
        return pixels;
    }
}
