package io.deskmeter.controller.report.compare;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.export.ResourceCsv;
import io.deskmeter.controller.run.fact.ResourceFact;
import java.io.IOException;
import java.io.Reader;
import java.time.DateTimeException;
import java.time.Instant;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * The CPU that others used on the agents' hosts before the first session of a run: its mean, percent of all cores,
 * without Deskmeter's own. Not thread-safe.
 */
public final class ForeignCpu {
    private static final CSVFormat FORMAT =
            CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();

    private final Instant firstSession;
    private double sum;
    private int count;

    /** For a run whose samples are then added. */
    public ForeignCpu(RunReport report) {
        this.firstSession = report.loadPoints().stream()
                .map(LoadPoint::startedAt)
                .min(Instant::compareTo)
                .orElse(Instant.MIN);
    }

    /** Adds a sample; a later one does not count. */
    public void add(ResourceFact fact) {
        add(fact.at(), fact.hostCpuPercent(), fact.harnessCpuPercent());
    }

    private void add(Instant at, double host, double harness) {
        if (at.isBefore(firstSession) && Double.isFinite(host)) {
            sum += Math.max(0, host - (Double.isFinite(harness) ? harness : 0));
            count++;
        }
    }

    /** NaN where there was no sample. */
    public double percent() {
        return count == 0 ? Double.NaN : sum / count;
    }

    /**
     * From what {@link ResourceCsv} has written.
     *
     * @throws IOException if the text is not a table of resources
     */
    public static double read(RunReport report, Reader text) throws IOException {
        ForeignCpu cpu = new ForeignCpu(report);
        try (CSVParser rows = CSVParser.parse(text, FORMAT)) {
            for (CSVRecord row : rows) {
                cpu.add(
                        Instant.parse(row.get("at")),
                        Double.parseDouble(row.get("hostCpuPct")),
                        Double.parseDouble(row.get("harnessCpuPct")));
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IOException(e.getMessage(), e);
        }
        return cpu.percent();
    }
}
