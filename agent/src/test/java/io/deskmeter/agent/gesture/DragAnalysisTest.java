package io.deskmeter.agent.gesture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Drags on a window whose delay, jitter and dropped moves are known. */
@Tag("slow")
class DragAnalysisTest {
    private static final long MILLI = 1_000_000;
    private static final long START = 7_000 * MILLI;

    private static final DragPath PATH = DragPath.spiral(100, 80, 900, 500, 240, 60);

    private final List<PointerMove> moves = moves();

    private static List<PointerMove> moves() {
        List<PointerMove> moves = new ArrayList<>();
        for (int i = 0; i < PATH.points().size(); i++) {
            DragPath.Point point = PATH.points().get(i);
            moves.add(new PointerMove(START + i * PATH.interval(), point.x(), point.y()));
        }
        return moves;
    }

    private long released() {
        return moves.get(moves.size() - 1).firedAt() + 500 * MILLI;
    }

    private SeenObject seen(int move, long delay) {
        PointerMove sent = moves.get(move);
        long at = sent.firedAt() + delay;
        return new SeenObject(at, at - 3 * MILLI, sent.x(), sent.y(), false);
    }

    @Test
    void aSpiralHasEqualStepsAndNoPlaceTwice() {
        List<DragPath.Point> points = PATH.points();
        assertThat(points.get(0)).isEqualTo(new DragPath.Point(100, 80));
        double length = 0;
        for (int i = 1; i < points.size(); i++) {
            DragPath.Point a = points.get(i - 1);
            DragPath.Point b = points.get(i);
            length += Math.hypot(a.x() - b.x(), a.y() - b.y());
            // Around a corner two points are nearer to each other than along the path.
            assertThat(Math.hypot(a.x() - b.x(), a.y() - b.y())).isBetween(4 / Math.sqrt(2) - 0.01, 4.01);
            assertThat(b.x()).isBetween(100.0, 1000.0);
            assertThat(b.y()).isBetween(80.0, 580.0);
            for (int j = 0; j < i - 20; j++) {
                DragPath.Point other = points.get(j);
                assertThat(Math.hypot(other.x() - b.x(), other.y() - b.y())).isGreaterThan(20);
            }
        }
        assertThat(length / (PATH.duration() / 1e9)).isCloseTo(240, within(1.0));
    }

    @Test
    void movesThatAreTooShortOrHaveNoRoomAreRefused() {
        assertThatThrownBy(() -> DragPath.spiral(0, 0, 500, 500, 100, 60))
                .hasMessageContaining("1.6")
                .hasMessageContaining("at least 4.0 px");
        assertThatThrownBy(() -> DragPath.spiral(0, 0, 40, 500, 240, 60)).hasMessageContaining("a larger stage");
        assertThatThrownBy(() -> DragAnalysis.of(moves.subList(0, 1), List.of(), released()))
                .hasMessageContaining("at least two");
    }

    @Test
    void aConstantDelayIsTheLagOfEachMove() {
        for (int delay : new int[] {0, 20, 50, 150, 500}) {
            List<SeenObject> frames = new ArrayList<>();
            for (int i = 0; i < moves.size(); i++) {
                frames.add(seen(i, delay * MILLI));
            }
            DragFigures figures = DragAnalysis.of(moves, frames, released());
            assertThat(figures.lagMean()).isCloseTo(delay, within(1e-6));
            assertThat(figures.lagP95()).isCloseTo(delay, within(1e-6));
            assertThat(figures.lagSd()).isCloseTo(0, within(1e-3));
            assertThat(figures.shown()).isEqualTo(1);
            assertThat(figures.longestMissed()).isZero();
            assertThat(figures.acrossMax()).isCloseTo(0, within(1e-6));
            assertThat(figures.pickUp()).isCloseTo(delay, within(1e-6));
            assertThat(figures.settle()).isZero();
            assertThat(figures.finalError()).isZero();
            assertThat(figures.lags().get(5).resolution()).isCloseTo(Math.min(3, delay), within(1e-6));
            // The object is as far behind as the pointer goes in that time, except around corners and at the ends.
            assertThat(figures.errorP50()).isBetween(240 * delay / 1e3 - 4, 240 * delay / 1e3 + 4);
        }
    }

    @Test
    void jitterIsTheStandardDeviationOfTheLag() {
        SplittableRandom random = new SplittableRandom(3);
        List<SeenObject> frames = new ArrayList<>();
        List<Double> delays = new ArrayList<>();
        for (int i = 0; i < moves.size(); i++) {
            double delay = 60 + 14 * random.nextDouble();
            delays.add(delay);
            frames.add(seen(i, Math.round(delay * MILLI)));
        }
        DragFigures figures = DragAnalysis.of(moves, frames, released());
        double mean = delays.stream().mapToDouble(d -> d).average().orElseThrow();
        assertThat(figures.lagMean()).isCloseTo(mean, within(0.5));
        assertThat(figures.lagSd()).isCloseTo(14 / Math.sqrt(12), within(0.5));
    }

    @Test
    void droppedMovesAreCountedAndMakeLagsLonger() {
        SplittableRandom random = new SplittableRandom(4);
        List<SeenObject> frames = new ArrayList<>();
        Set<Integer> kept = new HashSet<>();
        for (int i = 0; i < moves.size(); i++) {
            if (i == moves.size() - 1 || random.nextDouble() >= 0.3) {
                kept.add(i);
                frames.add(seen(i, 40 * MILLI));
            }
        }
        DragFigures figures = DragAnalysis.of(moves, frames, released());
        kept.remove(0);
        assertThat(figures.shown()).isEqualTo((double) kept.size() / (moves.size() - 1));
        assertThat(figures.longestMissed()).isBetween(3, 15);
        assertThat(figures.lagP95()).isGreaterThan(40 + PATH.interval() / 1e6);
        assertThat(figures.lags()).hasSize(moves.size() - 1);
    }

    @Test
    void whatEndsTooEarlyOrTooLateIsToldByItsEnd() {
        List<SeenObject> frames = new ArrayList<>();
        int end = moves.size() - 30;
        for (int i = 0; i < end; i++) {
            frames.add(seen(i, 0));
        }
        DragFigures stuck = DragAnalysis.of(moves, frames, released());
        assertThat(stuck.finalError()).isGreaterThan(20);
        assertThat(stuck.lags()).hasSize(end - 1);
        assertThat(stuck.longestMissed()).isEqualTo(30);

        frames.add(seen(moves.size() - 1, 1_700 * MILLI));
        DragFigures backlog = DragAnalysis.of(moves, frames, released());
        assertThat(backlog.finalError()).isZero();
        assertThat(backlog.settle()).isCloseTo(1_200, within(1e-6));
    }

    @Test
    void cutCornersAreFarFromThePathAndNotLate() {
        List<SeenObject> frames = new ArrayList<>();
        for (int i = 0; i < moves.size(); i++) {
            SeenObject at = seen(i, 10 * MILLI);
            frames.add(new SeenObject(at.at(), at.lastWithoutAt(), at.x(), at.y() + (i == 30 ? 9 : 0), false));
        }
        assertThat(DragAnalysis.of(moves, frames, released()).acrossMax()).isCloseTo(9, within(0.01));
    }

    @Test
    void tornFramesAreCountedAndPlaceNothing() {
        List<SeenObject> frames = new ArrayList<>();
        frames.add(seen(1, 0));
        frames.add(new SeenObject(START + 900 * MILLI, START, 0, 0, true));
        DragFigures figures = DragAnalysis.of(moves, frames, released());
        assertThat(figures.torn()).isEqualTo(1);
        assertThat(figures.lags()).hasSize(1);
        assertThat(DragAnalysis.of(moves, List.of(), released()).lagMean()).isNaN();
    }
}
