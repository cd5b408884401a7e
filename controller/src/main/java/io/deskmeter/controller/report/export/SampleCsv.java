package io.deskmeter.controller.report.export;

import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.workload.metric.Metric;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes {@code samples.csv} row by row, in the form of {@link TimingCsv}. {@code timing} is the sequence number of the
 * timing within its session, 0 for none; {@code at} the wall clock of the sample's begin; {@code durationMs} the time
 * of which it tells. {@code value} and {@code uncertainty} are in {@code unit}, and empty where the value is unknown:
 * {@code unknown} says why, and {@code noBetterThan} what bounds it; that is empty where nothing does.
 */
public final class SampleCsv {
    /** The first line, without its end. */
    public static final String HEADER =
            "run,loadPoint,session,iteration,steady,workload,operation,metric,unit,sequence,timing,at,"
                    + "durationMs,value,uncertainty,unknown,noBetterThan";

    private final Appendable out;
    private final Map<String, String> units;

    /**
     * Writes the header.
     *
     * @param metrics of the run
     */
    public SampleCsv(Appendable out, List<Metric> metrics) throws IOException {
        this.out = out;
        this.units = metrics.stream().collect(Collectors.toMap(Metric::id, Metric::unit));
        out.append(HEADER).append('\n');
    }

    /** Writes one row. */
    public void write(String run, SamplePoint point) throws IOException {
        Sample sample = point.sample();
        Instant at = point.at();
        out.append(CsvText.cell(run)).append(',');
        out.append(Integer.toString(point.loadPoint())).append(',');
        out.append(Integer.toString(sample.session())).append(',');
        out.append(Integer.toString(sample.iteration())).append(',');
        out.append(Boolean.toString(point.steady())).append(',');
        out.append(CsvText.cell(sample.workload())).append(',');
        out.append(CsvText.cell(sample.operation())).append(',');
        out.append(CsvText.cell(sample.metric())).append(',');
        out.append(CsvText.cell(units.getOrDefault(sample.metric(), ""))).append(',');
        out.append(Long.toString(sample.sequence())).append(',');
        out.append(Long.toString(sample.timing())).append(',');
        out.append(at == null ? "" : TimingCsv.micros(at)).append(',');
        out.append(TimingCsv.millis(sample.to() - sample.from())).append(',');
        out.append(number(sample.value())).append(',');
        out.append(number(sample.uncertainty())).append(',');
        out.append(CsvText.cell(sample.unknown())).append(',');
        out.append(number(sample.noBetterThan())).append('\n');
    }

    /** All digits, without an exponent; empty where there is no number. */
    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        return value == 0 ? "0" : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
