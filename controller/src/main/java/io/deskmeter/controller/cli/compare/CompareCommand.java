package io.deskmeter.controller.cli.compare;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.report.compare.RunComparison;
import io.deskmeter.controller.report.compare.RunComparison.Compared;
import io.deskmeter.controller.report.compare.RunComparison.Question;
import io.deskmeter.controller.report.compare.RunComparison.Side;
import io.deskmeter.measure.compare.Difference;
import io.deskmeter.measure.expect.Finding;
import io.deskmeter.workload.Plural;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares runs by their output files; needs no controller. */
@Command(
        description = {
            "Compares runs by their output folders (`run --out`).",
            "`OUT OUT...`: the first folder is the baseline, and each other is compared with it.",
            "`OUT... -- OUT...`: the runs before `--` are the baseline, those after it the other side. Equal runs differ, too:"
                    + " only several runs of a side, or --history, show how much, and without that nothing is decided."
        },
        mixinStandardHelpOptions = true)
public final class CompareCommand implements Callable<Integer> {
    /** Between the runs of the baseline and the others. */
    private static final String SEPARATOR = "--";

    /** No argument contains it, so {@code --} is one as any other. */
    private static final String NO_DELIMITER = "\0";

    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,4}(\\.[0-9]+)?)%");
    private static final double WHOLE = 100;
    private static final int MOST_RUNS = 40;

    private final PrintStream out;

    @Parameters(
            arity = "2..*",
            paramLabel = "OUT",
            description = "Output folders of two or more runs, and `--` between both sides if one has several.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private List<String> arguments;

    @Option(
            names = "--history",
            paramLabel = "OUT",
            description =
                    "Output folder of an earlier run of the same profile and setup: it is not compared, and tells how much equal runs"
                            + " differ. Repeat it for several runs.")
    private List<Path> history = List.of();

    @Option(
            names = "--at",
            paramLabel = "SESSIONS",
            description = "Number of sessions to compare at (default: the largest that all runs measured in full).")
    private @Nullable Integer at;

    @Option(
            names = "--max-slower",
            paramLabel = "PERCENT",
            description =
                    "Exit with 10 if the p95 of a group is slower by more than this, for example 10%%, with its whole 95 %%"
                            + " interval, the variation between runs included; also if that cannot be decided, or a run cannot be"
                            + " compared.")
    private @Nullable String maxSlower;

    public CompareCommand(PrintStream out) {
        this.out = out;
    }

    /** Makes {@code --} a parameter of this command. */
    public static void configure(CommandLine command) {
        command.setEndOfOptionsDelimiter(NO_DELIMITER).setUnmatchedOptionsArePositionalParams(true);
    }

    @Override
    public Integer call() throws CommandException {
        double bound = bound();
        RunComparison comparison = compare(question());
        new ComparisonTable(out).print(comparison);
        return Double.isNaN(bound) || kept(comparison, bound) ? ExitCode.DONE : ExitCode.NOT_AS_EXPECTED;
    }

    private Question question() throws CommandException {
        int separator = arguments.indexOf(SEPARATOR);
        List<String> before = separator < 0 ? arguments : arguments.subList(0, separator);
        List<String> after = separator < 0 ? List.of() : arguments.subList(separator + 1, arguments.size());
        for (String folder : arguments) {
            if (folder.startsWith("-") && !folder.equals(SEPARATOR)) {
                throw CommandException.input("option: " + folder + " (expected: one of `compare --help`)");
            }
        }
        if (before.size() + after.size() > MOST_RUNS || after.contains(SEPARATOR)) {
            throw CommandException.input("runs: " + String.join(" ", arguments) + " (expected: at most " + MOST_RUNS
                    + ", and `--` once, between the runs of the baseline and the others)");
        }
        List<Side> earlier = new ArrayList<>();
        for (Path folder : history) {
            earlier.add(ComparedFolder.side(folder));
        }
        return separator < 0
                ? Question.eachWithTheFirst(sides(before), earlier)
                : new Question(sides(before), List.of(sides(after)), earlier);
    }

    private static List<Side> sides(List<String> folders) throws CommandException {
        List<Side> sides = new ArrayList<>();
        for (String folder : folders) {
            sides.add(ComparedFolder.side(Path.of(folder)));
        }
        return sides;
    }

    private RunComparison compare(Question question) throws CommandException {
        try {
            return RunComparison.of(question, at == null ? OptionalInt.empty() : OptionalInt.of(at));
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
            for (Difference open : run.undecided(1 + bound)) {
                out.println(run.run() + ": whether p95 of " + open.what() + " is more than " + maxSlower + " slower: "
                        + why(open));
                kept = false;
            }
            boolean compared = run.refusals().isEmpty() && run.hasGroups();
            if (!compared) {
                out.println(run.run() + ": not comparable, so not within " + maxSlower);
            }
            kept &= compared;
        }
        return kept;
    }

    private static String why(Difference open) {
        return open.finding().isDecided()
                ? Finding.NOT_DECIDED.words() + ": its interval begins below that, widened by "
                        + Plural.of(open.lost() + open.unknown(), "operation") + " lost or unknown"
                : open.finding().words() + ": " + open.reason();
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
}
