package io.deskmeter.agent.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettleFallbackTest {
    private static Workload writer() throws Exception {
        return WorkloadCatalog.open(Path.of("..", "workloads")).load("office/writer");
    }

    private static Condition until(Workload workload, String operation) {
        return workload.operations().stream()
                .filter(each -> each.id().equals(operation))
                .findFirst()
                .orElseThrow()
                .occurrences()
                .get(0)
                .until()
                .condition();
    }

    @Test
    void aWaitForALandmarkEndsAlsoAtRest() throws Exception {
        Condition save = until(SettleFallback.of(writer()), "save");
        Condition own = until(writer(), "save");
        assertThat(save)
                .isInstanceOfSatisfying(
                        Condition.Any.class,
                        any -> assertThat(any.conditions()).first().isEqualTo(own));
        assertThat(SettleFallback.awaited(save)).containsExactly("landmarks/saved.png");
    }

    @Test
    void otherWaitsStayAsTheyAre() throws Exception {
        Workload resting = SettleFallback.of(writer());
        assertThat(until(resting, "modify")).isEqualTo(until(writer(), "modify"));
        assertThat(until(resting, "close")).isEqualTo(until(writer(), "close"));
        assertThat(SettleFallback.awaited(until(resting, "close"))).isEmpty();
    }

    @Test
    void openingEndsWithTheOperationThatLaunches() throws Exception {
        List<Operation> opening = SettleFallback.opening(writer()).operations();
        assertThat(opening).extracting(Operation::id).containsExactly("open");
    }
}
