package io.deskmeter.controller.cli;

import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.controller.report.RunComparison;
import io.deskmeter.controller.report.RunComparison.Compared;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.SampleCsvReader;
import io.deskmeter.controller.report.TimingCsvReader;
import io.deskmeter.measure.Difference;
import io.deskmeter.measure.Response;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares runs by their output files; needs no controller. */
@Command(
        description = "Compares runs by their output folders (`run --out`). The first folder is the baseline.",
        mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,4}(\\.[0-9]+)?)%");
    private static final double WHOLE = 100;

    private final PrintStream out;

    @Parameters(arity = "2..20", paramLabel = "OUT", description = "Output folders of two or more runs.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private List<Path> folders;

    @Option(
            names = "--at",
            paramLabel = "SESSIONS",
            description = "Number of sessions to compare at (default: the largest that all runs measured).")
    private @Nullable Integer at;

    @Option(
            names = "--max-slower",
            paramLabel = "PERCENT",
            description =
                    "Exit with 10 if the p95 of a group is slower by more than this, for example 10%%, with its whole 95 %%"
                            + " interval; also if a run cannot be compared.")
    private @Nullable String maxSlower;

    CompareCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException {
        double bound = bound();
        List<RunComparison.Side> sides = new ArrayList<>();
        for (Path folder : folders) {
            RunReport report = OutputFolder.read(folder);
            sides.add(new RunComparison.Side(
                    report, points -> responses(folder, points), points -> values(folder, points)));
        }
        RunComparison comparison = compare(sides);
        new ComparisonTable(out).print(comparison);
        return Double.isNaN(bound) || kept(comparison, bound) ? ExitCode.DONE : ExitCode.NOT_AS_EXPECTED;
    }

    private RunComparison compare(List<RunComparison.Side> sides) throws CommandException {
        try {
            return RunComparison.of(sides, at == null ? OptionalInt.empty() : OptionalInt.of(at));
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    private boolean kept(RunComparison comparison, double bound) {
        boolean kept = true;
        for (Compared run : comparison.runs()) {
            for (Difference slow : run.slowerThan(1 + bound)) {
                out.println(run.run() + ": p95 of " + slow.what() + " is more than " + maxSlower
                        + " slower (95 % interval)");
                kept = false;
            }
            kept &= run.refusals().isEmpty();
        }
        return kept;
    }

    /** The bound as a share, NaN if there is none. */
    private double bound() throws CommandException {
        if (maxSlower == null) {
            return Double.NaN;
        }
        Matcher matcher = PERCENT.matcher(maxSlower);
        if (!matcher.matches()) {
            throw CommandException.input("--max-slower: " + maxSlower + " (expected: a percentage, for example `10%`)");
        }
        return Double.parseDouble(matcher.group(1)) / WHOLE;
    }

    private static List<MetricValue> values(Path folder, Set<Integer> points) {
        Path file = folder.resolve("samples.csv");
        try (var text = Files.newBufferedReader(file)) {
            return SampleCsvReader.values(text, points);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    file + ": cannot be read: " + e.getMessage()
                            + " (expected: the samples.csv that `run --out` of this version wrote)",
                    e);
        }
    }

    private static List<Response> responses(Path folder, Set<Integer> points) {
        Path file = folder.resolve("timings.csv");
        try (var text = Files.newBufferedReader(file)) {
            return TimingCsvReader.responses(text, points);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    file + ": cannot be read: " + e.getMessage()
                            + " (expected: the timings.csv that `run --out` of this version wrote)",
                    e);
        }
    }
}
