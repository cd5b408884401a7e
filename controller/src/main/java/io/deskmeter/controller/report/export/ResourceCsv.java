package io.deskmeter.controller.report.export;

import io.deskmeter.controller.run.fact.ResourceFact;
import java.io.IOException;
import java.util.Locale;

/**
 * Writes {@code resources.csv}: what each agent's machine was busy with, about once a second, in the form of
 * {@link TimingCsv}.
 */
public final class ResourceCsv {
    /** The first line, without its end. */
    public static final String HEADER = "agent,at,hostCpuPct,harnessCpuPct,memUsedBytes,memTotalBytes,harnessMemBytes,"
            + "diskReadBytesPerS,diskWrittenBytesPerS,networkReceivedBytesPerS,networkSentBytesPerS,longestPauseMs";

    private final Appendable out;

    /** Writes the header. */
    public ResourceCsv(Appendable out) throws IOException {
        this.out = out;
        out.append(HEADER).append('\n');
    }

    /** Writes one row. */
    public void write(String agent, ResourceFact fact) throws IOException {
        out.append(CsvText.cell(agent)).append(',');
        out.append(TimingCsv.micros(fact.at())).append(',');
        out.append(decimal(fact.hostCpuPercent())).append(',');
        out.append(decimal(fact.harnessCpuPercent())).append(',');
        out.append(Long.toString(fact.memoryUsedBytes())).append(',');
        out.append(Long.toString(fact.memoryTotalBytes())).append(',');
        out.append(Long.toString(fact.harnessMemoryBytes())).append(',');
        out.append(Long.toString(fact.diskReadBytesPerSecond())).append(',');
        out.append(Long.toString(fact.diskWrittenBytesPerSecond())).append(',');
        out.append(Long.toString(fact.networkReceivedBytesPerSecond())).append(',');
        out.append(Long.toString(fact.networkSentBytesPerSecond())).append(',');
        Double pause = fact.longestPauseMs();
        out.append(pause == null ? "" : decimal(pause)).append('\n');
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
