package io.deskmeter.workload.yaml.grammar;

import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A key of a map, declared once.
 *
 * @param <R> what the map is read to
 * @param <T> what the value is read to
 */
public final class Key<R, T> {
    /** What a key is where the document lacks it. */
    private enum Absence {
        REFUSED,
        DEFAULT,
        NOTHING
    }

    private final String name;
    private final Type<T> type;
    private final Absence absence;
    private final T otherwise;
    private final Function<R, Optional<T>> written;
    private final String help;
    private final String otherwiseInWords;

    private Key(
            String name,
            Type<T> type,
            Absence absence,
            T otherwise,
            Function<R, Optional<T>> written,
            String help,
            String otherwiseInWords) {
        this.name = name;
        this.type = type;
        this.absence = absence;
        this.otherwise = otherwise;
        this.written = written;
        this.help = help;
        this.otherwiseInWords = otherwiseInWords;
    }

    /**
     * A key that must be there.
     *
     * @param placeholder for reading on where it is missing
     * @param help a sentence of Markdown, without its full stop and with a small first letter
     */
    public static <R, T> Key<R, T> required(String name, Type<T> type, T placeholder, Function<R, T> get, String help) {
        return new Key<>(name, type, Absence.REFUSED, placeholder, get.andThen(Optional::of), help, "required");
    }

    /** A key that has a default, which the canonical form writes out. */
    public static <R, T> Key<R, T> byDefault(String name, Type<T> type, T otherwise, Function<R, T> get, String help) {
        return new Key<>(
                name,
                type,
                Absence.DEFAULT,
                otherwise,
                get.andThen(Optional::of),
                help,
                "`" + type.write(otherwise) + "`");
    }

    /** A key that may be absent, and is in the canonical form then, too. */
    public static <R, T> Key<R, Optional<T>> optional(
            String name, Type<T> type, Function<R, Optional<T>> get, String help) {
        return new Key<>(
                name,
                type.optional(),
                Absence.NOTHING,
                Optional.empty(),
                of -> Optional.of(get.apply(of)).filter(Optional::isPresent),
                help,
                "none");
    }

    /** A required key of a map that is never written. */
    public static <R, T> Key<R, T> required(String name, Type<T> type, T placeholder, String help) {
        return new Key<>(name, type, Absence.REFUSED, placeholder, of -> Optional.empty(), help, "required");
    }

    /** A key with a default, of a map that is never written. */
    public static <R, T> Key<R, T> byDefault(String name, Type<T> type, T otherwise, String help) {
        return Key.<R, T>byDefault(name, type, otherwise, of -> otherwise, help).writtenWhere(of -> false);
    }

    /** A key that may be absent, of a map that is never written. */
    public static <R, T> Key<R, Optional<T>> optional(String name, Type<T> type, String help) {
        return optional(name, type, of -> Optional.empty(), help);
    }

    /** One of several kinds, with what makes it that kind. */
    public static <R, T> Key<R, T> kind(
            String name, Type<T> type, T placeholder, Function<R, Optional<T>> get, String help) {
        return new Key<>(name, type, Absence.NOTHING, placeholder, get, help, "");
    }

    /** One of several kinds, of a class of its own. */
    public static <R, T extends R> Key<R, T> kind(String name, Type<T> type, T placeholder, Class<T> of, String help) {
        return kind(
                name,
                type,
                placeholder,
                value -> Optional.of(value).filter(of::isInstance).map(of::cast),
                help);
    }

    /** The same, whose default is left out of the canonical form. */
    public Key<R, T> writtenIfOther() {
        return written(of -> written.apply(of).filter(value -> !value.equals(otherwise)));
    }

    /** The same, which the canonical form has for some only. */
    public Key<R, T> writtenWhere(Predicate<R> some) {
        return written(of -> some.test(of) ? written.apply(of) : Optional.empty());
    }

    private Key<R, T> written(Function<R, Optional<T>> other) {
        return new Key<>(name, type, absence, otherwise, other, help, otherwiseInWords);
    }

    /** The same with other words for what holds where it is absent. */
    public Key<R, T> otherwise(String words) {
        return new Key<>(name, type, absence, otherwise, written, help, words);
    }

    public String name() {
        return name;
    }

    public Type<T> type() {
        return type;
    }

    /** A sentence of Markdown. */
    public String help() {
        return help;
    }

    /** What holds where it is absent, in Markdown; nothing for a kind. */
    public String otherwiseInWords() {
        return otherwiseInWords;
    }

    /** Its value in a document, or what holds without it. */
    public T in(Fields fields) {
        return in(fields, type::read);
    }

    /** The same, read by somebody who knows more. */
    public T in(Fields fields, Function<Value, T> read) {
        return isRequired() ? fields.required(name, read, otherwise) : fields.optional(name, read, otherwise);
    }

    boolean isRequired() {
        return absence == Absence.REFUSED;
    }

    void write(R of, Map<String, Object> to) {
        written.apply(of).ifPresent(value -> to.put(name, type.write(value)));
    }

    Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (!help.isEmpty()) {
            schema.put("description", Markdown.plain(help));
        }
        schema.putAll(type.schema(definitions));
        if (absence == Absence.DEFAULT) {
            schema.put("default", type.write(otherwise));
        }
        return schema;
    }
}
