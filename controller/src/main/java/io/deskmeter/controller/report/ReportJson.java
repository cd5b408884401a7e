package io.deskmeter.controller.report;

import io.deskmeter.measure.Interval;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Reads and writes {@code report.json}: UTF-8, indented, keys in the order of the records, instants as ISO 8601, figures rounded to
 * three decimals, those below 10 to six, {@code null} for what is not a finite number, an interval as {@code [low, high]}.
 */
public final class ReportJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .addModule(figures())
            .build();

    private static final double SMALL = 10;

    private ReportJson() {}

    /** Writes a report; the stream stays open. */
    public static void write(RunReport report, OutputStream out) {
        writeValue(report, out);
    }

    /** Writes a comparison in the same form; the stream stays open. */
    public static void write(RunComparison comparison, OutputStream out) {
        writeValue(comparison, out);
    }

    /** Writes the metrics of a run in the same form; the stream stays open. */
    public static void write(RunMetrics metrics, OutputStream out) {
        writeValue(metrics, out);
    }

    private static void writeValue(Object value, OutputStream out) {
        try (JsonGenerator generator = MAPPER.createGenerator(new Uncloseable(out))) {
            MAPPER.writeValue(generator, value);
        }
    }

    /** Reads the result of {@link #write}; infinite figures become NaN. */
    public static RunReport read(InputStream in) {
        return MAPPER.readValue(in, RunReport.class);
    }

    private static SimpleModule figures() {
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

        /** Failed operations make the interval of a response reach up to infinity, and that of a metric of which more is better down to it. */
        private static double low(@Nullable Double low, double high) {
            if (low != null) {
                return low;
            }
            return Double.isInfinite(high) ? high : Double.NEGATIVE_INFINITY;
        }
    }

    /** Keeps the caller's stream open, which may continue after the report (an archive's entry, a response). */
    private static final class Uncloseable extends FilterOutputStream {
        Uncloseable(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
