package io.deskmeter.controller.check;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The result of a check.
 *
 * @param profile id of the run profile, empty if the document is none
 * @param readable whether the document is a run profile at all; if not, its problems are the only findings
 * @param valid whether it and the workloads that it names can be read; if not, a run of it is refused as invalid input
 * @param findings worst first
 * @param figures what the run would be like
 * @param tookMillis how long the check took
 */
public record CheckReport(
        String profile,
        boolean readable,
        boolean valid,
        List<PreflightFinding> findings,
        List<Figure> figures,
        long tookMillis) {
    public CheckReport {
        findings = List.copyOf(findings);
        figures = List.copyOf(figures);
    }

    /** Whether a run can start: there are no errors. */
    @JsonProperty("passed")
    public boolean passed() {
        return findings.stream().noneMatch(finding -> finding.severity() == Severity.ERROR);
    }

    /** One figure of the estimate, with its unit. */
    public record Figure(String what, String value) {}
}
