package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.step.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads steps, groups and the command of the application by themselves. */
final class StepRules {
    /** Shorter pauses let an application settle; longer ones are those of a person. */
    private static final Duration THINKING = Duration.ofSeconds(1);

    private static final String OF_CONTENT = "${content}";
    private static final Pattern CONTENT_FILE = Pattern.compile("\\$\\{content\\}[/\\\\](.+)");
    private static final Pattern FIRST_WORD = Pattern.compile("[a-z]+");

    /** The group of what operations are usually called, by the first word of the name. */
    private static final Map<String, Group> USUAL = usual();

    private final LintedWorkload subject;

    StepRules(LintedWorkload subject) {
        this.subject = subject;
    }

    private static Map<String, Group> usual() {
        Map<String, Group> usual = new HashMap<>();
        Set.of("open", "save", "attach", "export", "import", "load", "print").forEach(word -> usual.put(word, Group.B));
        Set.of(
                        "browse",
                        "modify",
                        "edit",
                        "type",
                        "entry",
                        "enter",
                        "sort",
                        "compute",
                        "scroll",
                        "read",
                        "find",
                        "search",
                        "zoom",
                        "select",
                        "move",
                        "append",
                        "insert",
                        "list",
                        "restore",
                        "minimise",
                        "minimize",
                        "maximise",
                        "maximize",
                        "close")
                .forEach(word -> usual.put(word, Group.A));
        Set.of("play", "compress").forEach(word -> usual.put(word, Group.C));
        return Map.copyOf(usual);
    }

    void check() {
        List<Operation> operations = subject.workload().operations();
        for (int i = 0; i < operations.size(); i++) {
            Operation operation = operations.get(i);
            group(operation, i);
            within("operations[" + i + "].until", operation.id());
            // The steps of all occurrences are the same, except for their numbers.
            Occurrence first = operation.occurrences().get(0);
            before(first.before(), i, operation.id());
            measured(first.steps(), i, operation.id());
            first.gesture().ifPresent(gesture -> gesture(gesture, first, operation.id()));
        }
        content();
    }

    private void group(Operation operation, int index) {
        Matcher word = FIRST_WORD.matcher(operation.id().toLowerCase(Locale.ROOT));
        Group usual = word.lookingAt() ? USUAL.get(word.group()) : null;
        boolean launches = operation.occurrences().get(0).launches();
        if (usual == null && launches) {
            usual = Group.B;
        }
        // What a presentation saves under another name, it saves in the background.
        boolean inBackground =
                operation.group() == Group.C && word.lookingAt() && word.group().equals("save");
        if (usual == null || operation.group() == usual || inBackground) {
            return;
        }
        subject.at(
                Severity.WARNING,
                "group-unusual",
                "operations[" + index + "].group",
                operation.id(),
                "group " + operation.group(),
                "operations of this kind are usually in group " + usual + " (" + stresses(usual)
                        + "); in another group they are judged by another threshold",
                "write `group: " + usual + "`, or give the operation a name that says what differs");
    }

    private static String stresses(Group group) {
        return switch (group) {
            case A -> "interactive";
            case B -> "opening and saving";
            case C -> "background, not judged";
        };
    }

    private void within(String path, String operation) {
        if (!subject.places().has(path + ".within")) {
            subject.at(
                    Severity.WARNING,
                    "within-missing",
                    path,
                    operation,
                    "no `within`: 30s, the default",
                    "a slower answer counts as a timeout, and a failure is only known after that time",
                    "write the longest time for which a person would wait, as `within: 60s`");
        }
    }

    private void gesture(Step.Gesture gesture, Occurrence occurrence, String operation) {
        Duration within = occurrence.until().within();
        if (within.compareTo(gesture.duration()) <= 0) {
            int index = subject.workload().operations().stream()
                    .map(Operation::id)
                    .toList()
                    .indexOf(operation);
            subject.at(
                    Severity.ERROR,
                    "within-too-short",
                    "operations[" + index + "].until",
                    operation,
                    "within " + within.toMillis() + "ms, and a gesture of "
                            + gesture.duration().toMillis() + "ms",
                    "the time counts from the first input, so the operation ends as a timeout in the middle of the"
                            + " gesture",
                    "write the length of the gesture and the longest time for which a person would wait");
        }
    }

    private void before(List<Step> steps, int index, String operation) {
        for (int i = 0; i < steps.size(); i++) {
            String path = subject.step(index, "before", i);
            if (steps.get(i) instanceof Step.Await) {
                within(path + ".await", operation);
            } else if (steps.get(i) instanceof Step.Wait pause
                    && pause.duration().compareTo(THINKING) >= 0) {
                think(
                        path + ".wait",
                        operation,
                        pause,
                        "it is no think time: the profile cannot change it, and results do not show it");
            }
        }
    }

    private void measured(List<Step> steps, int index, String operation) {
        if (steps.stream().allMatch(Step.Wait.class::isInstance)) {
            subject.at(
                    Severity.ERROR,
                    "no-input",
                    "operations[" + index + "].do",
                    operation,
                    "no step but `wait`",
                    "the clock starts with the first input; without one the operation ends with a timeout",
                    "add the input that a person would give");
            return;
        }
        int last = steps.size() - 1;
        if (steps.get(last) instanceof Step.Wait pause) {
            think(
                    subject.step(index, "do", last) + ".wait",
                    operation,
                    pause,
                    "no input follows it, so it only delays the next operation");
        }
    }

    private void think(String path, String operation, Step.Wait pause, String why) {
        subject.at(
                Severity.WARNING,
                "think-time",
                path,
                operation,
                "wait of " + pause.duration().toMillis() + "ms",
                why,
                "delete it: think times are those of the workload profile, `think: { mean: 2s }`; to wait for the"
                        + " application, use `await`");
    }

    /** Files that the application is told to open. */
    private void content() {
        subject.workload().application().commands().forEach((platform, command) -> {
            for (int i = 0; i < command.size(); i++) {
                Matcher file = CONTENT_FILE.matcher(command.get(i));
                Path content = subject.workload().folder().resolve("content");
                if (file.matches()
                        && Files.notExists(content.resolve(file.group(1).replace('\\', '/')))) {
                    subject.at(
                            Severity.ERROR,
                            "content-missing",
                            "application." + platform + "[" + i + "]",
                            "",
                            command.get(i),
                            "there is no such file in " + content,
                            "add the file to content/, or correct its name; " + OF_CONTENT
                                    + " is a copy of that folder");
                }
            }
        });
    }
}
