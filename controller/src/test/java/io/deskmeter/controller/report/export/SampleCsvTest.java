package io.deskmeter.controller.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.workload.metric.MetricSource;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SampleCsvTest {
    private static final Instant AT = Instant.parse("2026-03-14T09:26:53.589793Z");

    private static Sample sample(String metric, double value, String unknown) {
        return Sample.builder(metric)
                .session(3)
                .sequence(12)
                .iteration(1)
                .operation("office/calc, \"old\"", "compute")
                .timing(7)
                .during(1_000_000, 350_000_000)
                .value(value, value / 128)
                .unknown(unknown)
                .noBetterThan(unknown.isEmpty() ? Double.NaN : 349)
                .build();
    }

    private static String csv() throws IOException {
        StringWriter text = new StringWriter();
        SampleCsv csv =
                new SampleCsv(text, List.of(MetricSource.PICTURE_SIMILARITY.metric(), MetricSource.FRAME_GAP.metric()));
        csv.write("r-1", new SamplePoint(2, true, sample("picture-similarity", 0.975, ""), AT));
        csv.write("r-1", new SamplePoint(2, true, sample("frame-gap", 1e-7, ""), null));
        csv.write("r-1", new SamplePoint(0, false, sample("frame-gap", 40, ""), AT));
        csv.write("r-1", new SamplePoint(2, true, sample("frame-gap", Double.NaN, "it moved, and moved"), AT));
        return text.toString();
    }

    @Test
    void aRowHasTheColumnsOfTheContract() throws IOException {
        assertThat(csv().lines())
                .containsExactly(
                        "run,loadPoint,session,iteration,steady,workload,operation,metric,unit,sequence,timing,at,durationMs,"
                                + "value,uncertainty,unknown,noBetterThan",
                        "r-1,2,3,1,true,\"office/calc, \"\"old\"\"\",compute,picture-similarity,1,12,7,"
                                + "2026-03-14T09:26:53.589793Z,349.000,0.975,0.0076171875,,",
                        "r-1,2,3,1,true,\"office/calc, \"\"old\"\"\",compute,frame-gap,ms,12,7,,349.000,0.0000001,0.00000000078125,,",
                        "r-1,0,3,1,false,\"office/calc, \"\"old\"\"\",compute,frame-gap,ms,12,7,"
                                + "2026-03-14T09:26:53.589793Z,349.000,40,0.3125,,",
                        "r-1,2,3,1,true,\"office/calc, \"\"old\"\"\",compute,frame-gap,ms,12,7,"
                                + "2026-03-14T09:26:53.589793Z,349.000,,,\"it moved, and moved\",349");
    }

    @Test
    void whatWasWrittenComesBackAsTheSteadyValues() throws IOException {
        String operation = "office/calc, \"old\"/compute";
        assertThat(SampleCsvReader.values(new StringReader(csv()), Set.of(2)))
                .containsExactly(
                        new MetricValue(3, operation, "picture-similarity", 7, 0.975),
                        new MetricValue(3, operation, "frame-gap", 7, 1e-7),
                        new MetricValue(3, operation, "frame-gap", 7, Double.NaN));
        assertThat(SampleCsvReader.values(new StringReader(csv()), Set.of(1))).isEmpty();
        assertThatThrownBy(() -> SampleCsvReader.values(new StringReader("a,b\n1,2\n"), Set.of(1)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("row 1: ");
    }
}
