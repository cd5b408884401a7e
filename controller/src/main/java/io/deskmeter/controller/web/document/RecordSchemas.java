package io.deskmeter.controller.web.document;

import com.fasterxml.jackson.databind.JavaType;
import io.deskmeter.measure.statistics.Interval;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * Says of records in the OpenAPI document what their types say: every component is required, except those that a
 * request may leave out, and may be null where it is {@link Nullable}. Figures of reports and comparisons may be null
 * too: there, what is infinite or missing has no number.
 */
@Component
final class RecordSchemas implements ModelConverter {
    /** Packages of figures, with those below them. */
    private static final List<String> FIGURES =
            List.of("io.deskmeter.controller.point", "io.deskmeter.controller.report", "io.deskmeter.measure");
    /** Figures that are never null. */
    private static final Set<String> FINITE = Set.of("Difference.quantile", "Check.bound", "SetupDifference.effect");

    /** What a request may leave out; answers have it, be it null. */
    private static final Set<String> OPTIONAL =
            Set.of("RetentionRules.days", "RetentionRules.runs", "RetentionRules.megabytes");

    private static final String NULL = "null";

    @Override
    public @Nullable Schema<?> resolve(
            io.swagger.v3.core.converter.AnnotatedType annotated,
            ModelConverterContext context,
            Iterator<ModelConverter> chain) {
        if (!chain.hasNext()) {
            return null;
        }
        JavaType type = Json.mapper().constructType(annotated.getType());
        if (type.getRawClass() == Interval.class) {
            return interval();
        }
        if (type.getRawClass() == StreamingResponseBody.class) {
            return typed("string");
        }
        Schema<?> resolved = chain.next().resolve(annotated, context, chain);
        if (resolved != null && type.getRawClass().isRecord()) {
            describe(definition(resolved, context), type.getRawClass());
        }
        return resolved;
    }

    /** {@code [low, high]}. */
    private static Schema<?> interval() {
        Schema<Object> interval = typed("array");
        interval.setItems(typed("number", NULL));
        interval.setMinItems(2);
        interval.setMaxItems(2);
        return interval;
    }

    private static Schema<Object> typed(String... types) {
        Schema<Object> schema = new Schema<>();
        schema.setTypes(Set.of(types));
        return schema;
    }

    private static @Nullable Schema<?> definition(Schema<?> schema, ModelConverterContext context) {
        String reference = schema.get$ref();
        return reference == null
                ? schema
                : context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
    }

    private static void describe(@Nullable Schema<?> schema, Class<?> type) {
        if (schema == null || schema.getProperties() == null) {
            return;
        }
        boolean figures = FIGURES.stream().anyMatch(name -> (type.getPackageName() + ".").startsWith(name + "."));
        for (RecordComponent component : type.getRecordComponents()) {
            schema.getProperties()
                    .computeIfPresent(component.getName(), (name, property) -> property(property, component, figures));
        }
        List<String> required = schema.getProperties().keySet().stream()
                .filter(name -> !OPTIONAL.contains(type.getSimpleName() + '.' + name))
                .toList();
        schema.setRequired(required.isEmpty() ? null : required);
    }

    private static Schema<?> property(Schema<?> property, RecordComponent component, boolean figures) {
        AnnotatedType type = component.getAnnotatedType();
        if (property.getItems() != null
                && type instanceof AnnotatedParameterizedType list
                && isNullable(list.getAnnotatedActualTypeArguments()[0], figures)) {
            property.setItems(orNull(property.getItems()));
        }
        boolean figure = figures && component.getType() == double.class && !FINITE.contains(name(component));
        return figure || type.isAnnotationPresent(Nullable.class) ? orNull(property) : property;
    }

    /** Where figures are written, those that are not finite are null in lists, too. */
    private static boolean isNullable(AnnotatedType item, boolean figures) {
        return item.isAnnotationPresent(Nullable.class) || (figures && item.getType() == Double.class);
    }

    private static String name(RecordComponent component) {
        return component.getDeclaringRecord().getSimpleName() + '.' + component.getName();
    }

    /** A reference cannot be nullable itself. */
    private static Schema<?> orNull(Schema<?> schema) {
        if (schema.get$ref() == null) {
            if (schema.getTypes() != null) {
                Set<String> types = new HashSet<>(schema.getTypes());
                types.add(NULL);
                schema.setTypes(types);
            }
            return schema;
        }
        Schema<Object> either = new Schema<>();
        either.setDescription(schema.getDescription());
        either.setAnyOf(List.of(new Schema<>().$ref(schema.get$ref()), typed(NULL)));
        return either;
    }
}
