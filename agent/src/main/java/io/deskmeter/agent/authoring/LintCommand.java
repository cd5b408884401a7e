package io.deskmeter.agent.authoring;

import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.agent.lint.LintFinding;
import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.agent.lint.WorkloadLint;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code workload lint}. */
@Command(
        name = "lint",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description =
                "Finds mistakes in workloads without running them. Exit code: 0 if there are none, or only warnings;"
                        + " 10 if there are errors.")
final class LintCommand implements Callable<Integer> {
    private static final int FOUND = 10;
    private static final String DOCUMENT = "workload.yaml";

    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "Folders of workloads, or of several, for example workloads.")
    private List<Path> folders = List.of();

    @Option(names = "--strict", description = "Exit with 10 if there are warnings, too.")
    private boolean strict;

    @Option(names = "--json", description = "Print only the findings, as JSON.")
    private boolean json;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Set<String> checked = new TreeSet<>();
        List<LintFinding> findings = new ArrayList<>();
        for (Path folder : folders) {
            check(folder, checked, findings);
        }
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        if (json) {
            FindingsJson.print(checked, findings, out);
        } else {
            print(checked, findings, out);
        }
        out.flush();
        boolean failed = findings.stream().anyMatch(finding -> strict || finding.severity() == Severity.ERROR);
        return failed ? FOUND : 0;
    }

    private static void check(Path folder, Set<String> checked, List<LintFinding> findings) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("lint: " + folder
                    + " (expected: the folder of a workload, or of several; hint: workloads/office/writer)");
        }
        Path absolute = folder.toRealPath();
        if (Files.isRegularFile(absolute.resolve(DOCUMENT))) {
            WorkloadRoot root = WorkloadRoot.of(absolute);
            checked.add(root.id());
            add(WorkloadLint.check(root.catalog(), root.id()), findings);
            return;
        }
        WorkloadCatalog catalog = WorkloadCatalog.open(absolute);
        List<String> ids = catalog.ids();
        if (ids.isEmpty()) {
            throw new IllegalArgumentException("lint: no " + DOCUMENT + " in " + absolute
                    + " or below (expected: the folder of a workload, or of several)");
        }
        for (String id : ids) {
            checked.add(id);
            add(WorkloadLint.check(catalog, id), findings);
        }
    }

    /** Files below the current folder are named from there. */
    private static void add(List<LintFinding> found, List<LintFinding> findings) throws IOException {
        Path here = Path.of("").toRealPath();
        for (LintFinding finding : found) {
            Path file = Path.of(finding.file());
            boolean below = file.startsWith(here);
            findings.add(below ? finding.withFile(here.relativize(file).toString()) : finding);
        }
    }

    private static void print(Set<String> checked, List<LintFinding> findings, PrintWriter out) {
        for (LintFinding finding : findings) {
            out.printf("%s: %s%n", finding.place(), finding.severity().label());
            out.printf("  %s: %s%n", finding.rule(), finding.value());
            out.printf("  why: %s%n", finding.why());
            out.printf("  remedy: %s%n", finding.remedy());
        }
        long errors = findings.stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .count();
        out.printf(
                "%d %s checked: %d errors, %d warnings%n",
                checked.size(), checked.size() == 1 ? "workload" : "workloads", errors, findings.size() - errors);
    }
}
