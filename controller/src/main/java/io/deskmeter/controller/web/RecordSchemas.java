package io.deskmeter.controller.web;

import com.fasterxml.jackson.databind.JavaType;
import io.deskmeter.measure.Interval;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Says of records in the OpenAPI document what their types say: every component is required, and may be null where it is {@link Nullable}. Figures of reports
 * and comparisons may be null too: there, what is infinite or missing has no number.
 */
@Component
final class RecordSchemas implements ModelConverter {
    private static final Set<String> FIGURES = Set.of("io.deskmeter.controller.report", "io.deskmeter.measure");
    private static final String NULL = "null";

    @Override
    public @Nullable Schema<?> resolve(
            AnnotatedType annotated, ModelConverterContext context, Iterator<ModelConverter> chain) {
        if (!chain.hasNext()) {
            return null;
        }
        JavaType type = Json.mapper().constructType(annotated.getType());
        if (type.getRawClass() == Interval.class) {
            return interval();
        }
        Schema<?> resolved = chain.next().resolve(annotated, context, chain);
        if (resolved != null && type.getRawClass().isRecord()) {
            describe(definition(resolved, context), type.getRawClass());
        }
        return resolved;
    }

    /** {@code [low, high]}. */
    private static Schema<?> interval() {
        Schema<?> end = new Schema<>();
        end.setTypes(Set.of("number", NULL));
        Schema<Object> interval = new Schema<>();
        interval.setTypes(Set.of("array"));
        interval.setItems(end);
        interval.setMinItems(2);
        interval.setMaxItems(2);
        return interval;
    }

    private static @Nullable Schema<?> definition(Schema<?> schema, ModelConverterContext context) {
        String reference = schema.get$ref();
        return reference == null
                ? schema
                : context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
    }

    @SuppressWarnings("rawtypes") // As the library has them.
    private static void describe(@Nullable Schema<?> schema, Class<?> type) {
        if (schema == null || schema.getProperties() == null) {
            return;
        }
        boolean figures = FIGURES.contains(type.getPackageName());
        Set<String> optional = Arrays.stream(type.getRecordComponents())
                .filter(component -> mayBeNull(component, figures))
                .map(RecordComponent::getName)
                .collect(Collectors.toSet());
        Map<String, Schema> properties = schema.getProperties();
        properties.forEach((name, property) -> {
            if (optional.contains(name)) {
                allowNull(property);
            }
        });
        schema.setRequired(properties.entrySet().stream()
                .filter(property -> !optional.contains(property.getKey())
                        || property.getValue().get$ref() == null)
                .map(Map.Entry::getKey)
                .toList());
    }

    private static boolean mayBeNull(RecordComponent component, boolean figures) {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class)
                || (figures && component.getType() == double.class);
    }

    /** A reference cannot be null itself; it is left out of what is required instead. */
    private static void allowNull(Schema<?> property) {
        if (property.get$ref() == null && property.getTypes() != null) {
            Set<String> types = new HashSet<>(property.getTypes());
            types.add(NULL);
            property.setTypes(types);
        }
    }
}
