package io.deskmeter.controller.cli.compare;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.run.OutputFolder;
import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.compare.ForeignCpu;
import io.deskmeter.controller.report.compare.RunComparison;
import io.deskmeter.controller.report.export.SampleCsvReader;
import io.deskmeter.controller.report.export.TimingCsvReader;
import io.deskmeter.measure.point.Response;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** An output folder as a run to compare. */
final class ComparedFolder {
    private ComparedFolder() {}

    /** Its report is read at once, its tables when they are wanted. */
    static RunComparison.Side side(Path folder) throws CommandException {
        RunReport report = OutputFolder.read(folder);
        return new RunComparison.Side(
                report,
                points -> responses(folder, points),
                RunComparison.withoutTiming(report),
                points -> values(folder, points),
                foreignCpu(folder, report));
    }

    private static List<Response> responses(Path folder, Set<Integer> points) {
        return read(folder.resolve("timings.csv"), text -> TimingCsvReader.responses(text, points));
    }

    private static List<MetricValue> values(Path folder, Set<Integer> points) {
        return read(folder.resolve("samples.csv"), text -> SampleCsvReader.values(text, points));
    }

    /** Some keep only the files that comparisons cannot do without. */
    private static double foreignCpu(Path folder, RunReport report) throws CommandException {
        Path file = folder.resolve("resources.csv");
        try {
            return Files.exists(file) ? read(file, text -> ForeignCpu.read(report, text)) : Double.NaN;
        } catch (UncheckedIOException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    private interface Content<T> {
        T of(Reader text) throws IOException;
    }

    private static <T> T read(Path file, Content<T> content) {
        try (Reader text = Files.newBufferedReader(file)) {
            return content.of(text);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    file + ": cannot be read: " + FaultText.reason(e) + " (expected: the " + file.getFileName()
                            + " that `run --out` of this version wrote)",
                    e);
        }
    }
}
