package io.deskmeter.controller.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.LossyPoint;
import io.deskmeter.controller.point.LossyPoint.Loss;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.view.RunSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the command line prints of losses. */
class ResultTableTest {
    private static String print(LossyPoint point) {
        Instant at = Instant.parse("2026-03-14T09:26:53Z");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ResultTable(new PrintStream(out, true, StandardCharsets.UTF_8))
                .print(new RunSnapshot(
                        "r-1",
                        "A test",
                        "test",
                        "fixed",
                        7,
                        List.of(),
                        RunState.FINISHED.label(),
                        RunState.FINISHED.title(),
                        true,
                        List.of(),
                        at,
                        at,
                        new RunSnapshot.StageView(at, 0, 0, 0, 0, "", null, ""),
                        List.of(),
                        RunCounts.NONE,
                        List.of(),
                        List.of(),
                        List.of(LoadPoint.of(point.judged())),
                        null,
                        null,
                        List.of()));
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The cells of the first row of that table. */
    private static List<String> row(String printed, String begin) {
        return printed.lines()
                .filter(line -> line.contains(begin))
                .findFirst()
                .map(line -> Arrays.asList(line.strip().split(" {2,}")))
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void saysOfEachLossWhoseItIs(Loss loss) {
        String printed = print(LossyPoint.with(loss));
        List<String> point = printed.lines()
                .filter(line -> line.strip().startsWith("20  "))
                .findFirst()
                .map(line -> Arrays.asList(line.strip().split(" {2,}")))
                .orElseThrow();
        String verdict = point.get(point.size() - 1);
        if (loss.isOfPlatform()) {
            assertThat(verdict).isEqualTo("fail");
        } else {
            assertThat(verdict).startsWith("fail, uncertain");
        }
        if (Set.of(Loss.SPOILT, Loss.REASON_NOT_DELIVERED, Loss.NOT_DELIVERED).contains(loss)) {
            assertThat(verdict).contains(2 * LossyPoint.LOST + " operations not delivered");
        }
        if (loss.isOfPlatformsResponses()) {
            assertThat(point.get(1)).contains("/∞");
            int each = loss == Loss.FAILED ? 1 : 2;
            assertThat(point.get(3)).isEqualTo("" + each * LossyPoint.LOST);
        } else {
            assertThat(point.get(3)).isEqualTo("0");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Loss.class,
            names = {"FAILED", "NOT_REACHED", "LOST", "SPOILT", "REASON_NOT_DELIVERED", "NOT_DELIVERED", "UNKNOWN"})
    void countsTheSamplesOfALimit(Loss loss) {
        List<String> row = row(print(LossyPoint.with(loss)), "p5 of picture-similarity");
        assertThat(row.get(5)).isEqualTo(loss.isOfPlatform() ? "" + LossyPoint.LOST : "0");
        assertThat(row.get(6)).isEqualTo(loss.isOfPlatform() ? "0" : "" + LossyPoint.LOST);
        assertThat(row.get(7)).startsWith(loss.isOfPlatform() ? "fail" : "undecided (");
    }

    @Test
    void countsLogonsLikewise() {
        List<String> refused = row(print(LossyPoint.with(Loss.NO_LOGON)), "p95 of logon.p95");
        assertThat(refused.get(5)).isEqualTo("" + LossyPoint.LOST_LOGONS);
        assertThat(refused.get(7)).isEqualTo("fail");
        List<String> untold = row(print(LossyPoint.with(Loss.LOGON_NOT_DELIVERED)), "p95 of logon.p95");
        assertThat(untold.get(6)).isEqualTo("" + LossyPoint.LOST_LOGONS);
        assertThat(untold.get(7)).startsWith("undecided (");
    }

    @Test
    void aPointWithoutLossesPasses() {
        assertThat(print(LossyPoint.without())).contains("  pass\n").doesNotContain("∞", "undecided", "not delivered");
    }
}
