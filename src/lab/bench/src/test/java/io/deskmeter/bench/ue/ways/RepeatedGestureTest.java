package io.deskmeter.bench.ue.ways;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.Application;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepeatedGestureTest {
    private static Operation operation(String id, Step step) {
        Until until = new Until(new Condition.Appears("object"), Duration.ofSeconds(60));
        return new Operation(id, Group.C, List.of(new Occurrence(List.of(), List.of(step), until)));
    }

    private static Workload workload(String gesture, Step step) {
        return new Workload(
                "ue/probe",
                "",
                "",
                new Application(Map.of("linux", List.of("java"))),
                List.of(
                        operation("open", new Step.Launch()),
                        operation("pick-up", new Step.Keys(List.of("a"))),
                        operation(gesture, step),
                        operation("close", new Step.Keys(List.of("q")))),
                Path.of("/"),
                "checksum");
    }

    @Test
    void theObjectIsBroughtBackBeforeEachDragButTheFirst() {
        Workload drags = RepeatedGesture.DRAG.repeated(
                workload("drag", new Step.SpiralDrag("object", 60, 240, Duration.ofSeconds(5))), 3);

        assertThat(drags.operations()).extracting(Operation::id).containsExactly("open", "drag", "close");
        List<Occurrence> often = drags.operations().get(1).occurrences();
        assertThat(often).hasSize(3);
        assertThat(often.get(0).before()).isEmpty();
        // The stage is in the middle of the desktop; the object begins 20 pixels from its corner, and is 160x120 large.
        Step.Drag back = (Step.Drag) often.get(1).before().get(0);
        assertThat(back.to()).isEqualTo(new Step.Place.At(160 + 20 + 80, 100 + 20 + 60));
        Step.SpiralDrag drag = (Step.SpiralDrag) often.get(2).steps().get(0);
        assertThat(drag.rate()).isEqualTo(60);
        assertThat(drag.speed()).isEqualTo(240);
    }

    @Test
    void scrollingGoesDownAndUpInTurn() {
        Workload scrolls = RepeatedGesture.SCROLL.repeated(
                workload("wheel", new Step.SteppedScroll("sign", Step.SteppedScroll.By.WHEEL, 10, 96, 1920)), 4);

        assertThat(scrolls.operations().get(1).occurrences())
                .extracting(
                        occurrence -> ((Step.SteppedScroll) occurrence.steps().get(0)).distance())
                .containsExactly(1_920, -1_920, 1_920, -1_920);
    }
}
