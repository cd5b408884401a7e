package io.deskmeter.workload.yaml.workload;

import static io.deskmeter.workload.yaml.grammar.Definitions.anyOf;
import static io.deskmeter.workload.yaml.grammar.Definitions.schema;

import io.deskmeter.workload.step.Step.Place;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.util.List;

/** Places on the screen. */
final class PlaceGrammar {
    static final Place NOWHERE = new Place.At(0, 0);

    /** {@code [x, y]}. */
    private static final Type<List<Integer>> AT = pair(0);

    private static final Type<List<Integer>> OFFSET = pair(-GrammarLimits.COORDINATE);

    private PlaceGrammar() {}

    /** Two numbers, a landmark, or a map. */
    static Type<Place> type(Type<String> landmarks) {
        Key<Place.On, String> on =
                Key.required("on", landmarks, "", Place.On::landmark).help("a landmark, of which the centre counts");
        Key<Place.On, List<Integer>> offset = Key.<Place.On, List<Integer>>byDefault(
                        "offset", OFFSET, List.of(0, 0), of -> List.of(of.dx(), of.dy()))
                .help("pixels to the right, and down");
        MapType<Place.On> beside = MapType.of(
                "a place",
                fields -> {
                    String landmark = on.in(fields);
                    List<Integer> moved = offset.in(fields);
                    return new Place.On(landmark, moved.get(0), moved.get(1));
                },
                on,
                offset);
        Type<Place> at = AT.as(
                pair -> new Place.At(pair.get(0), pair.get(1)),
                place -> List.of(((Place.At) place).x(), ((Place.At) place).y()));
        return Type.of(
                "a [place](#steps)",
                d -> anyOf(at.schema(d), landmarks.schema(d), beside.schema(d)),
                value -> value.isList()
                        ? at.read(value)
                        : value.isMap() ? beside.read(value) : new Place.On(landmarks.read(value), 0, 0),
                place -> place instanceof Place.On written ? beside.write(written) : at.write(place));
    }

    private static Type<List<Integer>> pair(int min) {
        Type<Integer> number = Types.integer(min, GrammarLimits.COORDINATE);
        return Type.of(
                "`[x, y]`",
                d -> schema("type", "array", "items", number.schema(d), "minItems", 2, "maxItems", 2),
                value -> {
                    List<Value> items = value.items("two numbers, [x, y]");
                    if (items.size() != 2) {
                        if (!items.isEmpty()) {
                            value.problem(items.size() + " numbers (expected: two, [x, y])");
                        }
                        return List.of(0, 0);
                    }
                    return items.stream().map(number::read).toList();
                },
                pair -> pair);
    }
}
