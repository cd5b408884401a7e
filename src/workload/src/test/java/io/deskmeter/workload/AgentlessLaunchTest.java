package io.deskmeter.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentlessLaunchTest {
    private static final Step RUN = new Step.Run(List.of("sh", "prepare.sh"));
    private static final Step LAUNCH = new Step.Launch();
    private static final Step KEYS = new Step.Keys(List.of("ctrl+s"));

    @Test
    void commandsBeforeTheLaunchAreItsPreparation() {
        AgentlessLaunch launch = AgentlessLaunch.of(workload(
                operation("open", List.of(RUN), List.of(LAUNCH)), operation("save", List.of(), List.of(KEYS))));
        assertThat(launch.problems()).isEmpty();
        assertThat(launch.preparation()).containsExactly(List.of("sh", "prepare.sh"));
    }

    @Test
    void otherCommandsAreNotPossible() {
        AgentlessLaunch launch = AgentlessLaunch.of(workload(
                operation("open", List.of(), List.of(LAUNCH)),
                operation("save", List.of(RUN), List.of(KEYS)),
                operation("check", List.of(), List.of(RUN))));
        assertThat(launch.problems())
                .hasSize(2)
                .allMatch(problem -> problem.contains("`run: [sh, prepare.sh]` (expected: only before `launch`"));
        assertThat(launch.problems().get(0)).startsWith("office/test/save: ");
        assertThat(launch.problems().get(1)).startsWith("office/test/check: ");
    }

    @Test
    void anApplicationIsLaunchedInOneWay() {
        AgentlessLaunch launch = AgentlessLaunch.of(workload(
                operation("open", List.of(RUN), List.of(LAUNCH)), operation("again", List.of(), List.of(LAUNCH))));
        assertThat(launch.problems()).singleElement().asString().contains("by the same");
    }

    private static Operation operation(String id, List<Step> before, List<Step> steps) {
        Until until = new Until(new Condition.Appears("landmarks/a.png"), Duration.ofSeconds(1));
        return new Operation(id, Group.A, List.of(new Operation.Occurrence(before, steps, until)));
    }

    private static Workload workload(Operation... operations) {
        return new Workload(
                "office/test",
                "Test",
                "",
                new Application(Map.of("linux", List.of("true"))),
                List.of(operations),
                Path.of("/nowhere"),
                "0");
    }
}
