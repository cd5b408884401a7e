package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Step.Place;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Follows a workload from operation to operation. Known is only what the last condition showed, until the next input:
 * so what is found here is certain, and much is not found.
 */
final class SequenceRules {
    private static final Pattern CLOSING = Pattern.compile("(?:close|quit|exit)(?:$|[^a-z].*)");

    private final LintedWorkload subject;
    private final KnownScreen facts;

    /** Landmarks that have been on the screen, so that a region can lie around the place. */
    private final Set<String> seen = new HashSet<>();

    /** The operation that has closed the application; empty while it runs. */
    private String closedBy = "";

    private int index;
    private String operation = "";

    SequenceRules(LintedWorkload subject, Likenesses likenesses) {
        this.subject = subject;
        this.facts = new KnownScreen(likenesses);
    }

    void check() {
        List<Operation> operations = subject.workload().operations();
        if (operations.stream().noneMatch(SequenceRules::launches)) {
            subject.at(
                    Severity.ERROR,
                    "never-launched",
                    "operations",
                    "",
                    "no step `launch: application`",
                    "the application is never started, and no operation can work",
                    "begin with an operation that has `do: { launch: application }`");
            return;
        }
        for (index = 0; index < operations.size(); index++) {
            operation = operations.get(index).id();
            List<Occurrence> occurrences = operations.get(index).occurrences();
            for (int n = 0; n < occurrences.size() && isReachable(occurrences.get(n), n); n++) {
                occurrence(occurrences.get(n), n);
            }
        }
    }

    private static boolean launches(Operation operation) {
        return operation.occurrences().stream().anyMatch(SequenceRules::launches);
    }

    private static boolean launches(Occurrence occurrence) {
        return occurrence.launchesBefore() || occurrence.launches();
    }

    private boolean isReachable(Occurrence occurrence, int n) {
        if (launches(occurrence) || (facts.started() && closedBy.isEmpty())) {
            return true;
        }
        String repetition = n == 0 ? "" : "repetition " + (n + 1) + " and those behind it; ";
        subject.at(
                Severity.ERROR,
                "unreachable",
                "operations[" + index + "]",
                operation,
                repetition
                        + (closedBy.isEmpty()
                                ? "no operation before it starts the application"
                                : "operation " + closedBy + " has closed the application"),
                "it has no application to work in, so it fails in every iteration",
                closedBy.isEmpty()
                        ? "move the operation with `launch: application` before it"
                        : "move it before operation " + closedBy + ", or start the application again");
        return false;
    }

    private void occurrence(Occurrence occurrence, int n) {
        List<Step> before = occurrence.before();
        for (int i = 0; i < before.size(); i++) {
            step(before.get(i), subject.step(index, "before", i));
        }
        Condition until = occurrence.until().condition();
        impossible(until, "operations[" + index + "].until");
        holdsAlready(until, n);
        regions(until);
        List<Step> steps = occurrence.steps();
        for (int i = 0; i < steps.size(); i++) {
            step(steps.get(i), subject.step(index, "do", i));
        }
        facts.learn(until, "operation " + operation + " ends with it");
        seen(until);
        if (closes(occurrence)) {
            closedBy = operation;
        }
    }

    private void step(Step step, String path) {
        if (step instanceof Step.Await await) {
            impossible(await.until().condition(), path + ".await");
            facts.learn(await.until().condition(), "the `await` before the input has waited for it");
            seen(await.until().condition());
            return;
        }
        step.places().forEach(place -> reachable(place, path));
        if (step instanceof Step.Launch) {
            facts.launched();
            closedBy = "";
        } else if (!(step instanceof Step.Wait)) {
            facts.input();
        }
    }

    private void reachable(Place place, String path) {
        if (place instanceof Place.On on) {
            seen.add(on.landmark());
            facts.missing(on.landmark())
                    .ifPresent(how -> subject.at(
                            Severity.ERROR,
                            "landmark-not-there",
                            path,
                            operation,
                            on.landmark(),
                            "it is not on the screen then: " + how + ". The step has no place and fails",
                            "point at a landmark that is on the screen, or `await` this one before"));
        }
    }

    private void impossible(Condition condition, String path) {
        if (facts.isImpossible(condition)) {
            subject.at(
                    Severity.ERROR,
                    "condition-never-true",
                    path,
                    operation,
                    "a landmark must vanish that is in one that must appear",
                    "no picture of a screen satisfies both, so the wait always ends with a timeout",
                    "keep the one that a person waits for, or use `any`");
        }
    }

    private void holdsAlready(Condition until, int n) {
        facts.holds(until)
                .ifPresent(how -> subject.at(
                        Severity.ERROR,
                        "until-holds-already",
                        "operations[" + index + "].until",
                        operation,
                        "true before `do`" + (n == 0 ? "" : ", from repetition " + (n + 1) + " on") + ": " + how,
                        "a condition that is true before the input ends no wait; the operation fails as"
                                + " `application-failed`",
                        n == 0
                                ? "wait for something that only this operation shows, or make it false in `before`"
                                : "name another landmark in each repetition, with ${n}, or use `changes`"));
    }

    /** A region around a landmark lies where it was last seen. */
    private void regions(Condition condition) {
        region(condition)
                .map(at -> at instanceof Region.Around around ? around.landmark() : "")
                .filter(landmark -> !landmark.isEmpty() && !seen.contains(landmark))
                .ifPresent(landmark -> facts.missing(landmark)
                        .ifPresent(how -> subject.at(
                                Severity.ERROR,
                                "landmark-not-there",
                                "operations[" + index + "].until",
                                operation,
                                landmark,
                                "it has not been on the screen before: " + how + ". The region has no place",
                                "use a landmark that an earlier condition has waited for")));
    }

    private static Optional<Region> region(Condition condition) {
        if (condition instanceof Condition.Changes changes) {
            return Optional.of(changes.region());
        }
        return condition instanceof Condition.Settles settles
                ? Optional.of(settles.region())
                : LandmarkConditions.region(condition);
    }

    private void seen(Condition condition) {
        condition.awaited().forEach(seen::add);
    }

    /** Whether it leaves no application: as far as keys tell. */
    private boolean closes(Occurrence occurrence) {
        return occurrence.steps().stream()
                .filter(Step.Keys.class::isInstance)
                .flatMap(step -> ((Step.Keys) step).chords().stream())
                .map(chord -> chord.toLowerCase(Locale.ROOT))
                .anyMatch(chord -> chord.equals("ctrl+q")
                        || (chord.equals("alt+f4")
                                && CLOSING.matcher(operation.toLowerCase(Locale.ROOT))
                                        .matches()));
    }
}
