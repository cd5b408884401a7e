package io.deskmeter.controller.report.export;

import io.deskmeter.controller.point.Figures;
import io.deskmeter.controller.report.RunMetrics;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.compare.RunComparison;
import io.deskmeter.controller.report.compare.RunTrend;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes {@code report.json}: UTF-8, indented, keys in the order of the records, instants as ISO 8601,
 * figures rounded to three decimals, those below 10 to six, {@code null} for what is not a finite number, an interval
 * as {@code [low, high]}.
 */
public final class ReportJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            // Counts that a report of an earlier version does not have are 0.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .addModule(Figures.module())
            .build();

    private ReportJson() {}

    /** Writes a report; the stream stays open. */
    public static void write(RunReport report, OutputStream out) {
        writeValue(report, out);
    }

    /** Writes a comparison in the same form; the stream stays open. */
    public static void write(RunComparison comparison, OutputStream out) {
        writeValue(comparison, out);
    }

    /** Writes a trend in the same form; the stream stays open. */
    public static void write(RunTrend trend, OutputStream out) {
        writeValue(trend, out);
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
