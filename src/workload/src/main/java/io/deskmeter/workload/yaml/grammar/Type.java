package io.deskmeter.workload.yaml.grammar;

import io.deskmeter.workload.yaml.document.Value;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What may stand behind a key: how it is read and written, and how editors and people are told. */
public interface Type<T> {
    /** What the value says; a problem is noted and a placeholder returned where it is none of these. */
    T read(Value value);

    /** The canonical form. */
    Object write(T value);

    /** The JSON Schema. */
    Map<String, Object> schema(Definitions definitions);

    /** A few words for the reference, in Markdown: {@code 1 to 1000}. */
    String words();

    /** A type of four parts. */
    static <T> Type<T> of(
            String words,
            Function<Definitions, Map<String, Object>> schema,
            Function<Value, T> read,
            Function<T, Object> write) {
        return new Type<>() {
            @Override
            public T read(Value value) {
                return read.apply(value);
            }

            @Override
            public Object write(T value) {
                return write.apply(value);
            }

            @Override
            public Map<String, Object> schema(Definitions definitions) {
                return schema.apply(definitions);
            }

            @Override
            public String words() {
                return words;
            }
        };
    }

    /** The same, read by somebody who knows more: what stands beside it, or what there is. */
    default Type<T> readBy(Function<Value, T> read) {
        return of(words(), this::schema, read, this::write);
    }

    /** The same under other words. */
    default Type<T> called(String words) {
        return of(words, this::schema, this::read, this::write);
    }

    /** The same with a schema that stands once in a document, under this name. */
    default Type<T> named(String name) {
        return of(
                words(),
                definitions -> definitions.reference(name, () -> schema(definitions)),
                this::read,
                this::write);
    }

    /** The same as another class. */
    default <U> Type<U> as(Function<T, U> to, Function<U, T> back) {
        return of(words(), this::schema, value -> to.apply(read(value)), value -> write(back.apply(value)));
    }

    /** The same, of a key that may be absent. */
    default Type<Optional<T>> optional() {
        return as(Optional::of, Optional::orElseThrow);
    }
}
