package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.vision.template.Template;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.InvalidDocumentException.Problem;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.DocumentPlaces;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what can be known of a workload without running it. */
public final class WorkloadLint {
    /** Those of the document in its order, then those of pictures. */
    private static final Comparator<LintFinding> ORDER = Comparator.<LintFinding, Boolean>comparing(f -> f.line() == 0)
            .thenComparingInt(LintFinding::line)
            .thenComparing(LintFinding::file)
            .thenComparing(LintFinding::severity);

    private static final Pattern OPERATION = Pattern.compile("(operations\\[\\d+\\]).*");

    private WorkloadLint() {}

    /**
     * The findings of a workload; none if it is as it should be.
     *
     * @param id one of the catalog's
     * @throws IOException if a file cannot be read at all
     */
    public static List<LintFinding> check(WorkloadCatalog catalog, String id) throws IOException {
        Path document = catalog.document(id);
        Workload workload;
        DocumentPlaces places;
        try {
            workload = catalog.load(id);
            places = DocumentPlaces.of(document);
        } catch (InvalidDocumentException e) {
            return e.problems().stream()
                    .map(problem -> ofGrammar(id, problem, places(document)))
                    .toList();
        }
        LintedWorkload subject = new LintedWorkload(workload, document, places);
        Map<String, String> uses = LandmarkUses.of(workload);
        LandmarkConditions conditions = LandmarkConditions.of(workload.operations());
        Map<String, Template> landmarks = new PictureRules(subject, uses, conditions::isCaretTolerated).check();
        new RegionRules(subject, conditions, uses).check(landmarks);
        Likenesses likenesses = new LikenessRules(subject, landmarks, uses, conditions).check();
        new SequenceRules(subject, likenesses).check();
        new StepRules(subject).check();
        new HandlerRules(subject, landmarks, conditions).check();
        return subject.findings().stream().sorted(ORDER).toList();
    }

    private static LintFinding ofGrammar(String id, Problem problem, Optional<DocumentPlaces> places) {
        boolean missing = problem.message().contains(": no such file in ");
        Matcher within = OPERATION.matcher(problem.path());
        String operation = within.matches()
                ? places.map(all -> all.text(within.group(1) + ".id")).orElse("")
                : "";
        return new LintFinding(
                Severity.ERROR,
                missing ? "landmark-missing" : "grammar",
                id,
                problem.file(),
                problem.line(),
                problem.path(),
                operation,
                problem.message(),
                "the document is not valid, so no session can run it, and nothing else has been checked",
                missing ? "add the picture to landmarks/, or correct its name" : "write what is expected there");
    }

    /** Of a document that is YAML at least. */
    private static Optional<DocumentPlaces> places(Path document) {
        try {
            return Optional.of(DocumentPlaces.of(document));
        } catch (InvalidDocumentException e) {
            return Optional.empty(); // Its problems are told already.
        }
    }
}
