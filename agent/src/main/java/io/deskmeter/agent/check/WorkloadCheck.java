package io.deskmeter.agent.check;

import io.deskmeter.agent.lint.DesktopRules;
import io.deskmeter.agent.lint.LintFinding;
import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.agent.lint.TargetHandlerRules;
import io.deskmeter.agent.lint.WorkloadLint;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Finds the mistakes of a profile's workloads that {@code workload lint} finds.
 *
 * @param catalog the workloads of this machine; other agents have the same, or a finding says which differ
 * @param nanoTime monotonic
 */
public record WorkloadCheck(WorkloadCatalog catalog, LongSupplier nanoTime) {
    private static final String WHAT = "workload lint";

    /**
     * The findings of all workloads, or of those that there was time for.
     *
     * @param deadline by {@code nanoTime}
     */
    List<CheckFinding> findings(RunProfile profile, long deadline) {
        List<CheckFinding> findings = new ArrayList<>();
        for (String id : profile.workloads().workloads().stream().distinct().toList()) {
            if (!catalog.ids().contains(id)) {
                continue; // Told as unknown, or as content that differs.
            }
            if (nanoTime.getAsLong() - deadline >= 0) {
                findings.add(late(id));
                continue;
            }
            try {
                WorkloadLint.check(catalog, id).forEach(finding -> findings.add(of(finding)));
                findings.addAll(ofDesktop(profile, id));
                if (!profile.handlers().handlers().isEmpty()) {
                    findings.addAll(ofHandlers(profile, id));
                }
            } catch (IOException e) {
                findings.add(CheckFindings.warning(
                        WHAT,
                        id,
                        "not checked: " + e,
                        "files that can be read",
                        "./deskmeter workload lint workloads/" + id));
            }
        }
        return findings;
    }

    /** The checksum of a workload of this machine, by its id; none if it has none. */
    Map<String, String> checksums(String id) {
        String checksum = catalog.checksums().get(id);
        return checksum == null ? Map.of() : Map.of(id, checksum);
    }

    /** A condition that cannot be false, or cannot be true, on the target's desktops measures nothing. */
    private List<CheckFinding> ofDesktop(RunProfile profile, String id) throws IOException {
        Workload workload;
        try {
            workload = catalog.load(id);
        } catch (InvalidDocumentException e) {
            return List.of(); // Its problems are findings of lint.
        }
        return DesktopRules.check(
                        workload, profile.target().width(), profile.target().height())
                .stream()
                .map(problem -> CheckFindings.error(
                        WHAT,
                        id + ", operation " + problem.operation(),
                        problem.value(),
                        "a condition that can hold, and can fail to, on the target's `desktop`",
                        "another `except`, `atLeast` or region in the workload, or another `desktop` of the target"))
                .toList();
    }

    /** A window that a handler of the target dismisses must be another one than those that workloads wait for. */
    private List<CheckFinding> ofHandlers(RunProfile profile, String id) throws IOException {
        Workload workload;
        try {
            workload = catalog.load(id);
        } catch (InvalidDocumentException e) {
            return List.of(); // Its problems are findings of lint.
        }
        return TargetHandlerRules.check(profile.handlers(), workload).stream()
                .map(alike -> CheckFindings.error(
                        "handler",
                        "target.handlers: " + alike.picture(),
                        "like " + workload.id() + "/" + alike.landmark() + " of operation " + alike.operation()
                                + ": the handler dismisses what the operation waits for",
                        "a picture that no workload names",
                        "take a part of the window that only comes by itself, as its title"))
                .toList();
    }

    /** The findings if there was no time for any. */
    static List<CheckFinding> late(RunProfile profile) {
        return profile.workloads().workloads().stream()
                .distinct()
                .map(WorkloadCheck::late)
                .toList();
    }

    private static CheckFinding late(String id) {
        return CheckFindings.warning(
                WHAT, id, "not checked in time", "an answer", "./deskmeter workload lint workloads/" + id);
    }

    /** Equal on all agents, so that it is told once. */
    private CheckFinding of(LintFinding finding) {
        String root = catalog.folder().toString();
        String place = finding.place();
        String where = place.startsWith(root) ? place.substring(root.length() + 1) : place;
        String value = finding.rule() + ": " + finding.value() + ": " + finding.why();
        return finding.severity() == Severity.ERROR
                ? CheckFindings.error(WHAT, where, value, "", finding.remedy())
                : CheckFindings.warning(WHAT, where, value, "", finding.remedy());
    }
}
