package io.deskmeter.controller.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.measure.compare.MetricComparison;
import io.deskmeter.measure.compare.MetricDifference;
import io.deskmeter.measure.compare.RunSides;
import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.timing.SessionValues;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
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
            drags.add(new Response(0, drags.size() + 1L, DRAG, Group.A, one));
        }
        return drags;
    }

    /** As a table of an earlier version has them. */
    private static List<Response> withoutNumbers(List<Response> responses) {
        return responses.stream()
                .map(response ->
                        new Response(response.session(), response.operation(), response.group(), response.millis()))
                .toList();
    }

    private static List<SessionValues> values(List<Response> responses, List<MetricValue> samples) {
        MetricAccount account = new MetricAccount(INFO, METRIC, responses, samples);
        assertThat(account.isKnown()).isTrue();
        return account.values();
    }

    private static List<MetricValue> moves(int timing, int count, double value) {
        return Collections.nCopies(count, new MetricValue(0, DRAG, METRIC.id(), timing, value));
    }

    private static MetricDifference compare(List<Response> responses, List<MetricValue> samples) {
        List<SessionValues> whole = values(drags(1, 1), concat(moves(1, MOVES, 10), moves(2, MOVES, 10)));
        List<SessionValues> other = values(responses, samples);
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

    /** So many equal values, then so many others. */
    private static SessionValues session(int unknown, int count, double value, int more, double other) {
        double[] values = new double[count + more];
        Arrays.fill(values, value);
        Arrays.fill(values, count, values.length, other);
        return new SessionValues(values, unknown);
    }

    private static void assertValues(List<SessionValues> values, SessionValues expected) {
        assertThat(values).singleElement().usingRecursiveComparison().isEqualTo(expected);
    }

    /**
     * 21 drags of 400 failed, 5.25 %, after most of their moves had been seen. With these moves they would be 4.99 % of
     * all, and the p95 finite.
     */
    @Test
    void whatWasSeenOfFailedDragsMakesTheirFailuresNoRarer() {
        double[] drags = new double[400];
        Arrays.fill(drags, 1);
        Arrays.fill(drags, 0, 21, Double.POSITIVE_INFINITY);
        List<MetricValue> samples = new ArrayList<>();
        for (int timing = 1; timing <= 400; timing++) {
            samples.addAll(moves(timing, timing <= 21 ? MOVES - 1 : MOVES, 10));
        }
        assertThat(compare(drags(drags), samples).other()).isInfinite();
        assertValues(values(drags(drags), samples), session(0, 379 * MOVES, 10, 21 * MOVES, Double.POSITIVE_INFINITY));
    }

    /** The moves of a drag that failed, or was spoilt, do not stand for those that one that worked still owes. */
    @Test
    void whatWasSeenOfADragThatDidNotWorkStandsForNoOther() {
        List<MetricValue> samples = concat(concat(moves(1, MOVES - 5, 10), moves(2, 5, 10)), moves(3, MOVES, 10));
        assertValues(
                values(drags(1, Double.POSITIVE_INFINITY, 1), samples),
                session(5, 2 * MOVES - 5, 10, MOVES, Double.POSITIVE_INFINITY));
        assertValues(values(drags(1, Double.NaN, 1), samples), session(5 + MOVES, 2 * MOVES - 5, 10, 0, 0));
    }

    /** As in verdicts. */
    @Test
    void aClipThatWorkedOwesItsSecondsAndAFailedOneThoseOfTheLongest() {
        Metric clip = MetricSource.VIDEO_FRAMES.metric();
        MetricInfo info = new MetricInfo(
                clip.id(), "", clip.unit(), "higher", "p5", clip.source(), null, List.of(DRAG), List.of(), false);
        List<MetricValue> seconds = concat(
                Collections.nCopies(8, new MetricValue(0, DRAG, clip.id(), 1, 100)),
                Collections.nCopies(3, new MetricValue(0, DRAG, clip.id(), 2, 100)));
        List<Response> clips = drags(10_400, Double.POSITIVE_INFINITY);
        assertValues(
                new MetricAccount(info, clip, clips, seconds).values(),
                session(2, 10, Double.NEGATIVE_INFINITY, 8, 100));
    }

    @Test
    void withoutNumbersItIsNotKnownWhoseSamplesTheseAre() {
        List<MetricValue> both = concat(moves(1, MOVES, 10), moves(2, MOVES, 10));
        List<Response> failed = withoutNumbers(drags(1, Double.POSITIVE_INFINITY));
        assertThat(new MetricAccount(INFO, METRIC, failed, both).isKnown()).isFalse();
        assertValues(values(failed, moves(1, MOVES, 10)), session(0, MOVES, 10, MOVES, Double.POSITIVE_INFINITY));
        assertValues(values(withoutNumbers(drags(1, 1)), moves(1, MOVES, 10)), session(MOVES, MOVES, 10, 0, 0));
    }
}
