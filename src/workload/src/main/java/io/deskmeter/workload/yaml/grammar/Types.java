package io.deskmeter.workload.yaml.grammar;

import static io.deskmeter.workload.yaml.grammar.Definitions.anyOf;
import static io.deskmeter.workload.yaml.grammar.Definitions.schema;

import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The types of the grammar's values. */
public final class Types {
    /** The form of a duration in a schema. */
    public static final String DURATION = "[0-9]{1,9}(?:ms|s|m)";

    /** Not 0, whatever the unit. */
    private static final String ABOVE_ZERO = "(?!0+[a-z])";

    /** Text of at least one character. */
    public static final Type<String> TEXT =
            Type.of("text", d -> schema("type", "string", "minLength", 1), Value::text, text -> text);

    public static final Type<String> NAME =
            text(Keywords.NAME, Keywords.NAME_FORM).called("a name");

    public static final Type<String> ID = text(Keywords.ID, Keywords.ID_FORM).called("the id of a workload");

    public static final Type<String> TITLE =
            text(Keywords.TITLE, Keywords.TITLE_FORM).called("a line of text");

    /** A share from 0 to 1. */
    public static final Type<Double> PERCENT =
            quantity("percent", Quantities.PERCENT.pattern(), Value::percent, Quantities::formatPercent);

    /** A number, whole or not. */
    public static final Type<Double> NUMBER = Type.of(
            "a number",
            d -> schema("type", "number", "minimum", -(long) Value.MOST_NUMBER, "maximum", (long) Value.MOST_NUMBER),
            value -> value.number().orElse(0.0),
            number -> number);

    private Types() {}

    /** A duration in a range; 0 where that begins with it. */
    public static Type<Duration> duration(Duration min, Duration max) {
        String words = "a duration, " + (min.isZero() ? "0" : Quantities.format(min)) + " to " + Quantities.format(max);
        return Type.of(
                words,
                d -> min.isZero() ? anyOf(schema("const", 0), pattern(DURATION)) : pattern(ABOVE_ZERO + DURATION),
                value -> value.duration(min, max),
                Quantities::format);
    }

    /** A whole number in a range. */
    public static Type<Integer> integer(int min, int max) {
        return integer((long) min, max).as(Math::toIntExact, Integer::longValue);
    }

    /** A whole number in a range. */
    public static Type<Long> integer(long min, long max) {
        return Type.of(
                min + " to " + max,
                d -> schema("type", "integer", "minimum", min, "maximum", max),
                value -> value.integer(min, max),
                number -> number);
    }

    /** A number of pixels. */
    public static Type<Integer> pixels(int min) {
        String form = min < 0 ? "-?[0-9]{1,8}px" : "(?!0+px)[0-9]{1,8}px";
        return Type.of(
                "pixels",
                d -> anyOf(schema("type", "integer", "minimum", min, "maximum", Value.MOST_PIXELS), pattern(form)),
                value -> value.pixels(min),
                pixels -> pixels);
    }

    /**
     * One of a few words.
     *
     * @param words in the order in which people are told
     * @param placeholder for any other word
     */
    public static <E> Type<E> choice(Map<String, E> words, E placeholder) {
        return Type.of(
                oneOf(List.copyOf(words.keySet())),
                d -> schema("enum", List.copyOf(words.keySet())),
                value -> value.choice(words, placeholder),
                chosen -> words.entrySet().stream()
                        .filter(word -> word.getValue().equals(chosen))
                        .findFirst()
                        .orElseThrow()
                        .getKey());
    }

    /** A constant of an enum by its name in small letters. */
    public static <E extends Enum<E>> Type<E> choice(Class<E> type, E placeholder) {
        return choice(Keywords.of(type), placeholder);
    }

    /** One of a few things, each by its word. */
    public static <E> Type<E> choice(List<E> things, Function<E, String> word, E placeholder) {
        Map<String, E> words = new LinkedHashMap<>();
        things.forEach(thing -> words.put(word.apply(thing), thing));
        return choice(words, placeholder);
    }

    /**
     * Text of a form.
     *
     * @param form in a notation that Java and JSON Schema share, alternatives in parentheses
     * @param expected for messages
     */
    public static Type<String> text(Pattern form, String expected) {
        return quantity(expected, form.pattern(), value -> value.text(form, expected), text -> text);
    }

    /** What is written as one scalar of a form. */
    public static <T> Type<T> quantity(String words, String form, Function<Value, T> read, Function<T, Object> write) {
        return Type.of(words, d -> pattern(form), read, write);
    }

    /** A list of at least one. */
    public static <T> Type<List<T>> list(String what, Type<T> item) {
        return Type.of(
                "a list, each " + item.words(),
                d -> schema("type", "array", "items", item.schema(d), "minItems", 1),
                value -> value.items(what).stream().map(item::read).toList(),
                list -> list.stream().map(item::write).toList());
    }

    /** One, or a list of at least one; written as a list. */
    public static <T> Type<List<T>> oneOrMore(String what, Type<T> item) {
        Type<List<T>> list = list(what, item);
        return Type.of(
                item.words() + ", or a list of them",
                d -> anyOf(item.schema(d), list.schema(d)),
                value -> value.isList() ? list.read(value) : List.of(item.read(value)),
                list::write);
    }

    /** A number that may be absent, as records hold it. */
    public static OptionalInt optionalInt(Optional<Integer> number) {
        return number.map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    /** The same the other way round. */
    public static Optional<Integer> optional(OptionalInt number) {
        return number.stream().boxed().findFirst();
    }

    /** The schema of text of a form. */
    public static Map<String, Object> pattern(String form) {
        return schema("type", "string", "pattern", "^" + form + "$");
    }

    /** {@code `a`, `b` or `c`}. */
    private static String oneOf(List<String> words) {
        String all = words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
        int last = all.lastIndexOf(", ");
        return last < 0 ? all : all.substring(0, last) + " or" + all.substring(last + 1);
    }
}
