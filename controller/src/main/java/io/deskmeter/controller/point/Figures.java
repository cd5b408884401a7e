package io.deskmeter.controller.point;

import io.deskmeter.measure.statistics.Interval;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Figures in JSON: rounded to three decimals, those below 10 to six, {@code null} for what is not a finite number, an
 * interval as {@code [low, high]}. Reports are written so as a whole; in other documents only load points are.
 */
public final class Figures {
    private static final double SMALL = 10;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            // Counts that a document of an earlier version does not have are 0.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .addModule(module())
            .build();

    private Figures() {}

    /** For mappers of documents in which only load points have such figures. */
    public static SimpleModule ofLoadPoints() {
        return new SimpleModule("load points")
                .addSerializer(LoadPoint.class, new LoadPointWriter())
                .addDeserializer(LoadPoint.class, new LoadPointReader());
    }

    private static final class LoadPointWriter extends ValueSerializer<LoadPoint> {
        @Override
        public void serialize(LoadPoint point, JsonGenerator generator, SerializationContext context) {
            context.writeTree(generator, MAPPER.valueToTree(point));
        }
    }

    private static final class LoadPointReader extends ValueDeserializer<LoadPoint> {
        @Override
        public LoadPoint deserialize(JsonParser parser, DeserializationContext context) {
            return MAPPER.treeToValue(context.readTree(parser), LoadPoint.class);
        }
    }

    /** For mappers of values whose figures may be missing or infinite. */
    public static SimpleModule module() {
        return new SimpleModule("figures")
                .addSerializer(Double.class, new FigureWriter())
                .addSerializer(double.class, new FigureWriter())
                .addDeserializer(double.class, new FigureReader())
                .addSerializer(Interval.class, new IntervalWriter())
                .addDeserializer(Interval.class, new IntervalReader());
    }

    private static void write(double figure, JsonGenerator generator) {
        // Small figures of metrics, such as a similarity of 0.9995, differ in their later digits.
        double scale = Math.abs(figure) < SMALL ? 1e6 : 1e3;
        double rounded = Math.round(figure * scale) / scale;
        if (!Double.isFinite(figure)) {
            generator.writeNull();
        } else if (rounded == Math.rint(rounded)) {
            generator.writeNumber((long) rounded);
        } else {
            generator.writeNumber(rounded);
        }
    }

    private static final class FigureWriter extends ValueSerializer<Double> {
        @Override
        public void serialize(Double figure, JsonGenerator generator, SerializationContext context) {
            write(figure, generator);
        }
    }

    private static final class FigureReader extends ValueDeserializer<Double> {
        @Override
        public Double deserialize(JsonParser parser, DeserializationContext context) {
            return parser.getDoubleValue();
        }

        @Override
        public Object getNullValue(DeserializationContext context) {
            return Double.NaN;
        }
    }

    private static final class IntervalWriter extends ValueSerializer<Interval> {
        @Override
        public void serialize(Interval interval, JsonGenerator generator, SerializationContext context) {
            generator.writeStartArray();
            write(interval.low(), generator);
            write(interval.high(), generator);
            generator.writeEndArray();
        }
    }

    private static final class IntervalReader extends ValueDeserializer<Interval> {
        @Override
        public Interval deserialize(JsonParser parser, DeserializationContext context) {
            Double[] ends = context.readValue(parser, Double[].class);
            double high = ends[1] == null ? Double.POSITIVE_INFINITY : ends[1];
            return new Interval(low(ends[0], high), high);
        }

        /**
         * Failed operations make the interval of a response reach up to infinity, and that of a metric of which more is
         * better down to it.
         */
        private static double low(@Nullable Double low, double high) {
            if (low != null) {
                return low;
            }
            return Double.isInfinite(high) ? high : Double.NEGATIVE_INFINITY;
        }
    }
}
