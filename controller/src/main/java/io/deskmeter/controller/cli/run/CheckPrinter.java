package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.check.CheckListener;
import io.deskmeter.controller.check.CheckReport;
import io.deskmeter.controller.check.CheckReport.Figure;
import io.deskmeter.controller.check.PreflightFinding;
import io.deskmeter.controller.check.Severity;
import io.deskmeter.controller.cli.console.TextTable;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints a check while it goes on: errors to one stream, all else to another. */
final class CheckPrinter implements CheckListener {
    private final PrintStream out;
    private final PrintStream err;

    CheckPrinter(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public void planned(List<Figure> figures) {
        List<String[]> rows = figures.stream()
                .map(figure -> new String[] {figure.what(), figure.value()})
                .toList();
        if (!rows.isEmpty()) {
            new TextTable(out).print(new String[] {"planned run", ""}, rows);
        }
    }

    @Override
    public void found(PreflightFinding finding) {
        print(finding, finding.severity() == Severity.ERROR ? err : out);
    }

    /** The outcome, after everything else. */
    void ended(CheckReport report) {
        out.println(String.format(
                Locale.ROOT,
                "%s: %d findings in %.1f s",
                report.passed() ? "the run can start" : "the run cannot start",
                report.findings().size(),
                report.tookMillis() / 1e3));
    }

    /** Prints a finding, and below it what to do. */
    static void print(PreflightFinding finding, PrintStream out) {
        out.println(indented(finding.severity().label() + ": " + finding.what() + ", " + finding.where() + ": "
                + finding.value() + (finding.expected().isEmpty() ? "" : " (expected: " + finding.expected() + ")")));
        if (!finding.remedy().isEmpty()) {
            out.println("    " + indented(finding.remedy()));
        }
    }

    /** Only a finding begins at the margin, whatever an agent has sent. */
    private static String indented(String text) {
        return text.replace("\n", "\n    ");
    }
}
