package io.deskmeter.workload.yaml.grammar;

import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Value;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A key of a map, declared once.
 *
 * @param <R> what the map is read to
 * @param <T> what the value is read to
 * @param absence what a document is that lacks it
 * @param without what holds then; for a required key, a placeholder for reading on
 * @param written its value in the canonical form, empty if that has none
 * @param help a sentence of Markdown, without its full stop and with a small first letter
 * @param otherwise what holds without it, in a few words of Markdown; nothing for a kind
 */
public record Key<R, T>(
        String name,
        Type<T> type,
        Absence absence,
        Supplier<T> without,
        Function<R, Optional<T>> written,
        String help,
        String otherwise) {
    /** What a document is that lacks a key. */
    public enum Absence {
        WRONG,
        BY_DEFAULT,
        SILENT
    }

    /** A key that must be there. */
    public static <R, T> Key<R, T> required(String name, Type<T> type, T placeholder, Function<R, T> get) {
        return new Key<>(name, type, Absence.WRONG, () -> placeholder, get.andThen(Optional::of), "", "required");
    }

    /** A key that has a default, which the canonical form writes out. */
    public static <R, T> Key<R, T> byDefault(String name, Type<T> type, T otherwise, Function<R, T> get) {
        String words = "`" + type.write(otherwise) + "`";
        return new Key<>(name, type, Absence.BY_DEFAULT, () -> otherwise, get.andThen(Optional::of), "", words);
    }

    /** A key that may be absent, in the canonical form, too. */
    public static <R, T> Key<R, Optional<T>> optional(String name, Type<T> type, Function<R, Optional<T>> get) {
        Function<R, Optional<Optional<T>>> written =
                of -> Optional.of(get.apply(of)).filter(Optional::isPresent);
        return new Key<>(name, type.optional(), Absence.SILENT, Optional::empty, written, "", "none");
    }

    /** A key that may be absent, which says the same as a value, an empty list for one; that is not written. */
    public static <R, T> Key<R, T> optional(String name, Type<T> type, T nothing, Function<R, T> get) {
        Function<R, Optional<T>> written = of -> Optional.of(get.apply(of)).filter(value -> !value.equals(nothing));
        return new Key<>(name, type, Absence.SILENT, () -> nothing, written, "", "none");
    }

    /** A key that may be absent, but never in the canonical form; a map, for one, whose keys all have defaults. */
    public static <R, T> Key<R, Optional<T>> always(String name, Type<T> type, Function<R, T> get) {
        return Key.<R, T>optional(name, type, get.andThen(Optional::of)).otherwise("the defaults of its keys");
    }

    /** A required key of a map that is never written. */
    public static <R, T> Key<R, T> required(String name, Type<T> type, T placeholder) {
        return Key.<R, T>required(name, type, placeholder, of -> placeholder).neverWritten();
    }

    /** A key with a default, of a map that is never written. */
    public static <R, T> Key<R, T> byDefault(String name, Type<T> type, T otherwise) {
        return Key.<R, T>byDefault(name, type, otherwise, of -> otherwise).neverWritten();
    }

    /** A key that may be absent, of a map that is never written. */
    public static <R, T> Key<R, Optional<T>> optional(String name, Type<T> type) {
        return optional(name, type, of -> Optional.empty());
    }

    /** One of several kinds, with what makes it that kind; read only where it is there. */
    public static <R, T> Key<R, T> kind(String name, Type<T> type, Function<R, Optional<T>> get) {
        Supplier<T> nothing = () -> {
            throw new IllegalStateException("key: " + name + " (expected: asked for where it is there)");
        };
        return new Key<>(name, type, Absence.SILENT, nothing, get, "", "");
    }

    /** One of several kinds, of a class of its own. */
    public static <R, T extends R> Key<R, T> kind(String name, Type<T> type, Class<T> of) {
        return kind(name, type, value -> of.isInstance(value) ? Optional.of(of.cast(value)) : Optional.empty());
    }

    /** The same with a sentence for people. */
    public Key<R, T> help(String sentence) {
        return new Key<>(name, type, absence, without, written, sentence, otherwise);
    }

    /** The same with other words for what holds without it. */
    public Key<R, T> otherwise(String words) {
        return new Key<>(name, type, absence, without, written, help, words);
    }

    /** The same, which the canonical form has for some only. */
    public Key<R, T> writtenWhere(Predicate<R> some) {
        return written(of -> some.test(of) ? written.apply(of) : Optional.empty());
    }

    /** The same, whose default is left out of the canonical form. */
    public Key<R, T> writtenIfOther() {
        return written(of -> written.apply(of).filter(value -> !value.equals(without.get())));
    }

    private Key<R, T> neverWritten() {
        return written(of -> Optional.empty());
    }

    private Key<R, T> written(Function<R, Optional<T>> other) {
        return new Key<>(name, type, absence, without, other, help, otherwise);
    }

    /** Its value in a document, or what holds without it. */
    public T in(Fields fields) {
        return in(fields, type::read);
    }

    /** The same, read by somebody who knows more. */
    public T in(Fields fields, Function<Value, T> read) {
        return fields.value(name).map(read).orElseGet(() -> {
            if (isRequired()) {
                fields.missing(name);
            }
            return without.get();
        });
    }

    boolean isRequired() {
        return absence == Absence.WRONG;
    }

    void write(R of, Map<String, Object> to) {
        written.apply(of).ifPresent(value -> to.put(name, type.write(value)));
    }

    Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", plain(help));
        schema.putAll(type.schema(definitions));
        if (absence == Absence.BY_DEFAULT) {
            schema.put("default", type.write(without.get()));
        }
        return schema;
    }

    /** A sentence without the links and marks of Markdown, with a capital letter and a full stop. */
    private static String plain(String markdown) {
        String text = markdown.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replaceAll("[`*]", "");
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }
}
