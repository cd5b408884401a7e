package io.deskmeter.controller.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.check.CheckReport.Figure;
import io.deskmeter.workload.Application;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import io.deskmeter.workload.yaml.RunProfiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a check says of the planned load: shares of sessions, and the time of a search. */
class ValueCheckTest {
    @Test
    void theFiguresSayHowManySessionsWorkIt() throws InvalidDocumentException {
        List<Figure> figures =
                RunEstimate.of(input("{ workload: video/play, sessions: 12.5% }", "steps: { sessions: [4, 16] }"));
        assertThat(figures)
                .contains(
                        new Figure("maximum number of sessions", "16"),
                        new Figure("most operations per session at a load point", "50"),
                        // Five iterations of two operations in sixteen sessions, and of eight more in two of them.
                        new Figure("operations of the largest load point", "240"),
                        new Figure("video/play, 12.5 % of the sessions", "1 of 4 and 2 of 16 sessions"));
    }

    @Test
    void withoutSharesTheFiguresAreThoseOfEverySession() throws InvalidDocumentException {
        assertThat(RunEstimate.of(input("video/play", "fixed: { sessions: 16 }")))
                .contains(
                        new Figure("operations per session at a load point", "50"),
                        new Figure("operations of the largest load point", "800"))
                .noneMatch(figure -> figure.what().contains("of the sessions"));
    }

    @Test
    void aLoadPointTooSmallForTheShareIsNoted() throws InvalidDocumentException {
        String shared = "{ workload: video/play, sessions: 12.5% }";
        assertThat(notes(input(shared, "find-max: { from: 7, max: 40 }")))
                .containsExactly(PreflightFinding.note(
                        "share of sessions",
                        "workloads",
                        "video/play, 12.5 %: 1 of 7 sessions works it at the smallest load point",
                        "8 sessions or more: below, the load is heavier than planned",
                        "begin with more sessions, or read small load points accordingly"));
        assertThat(notes(input(shared, "find-max: { from: 8, max: 40 }"))).isEmpty();
        assertThat(notes(input("video/play", "fixed: { sessions: 1 }"))).isEmpty();
    }

    @Test
    void aBudgetForTooFewLoadPointsIsTold() throws InvalidDocumentException {
        // Fifty operations with 2 s of think time before each: 100 s, and four load points 400 s.
        assertThat(findings(input("video/play", "find-max: { from: 1, max: 40, budget: 6m }"), Severity.WARNING))
                .containsExactly(PreflightFinding.warning(
                        "time budget",
                        "load.find-max.budget",
                        "6 min 0 s, and the think time alone of a load point is 1 min 40 s",
                        "at least 6 min 40 s, the think time of 4 load points: the interval of the capacity is wide otherwise",
                        "a longer budget (`demo --minutes`), fewer iterations, or shorter think times"));
        assertThat(findings(input("video/play", "find-max: { from: 1, max: 40, budget: 400s }"), Severity.WARNING))
                .isEmpty();
        assertThat(findings(input("video/play", "find-max: { from: 1, max: 40 }"), Severity.WARNING))
                .isEmpty();
    }

    private static List<PreflightFinding> notes(CheckInput checkInput) {
        return findings(checkInput, Severity.NOTE);
    }

    private static List<PreflightFinding> findings(CheckInput checkInput, Severity severity) {
        List<PreflightFinding> found = new ArrayList<>();
        new ValueCheck().find(checkInput, found::add);
        return found.stream().filter(finding -> finding.severity() == severity).toList();
    }

    private static CheckInput input(String second, String load) throws InvalidDocumentException {
        RunProfile profile = RunProfiles.parseSelfContained("p.yaml", """
                workloads: { workloads: [office/writer, %s] }
                load: { %s }
                """.formatted(second, load));
        return new CheckInput(
                profile,
                List.of(workload("office/writer", 2), workload("video/play", 8)),
                List.of(),
                List.of(),
                List.of());
    }

    private static Workload workload(String id, int times) {
        Until until = new Until(new Condition.Appears("landmarks/x.png"), Duration.ofSeconds(30));
        Occurrence occurrence = new Occurrence(List.of(), List.of(new Step.Launch()), until);
        Operation operation = new Operation("modify", Group.A, Collections.nCopies(times, occurrence));
        return new Workload(id, id, "", new Application(Map.of()), List.of(operation), Path.of(id), "");
    }
}
