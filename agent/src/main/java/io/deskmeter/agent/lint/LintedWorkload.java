package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.DocumentPlaces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The workload that is checked, and what has been found so far. Each finding is kept once, though every occurrence of
 * an operation has it.
 */
final class LintedWorkload {
    private final Workload workload;
    private final Path document;
    private final DocumentPlaces places;
    private final Set<LintFinding> findings = new LinkedHashSet<>();

    LintedWorkload(Workload workload, Path document, DocumentPlaces places) {
        this.workload = workload;
        this.document = document;
        this.places = places;
    }

    Workload workload() {
        return workload;
    }

    DocumentPlaces places() {
        return places;
    }

    /** A rule's finding at a value of the document. */
    void at(Severity severity, String rule, String path, String operation, String value, String why, String remedy) {
        int line = places.line(path).orElse(0);
        findings.add(new LintFinding(
                severity, rule, workload.id(), document.toString(), line, path, operation, value, why, remedy));
    }

    /** A rule's finding about a picture, with the operation that needs it. */
    void of(Severity severity, String rule, String picture, String operation, String value, String why, String remedy) {
        String file = workload.folder().resolve(picture).toString();
        findings.add(new LintFinding(severity, rule, workload.id(), file, 0, "", operation, value, why, remedy));
    }

    List<LintFinding> findings() {
        return new ArrayList<>(findings);
    }

    /** The path of a step: {@code before} and {@code do} are one step or a list. */
    String step(int operation, String part, int index) {
        String path = "operations[" + operation + "]." + part;
        return places.has(path + "[0]") ? path + "[" + index + "]" : path;
    }
}
