package io.deskmeter.measure.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.operation.Group;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OperationPlanTest {
    private static final OperationCount OPEN = new OperationCount("office/writer", "open", Group.B, 1);
    private static final OperationCount PLAY = new OperationCount("video/play", "play", Group.A, 3);

    @Test
    void aShareOfTheSessionsIsPlannedToWorkAWorkload() {
        OperationPlan plan = OperationPlans.shared(Map.of("video/play", 0.25), Map.of(), OPEN, PLAY);
        Map<Integer, Integer> twoEach =
                IntStream.range(0, 8).boxed().collect(Collectors.toMap(session -> session, session -> 2));
        assertThat(plan.planned(twoEach))
                .containsExactly(Map.entry("office/writer/open", 16L), Map.entry("video/play/play", 12L));
    }

    @Test
    void thePositionDecidesNotTheNumberOfTheSession() {
        OperationPlan plan = OperationPlans.shared(Map.of("video/play", 0.01), Map.of(1, 50, 70, 0), OPEN, PLAY);
        assertThat(plan.of(70)).containsExactly(OPEN, PLAY);
        assertThat(plan.of(1)).containsExactly(OPEN);
        assertThat(plan.of(0)).as("its number").containsExactly(OPEN, PLAY);
    }

    /**
     * A session that works the workload is lost: what it was to work counts as failed. What others never were to work
     * is not missing.
     */
    @Test
    void onlyWhatASessionWasToWorkIsMissing() {
        OperationPlan plan = OperationPlans.shared(Map.of("video/play", 0.01), Map.of(), OPEN, PLAY);
        Map<Integer, Integer> planned = new TreeMap<>(Map.of(0, 2, 1, 2));
        assertThat(MissingOperations.of(planned, plan, List.of()))
                .containsExactly(
                        new MissingOperations(0, "office/writer", "open", Group.B, 2),
                        new MissingOperations(0, "video/play", "play", Group.A, 6),
                        new MissingOperations(1, "office/writer", "open", Group.B, 2));
    }
}
