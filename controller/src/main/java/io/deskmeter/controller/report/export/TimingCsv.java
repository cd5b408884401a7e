package io.deskmeter.controller.report.export;

import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Writes {@code timings.csv} row by row: quoting of RFC 4180, texts that look like formulas behind an apostrophe, lines
 * end with a line feed, dot decimals. Load points count from 1; sessions and iterations from 0, as everywhere.
 * {@code firedAt} is the wall clock in UTC with microseconds; all durations are milliseconds with three decimals; a
 * field is empty if there is no such figure. {@code thinkMs} is the planned pause; {@code sequence} the number of the
 * timing within its session, as {@code timing} of {@link SampleCsv}; {@code detail} says why an operation failed, in
 * one line; {@code handled} how often a handler gave input for a window. Columns that are added later follow those that
 * were there.
 */
public final class TimingCsv {
    /** The first line, without its end. */
    public static final String HEADER =
            "run,loadPoint,session,iteration,steady,workload,operation,group,outcome,firedAt,"
                    + "responseMs,resolutionMs,lagMs,thinkMs,sequence,detail,handled";

    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final Pattern LINE_BREAK = Pattern.compile("\\R");

    private final Appendable out;

    /** Writes the header. */
    public TimingCsv(Appendable out) throws IOException {
        this.out = out;
        out.append(HEADER).append('\n');
    }

    /** Writes one row. */
    public void write(String run, TimingPoint point) throws IOException {
        Timing timing = point.timing();
        boolean fired = timing.firedAt() != Timing.NEVER;
        boolean ok = timing.outcome() == Outcome.OK;
        out.append(CsvText.cell(run)).append(',');
        out.append(Integer.toString(point.loadPoint())).append(',');
        out.append(Integer.toString(timing.session())).append(',');
        out.append(Integer.toString(timing.iteration())).append(',');
        out.append(Boolean.toString(point.steady())).append(',');
        out.append(CsvText.cell(timing.workload())).append(',');
        out.append(CsvText.cell(timing.operation())).append(',');
        out.append(timing.group().name()).append(',');
        out.append(timing.outcome().label()).append(',');
        out.append(fired ? micros(timing.wallFiredAt()) : "").append(',');
        out.append(ok ? millis(timing.responseNanos()) : "").append(',');
        out.append(ok ? millis(timing.resolutionNanos()) : "").append(',');
        out.append(fired ? millis(timing.lagNanos()) : "").append(',');
        out.append(millis(timing.thinkNanos())).append(',');
        out.append(Long.toString(timing.sequence())).append(',');
        out.append(CsvText.cell(onOneLine(timing.detail()))).append(',');
        out.append(Integer.toString(timing.handled())).append('\n');
    }

    /** A row is a line, also to those who count lines. */
    private static String onOneLine(String text) {
        return LINE_BREAK.matcher(text).replaceAll(" ");
    }

    static String micros(Instant instant) {
        return MICROS.format(instant);
    }

    /** Rounded to the nearest microsecond; without a formatter, whose digits would depend on the locale. */
    static String millis(long nanos) {
        long micros = Math.round(nanos / 1000.0);
        long size = Math.abs(micros);
        String fraction = Long.toString(1000 + size % 1000).substring(1);
        return (micros < 0 ? "-" : "") + size / 1000 + "." + fraction;
    }
}
