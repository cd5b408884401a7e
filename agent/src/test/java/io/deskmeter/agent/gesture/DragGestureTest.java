package io.deskmeter.agent.gesture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.screen.InputEvent.Pointer;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.workload.step.ReferenceStage;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DragGestureTest {
    private static Gesture drag(int speed, Duration during, double scale) {
        Rect stage = new Rect(33, 44, (int) (ReferenceStage.WIDTH * scale), (int) (ReferenceStage.HEIGHT * scale));
        return new DragGesture(new Step.SpiralDrag("object", 60, speed, during), stage, scale);
    }

    private static List<Pointer> pointers(Gesture gesture) {
        return gesture.inputs().stream()
                .flatMap(input -> input.events().stream())
                .map(Pointer.class::cast)
                .toList();
    }

    @Test
    void theLongestPathThatAWorkloadMayNameHasRoom() {
        int seconds = 10;
        Gesture longest = drag(ReferenceStage.LONGEST_PATH / seconds, Duration.ofSeconds(seconds), 1);

        assertThat(longest.moves()).isEqualTo(60 * seconds);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 1.5, 2})
    void theObjectStaysOnTheStageAtEveryScale(double scale) {
        Gesture gesture = drag(720, Duration.ofSeconds(9), scale);

        assertThat(pointers(gesture)).allSatisfy(at -> {
            assertThat((at.x() - 33) / scale).isBetween(80.0, ReferenceStage.WIDTH - 80.0);
            assertThat((at.y() - 44) / scale).isBetween(60.0, ReferenceStage.HEIGHT - 60.0);
        });
    }

    /**
     * As in {@code ue/drag-over-video}. So far around its last place the object is looked for, and no pixel of the
     * video is read.
     */
    @Test
    void aDragAcrossAndDownStaysAwayFromAVideo() {
        int apart = 40;
        Rect video = new Rect(
                33 + ReferenceStage.VIDEO_X,
                44 + ReferenceStage.VIDEO_Y,
                ReferenceStage.VIDEO_WIDTH,
                ReferenceStage.VIDEO_HEIGHT);

        assertThat(pointers(drag(240, Duration.ofSeconds(5), 1))).allSatisfy(at -> {
            Rect object = new Rect(
                    at.x() - DragObject.WIDTH / 2, at.y() - DragObject.HEIGHT / 2, DragObject.WIDTH, DragObject.HEIGHT);
            assertThat(object.grow(apart, apart, apart, apart)
                            .intersection(video)
                            .isEmpty())
                    .as("%s beside %s", object, video)
                    .isTrue();
        });
    }

    @Test
    void whereTheObjectShouldBeFollowsThePixelsOfThePointer() {
        DragGesture gesture = (DragGesture) drag(250, Duration.ofSeconds(5), 1);
        Pointer fifth = (Pointer) gesture.inputs().get(5).events().get(0);

        PointerMove commanded = gesture.commanded(5, 123);

        assertThat(commanded.firedAt()).isEqualTo(123);
        assertThat(commanded.x()).isEqualTo(fifth.x() - 33);
        assertThat(commanded.x() - 100).as("5 moves of 4.17 px").isCloseTo(20.8, within(0.5));
        assertThat(pointers(gesture).get(0).buttons()).isZero();
        assertThat(pointers(gesture).get(pointers(gesture).size() - 1).buttons())
                .isZero();
    }
}
