package io.deskmeter.controller.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.Bootstrap;
import io.deskmeter.measure.Finding;
import io.deskmeter.measure.MetricComparison;
import io.deskmeter.measure.MetricDifference;
import io.deskmeter.measure.Response;
import io.deskmeter.measure.RunSides;
import io.deskmeter.measure.SessionValues;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.Metric;
import io.deskmeter.workload.MetricSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricAccountTest {
    private static final String DRAG = "ue/drag/drag";
    private static final int MOVES = 40;
    private static final Metric METRIC = MetricSource.FRAME_GAP.metric();
    private static final MetricInfo INFO = new MetricInfo(
            METRIC.id(), "", METRIC.unit(), "lower", "p95", METRIC.source(), null, List.of(DRAG), List.of(), false);

    private static List<Response> drags(double... millis) {
        List<Response> drags = new ArrayList<>();
        for (double one : millis) {
            drags.add(new Response(0, DRAG, Group.A, one));
        }
        return drags;
    }

    private static List<MetricValue> moves(int timing, int count, double value) {
        return Collections.nCopies(count, new MetricValue(0, DRAG, METRIC.id(), timing, value));
    }

    private static MetricDifference compare(List<Response> responses, List<MetricValue> samples) {
        List<SessionValues> whole =
                MetricAccount.of(INFO, METRIC, drags(1, 1), concat(moves(1, MOVES, 10), moves(2, MOVES, 10)));
        List<SessionValues> other = MetricAccount.of(INFO, METRIC, responses, samples);
        RunSides<MetricComparison.Values> sides =
                new RunSides<>(Collections.nCopies(4, any -> whole), Collections.nCopies(4, any -> other), List.of());
        return MetricComparison.of(List.of(METRIC), sides, new Bootstrap(50, 0.95), 1)
                .get(0);
    }

    private static List<MetricValue> concat(List<MetricValue> one, List<MetricValue> other) {
        List<MetricValue> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    /** One drag in 16 failed: as one value of 641 it would vanish behind the others. */
    @Test
    void aFailedDragIsAllItsMoves() {
        double[] drags = new double[16];
        Arrays.fill(drags, 1);
        drags[15] = Double.POSITIVE_INFINITY;
        List<MetricValue> samples = new ArrayList<>();
        for (int timing = 1; timing < 16; timing++) {
            samples.addAll(moves(timing, MOVES, 10));
        }
        MetricDifference difference = compare(drags(drags), samples);
        assertThat(difference.other()).isInfinite();
        assertThat(difference.finding()).isEqualTo(Finding.WORSE);
    }

    @Test
    void whatDeskmeterSpoiltOrDidNotDeliverIsUnknown() {
        assertThat(compare(drags(1, Double.NaN), moves(1, MOVES, 5)).unknown()).isEqualTo(4 * MOVES);
        assertThat(compare(drags(1, 1), concat(moves(1, MOVES, 5), moves(2, MOVES - 3, 5)))
                        .unknown())
                .isEqualTo(4 * 3);
        assertThat(compare(drags(1, 1), concat(moves(1, MOVES, 5), moves(2, MOVES, Double.NaN))))
                .returns(4 * MOVES, MetricDifference::unknown)
                .returns(Finding.NOT_DECIDED, MetricDifference::finding);
    }
}
