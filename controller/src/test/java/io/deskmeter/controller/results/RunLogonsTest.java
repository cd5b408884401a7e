package io.deskmeter.controller.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.point.LossyPoint;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.measure.expect.ExpectationResult;
import io.deskmeter.measure.expect.Expectations;
import io.deskmeter.measure.point.LogonSummary;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.measure.validity.RunFacts;
import io.deskmeter.workload.run.Expectation;
import io.deskmeter.workload.run.Expectation.Metric;
import io.deskmeter.workload.run.Expectation.Relation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunLogonsTest {
    private static RunLogons logons(int ok, int starting, int lost) {
        List<RunQueries.Logon> stored = new ArrayList<>();
        for (int session = 0; session < ok + starting + lost; session++) {
            double millis = session < ok ? 8000 : Double.NaN;
            stored.add(new RunQueries.Logon(session, "a", session >= ok + starting, false, millis, 0));
        }
        return RunLogons.of(List.of(), stored);
    }

    private static String state(RunLogons logons) {
        Expectation within = new Expectation(Metric.LOGON_P95, Relation.BELOW, 30_000);
        RunFacts facts = new RunFacts(null, List.of(), new RunFacts.Sessions(20, 10, 0), logons.summary(1));
        List<ExpectationResult> results = Expectations.evaluate(List.of(within), facts);
        return results.get(0).state().label();
    }

    /** However long the others had waited, "below 30 s" was met by those that had logged on. */
    @Test
    void thoseThatWereStillStartingAtTheEndAreOpen() {
        RunLogons logons = logons(10, 10, 0);
        OperationSummary table = logons.operation().orElseThrow();
        LogonSummary summary = logons.summary(1);
        assertThat(table.count()).isEqualTo(10).isEqualTo(summary.count());
        assertThat(table.failed()).isZero().isEqualTo(summary.failed());
        assertThat(table.notDelivered()).isEqualTo(10).isEqualTo(summary.notDelivered());
        assertThat(table.p95Ms()).isEqualTo(8000).isEqualTo(summary.p95Ms());
        assertThat(summary.p95WorstMs()).isInfinite();
        assertThat(state(logons)).isEqualTo("inconclusive");
    }

    /** One of forty is beyond the p95, whatever becomes of it. */
    @Test
    void openOnesThatCannotChangeTheAnswerLeaveItDecided() {
        assertThat(state(logons(39, 1, 0))).isEqualTo("met");
    }

    @Test
    void thoseThatWereLostAreInfinitelySlowInBoth() {
        RunLogons logons = logons(10, 0, 10);
        OperationSummary table = logons.operation().orElseThrow();
        assertThat(table.count()).isEqualTo(20).isEqualTo(logons.summary(1).count());
        assertThat(table.failed()).isEqualTo(10).isEqualTo(logons.summary(1).failed());
        assertThat(table.p95Ms()).isInfinite();
        assertThat(state(logons)).isEqualTo("not met");
    }

    /**
     * A load point does not wait for logons once it has failed by others; what became of them later is in the figures
     * of the run.
     */
    @Test
    void thoseThatCameAfterTheirLoadPointHadFailedHaveCome() {
        JudgedPoint failed = LossyPoint.with(LossyPoint.Loss.NO_LOGON).judged();
        List<RunQueries.Logon> stored = new ArrayList<>();
        for (int session = 0; session < LossyPoint.SESSIONS; session++) {
            stored.add(new RunQueries.Logon(session, "a", false, false, 8000, 0));
        }
        assertThat(RunLogons.of(List.of(failed), stored).summary(1).failed()).isZero();
        stored.replaceAll(logon -> new RunQueries.Logon(logon.session(), "a", true, false, Double.NaN, 0));
        assertThat(RunLogons.of(List.of(failed), stored).summary(1).failed()).isEqualTo(LossyPoint.LOST_LOGONS);
    }

    @Test
    void noneOfWhichAnythingIsKnownHaveNoFigure() {
        OperationSummary table = logons(0, 3, 0).operation().orElseThrow();
        assertThat(table.count()).isZero();
        assertThat(table.p95Ms()).isNaN();
        assertThat(state(logons(0, 3, 0))).isEqualTo("inconclusive");
        assertThat(logons(0, 0, 0).operation()).isEmpty();
    }

    /** What the load points know of a logon is more than what is known of its session at the end. */
    @Test
    void thoseThatALoadPointCountsAsRefusedAreRefused() {
        List<RunQueries.Logon> stored = new ArrayList<>();
        for (int session = 0; session < LossyPoint.SESSIONS; session++) {
            stored.add(new RunQueries.Logon(session, "a", false, false, Double.NaN, 0));
        }
        RunLogons logons =
                RunLogons.of(List.of(LossyPoint.with(LossyPoint.Loss.NO_LOGON).judged()), stored);
        assertThat(logons.summary(1).failed()).isEqualTo(LossyPoint.LOST_LOGONS);
        assertThat(logons.operation().orElseThrow().failed()).isEqualTo(LossyPoint.LOST_LOGONS);
        assertThat(state(logons)).isEqualTo("not met");
    }
}
