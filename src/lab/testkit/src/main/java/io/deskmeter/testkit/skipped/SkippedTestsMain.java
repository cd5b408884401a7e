package io.deskmeter.testkit.skipped;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code HOME SINCE ALLOWED [strict] [some]}: prints the summary of skipped tests for the launcher. Fails if a test was
 * skipped that is not allowed.
 */
public final class SkippedTestsMain {
    private static final int REFUSED = 1;

    private SkippedTestsMain() {}

    /**
     * Counts and names the tests that were skipped.
     *
     * @param args the repository; a file as old as the beginning of the tests; the list of tests that may be skipped;
     *     {@code strict} to allow no others; {@code some} where not all tests were run
     */
    public static void main(String[] args) throws IOException {
        System.exit(run(args, System.out));
    }

    static int run(String[] args, PrintStream out) throws IOException {
        TestReports reports = TestReports.read(Path.of(args[0]), Files.getLastModifiedTime(Path.of(args[1])));
        AllowedSkips allowed = AllowedSkips.parse(Files.readAllLines(Path.of(args[2])));
        List<SkippedTest> refused = allowed.refused(reports.skipped());
        out.println(
                "Tests: " + reports.tests() + ", skipped: " + reports.skipped().size());
        for (SkippedTest test : reports.skipped()) {
            out.println("  skipped " + test + (refused.contains(test) ? "" : " (allowed: " + args[2] + ")"));
        }
        List<String> options = List.of(args).subList(3, args.length);
        if (!options.contains("some")) {
            allowed.idle(reports.skipped())
                    .forEach(name -> out.println("  allowed to be skipped, and was not: " + name));
        }
        boolean strict = options.contains("strict");
        if (!strict || refused.isEmpty()) {
            return 0;
        }
        out.println("skipped tests: " + refused.size() + " (expected: if root runs them, only those of " + args[2]
                + "; hint: make them run, or add the reason there)");
        return REFUSED;
    }
}
