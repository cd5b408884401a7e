package io.deskmeter.bench.ue.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.agent.gesture.DragPath;
import io.deskmeter.agent.gesture.SeenObject;
import io.deskmeter.measure.timing.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** A drag whose record and measurement agree, and the same with one of them changed. */
class DragComparisonTest {
    private static final long MILLI = 1_000_000;
    private static final int MOVES = 50;
    private static final long INTERVAL = 16 * MILLI;
    private static final long BEGUN = 1_000 * MILLI;
    private static final long PAINTS = 3 * MILLI;
    private static final long ARRIVES = 4 * MILLI;
    private static final Offset<Double> ROUNDING = within(1e-9);

    /** The moves that the probe gets. */
    private final List<Integer> painted =
            new ArrayList<>(IntStream.range(0, MOVES).boxed().toList());

    private IntToDoubleFunction lag = move -> 4;
    private UnaryOperator<SeenObject> seen = object -> object;
    private double share = 100;
    private double off;

    private static List<DragPath.Point> path() {
        return IntStream.range(0, MOVES)
                .mapToObj(move -> new DragPath.Point(104 + 4.0 * move, 80))
                .toList();
    }

    private static long firedAt(int move) {
        return BEGUN + move * INTERVAL;
    }

    private DragComparison truth() {
        List<Sample> samples = new ArrayList<>();
        for (int move = 0; move < MOVES; move++) {
            samples.add(sample("drag-lag", firedAt(move), lag.applyAsDouble(move)));
        }
        samples.add(sample("drag-moves", BEGUN, share));
        List<ProbePaint> paints = new ArrayList<>();
        paints.add(new ProbePaint(BEGUN - 200 * MILLI, 100 + off, 80));
        List<SeenObject> frames = new ArrayList<>();
        for (int move : painted) {
            DragPath.Point at = path().get(move);
            paints.add(new ProbePaint(firedAt(move) + PAINTS, at.x() + off, at.y()));
            frames.add(seen.apply(new SeenObject(firedAt(move) + ARRIVES, firedAt(move), at.x() + off, at.y(), false)));
        }
        return new DragComparison(path(), new LiveDrag(samples, frames, paints), 0);
    }

    private static Sample sample(String metric, long from, double value) {
        return Sample.builder(metric)
                .sequence(1)
                .operation("ue/drag", "drag")
                .timing(1)
                .during(from, from)
                .value(value, Double.isNaN(value) ? value : 0)
                .unknown(Double.isNaN(value) ? "late" : "")
                .build();
    }

    @Test
    void aDragThatIsMeasuredAsItWasHasNoErrors() {
        DragComparison truth = truth();

        assertThat(truth.lagErrors()).hasSize(MOVES);
        assertThat(Arrays.stream(truth.lagErrors()).max()).hasValueCloseTo(1.0, ROUNDING);
        assertThat(truth.lagsMissing()).isZero();
        assertThat(truth.placeError()).isCloseTo(0, ROUNDING);
        assertThat(truth.movesError()).isCloseTo(0, ROUNDING);
        assertThat(truth.longestGap()).isCloseTo(16, ROUNDING);
        assertThat(truth.trueLongestGap()).isCloseTo(16, ROUNDING);
        assertThat(truth.deviation()).isCloseTo(0, ROUNDING);
    }

    @Test
    void anObjectThatWasGrippedElsewhereMovesThePath() {
        off = 9;
        DragComparison truth = truth();

        assertThat(Arrays.stream(truth.lagErrors()).max()).hasValueCloseTo(1.0, ROUNDING);
        assertThat(truth.movesError()).isCloseTo(0, ROUNDING);
        assertThat(truth.placeError()).isCloseTo(0, ROUNDING);
    }

    @Test
    void aWrongLagIsFound() {
        lag = move -> move == 7 ? 24 : 4;

        assertThat(Arrays.stream(truth().lagErrors()).max()).hasValueCloseTo(21.0, ROUNDING);
    }

    @Test
    void aLagThatTheSessionDoesNotKnowIsMissing() {
        lag = move -> move == 7 ? Double.NaN : 4;

        assertThat(truth().lagsMissing()).isEqualTo(1);
        assertThat(truth().lagErrors()).hasSize(MOVES - 1);
    }

    @Test
    void aDroppedMoveIsAsLateAsTheNextOne() {
        painted.remove(Integer.valueOf(20));
        lag = move -> move == 20 ? 20 : 4;
        share = 98;
        DragComparison truth = truth();

        assertThat(truth.lagErrors()).hasSize(MOVES);
        assertThat(Arrays.stream(truth.lagErrors()).max()).hasValueCloseTo(1.0, ROUNDING);
        assertThat(truth.movesError()).isCloseTo(0, ROUNDING);
        assertThat(truth.trueLongestGap()).isCloseTo(32, ROUNDING);
    }

    @Test
    void aShareOfMovesThatIsWrongIsFound() {
        share = 90;

        assertThat(truth().movesError()).isCloseTo(10, ROUNDING);
    }

    @Test
    void aPlaceThatTheProbeHasNotPaintedIsFound() {
        seen = object ->
                object.x() == 184 ? new SeenObject(object.at(), object.lastWithoutAt(), 184, 83, false) : object;
        DragComparison truth = truth();

        assertThat(truth.placeError()).isCloseTo(3, ROUNDING);
        assertThat(truth.deviation()).isCloseTo(3, ROUNDING);
        assertThat(truth.trueDeviation()).isCloseTo(0, ROUNDING);
    }
}
