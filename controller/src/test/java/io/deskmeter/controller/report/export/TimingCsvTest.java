package io.deskmeter.controller.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimingCsvTest {
    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    @Test
    void writesTheContract() throws IOException {
        StringBuilder out = new StringBuilder();
        TimingCsv csv = new TimingCsv(out);
        csv.write("r-1", new TimingPoint(1, true, ok("office/writer", 87_654_321)));
        csv.write("r-1", new TimingPoint(2, false, failed(Outcome.TIMEOUT, true)));
        csv.write("r-1", new TimingPoint(2, false, failed(Outcome.SKIPPED, false)));
        assertThat(out).hasToString("""
                run,loadPoint,session,iteration,steady,workload,operation,group,outcome,firedAt,responseMs,resolutionMs,lagMs,thinkMs,sequence,detail,handled
                r-1,1,3,2,true,office/writer,modify,A,ok,2026-03-14T09:26:53.589793Z,87.654,16.667,-0.250,2000.500,1,,2
                r-1,2,3,2,false,office/calc,open,B,timeout,2026-03-14T09:26:53.000000Z,,,0.001,0.000,2,"Loading, for 30 s",0
                r-1,2,3,2,false,office/calc,open,B,skipped,,,,,0.000,2,"Loading, for 30 s",0
                """);
    }

    @Test
    void quotesWhatNeedsIt() throws IOException {
        StringBuilder out = new StringBuilder();
        TimingCsv csv = new TimingCsv(out);
        csv.write("a,b", new TimingPoint(1, true, ok("say \"hi\"\nthere", 1_000_000)));
        assertThat(out.toString()).contains("\n\"a,b\",1,3,2,true,\"say \"\"hi\"\"\nthere\",modify,");
    }

    @Test
    void isTheSameInEveryLocale() throws IOException {
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        StringBuilder out = new StringBuilder();
        new TimingCsv(out).write("r", new TimingPoint(1, true, ok("w", 1_234_567)));
        assertThat(out.toString())
                .endsWith("r,1,3,2,true,w,modify,A,ok,2026-03-14T09:26:53.589793Z,1.235,16.667,-0.250,2000.500,1,,2\n");
    }

    private static Timing ok(String workload, long responseNanos) {
        long fired = -7_000_000;
        long shown = fired + responseNanos;
        return Timing.builder(workload, "modify", Group.A, Outcome.OK)
                .session(3)
                .sequence(1)
                .iteration(2)
                .wallFiredAt(Instant.parse("2026-03-14T09:26:53.589793238Z"))
                .thinkNanos(2_000_500_000L)
                .intendedAt(fired + 250_000)
                .firedAt(fired)
                .lastWithoutAt(shown - 16_666_600)
                .shownAt(shown)
                .handled(2)
                .build();
    }

    private static Timing failed(Outcome outcome, boolean fired) {
        long firedAt = fired ? 1_000 : Timing.NEVER;
        Instant wall = Instant.parse("2026-03-14T09:26:53Z");
        return Timing.builder("office/calc", "open", Group.B, outcome)
                .session(3)
                .sequence(2)
                .iteration(2)
                .wallFiredAt(wall)
                .intendedAt(0)
                .firedAt(firedAt)
                .detail("Loading,\r\nfor 30 s")
                .build();
    }
}
