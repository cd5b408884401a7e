package io.deskmeter.controller.report.export;

import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunReport.SessionFigures;
import java.io.IOException;
import java.util.Objects;

/** Writes {@code sessions.csv}: one row for each load point and session, in the form of {@link TimingCsv}. */
public final class SessionCsv {
    /** The first line, without its end. */
    public static final String HEADER =
            "run,loadPoint,session,agent,discarded,operations,failed,p50AMs,p95AMs,p50BMs,p95BMs,logonMs,missing,workloads,skipped,notDelivered,logonQueuedMs,iterations";

    private SessionCsv() {}

    /** Writes all rows. */
    public static void write(RunReport report, Appendable out) throws IOException {
        out.append(HEADER).append('\n');
        for (SessionFigures session : report.sessions()) {
            out.append(CsvText.cell(report.run().id())).append(',');
            out.append(Integer.toString(session.loadPoint())).append(',');
            out.append(Integer.toString(session.session())).append(',');
            out.append(CsvText.cell(session.agent())).append(',');
            out.append(Boolean.toString(session.discarded())).append(',');
            out.append(Integer.toString(session.operations())).append(',');
            out.append(Integer.toString(session.failed())).append(',');
            out.append(figure(session.p50AMs())).append(',');
            out.append(figure(session.p95AMs())).append(',');
            out.append(figure(session.p50BMs())).append(',');
            out.append(figure(session.p95BMs())).append(',');
            out.append(figure(session.logonMs())).append(',');
            out.append(Integer.toString(session.missing())).append(',');
            out.append(CsvText.cell(String.join(" ", session.workloads()))).append(',');
            out.append(Integer.toString(session.skipped())).append(',');
            out.append(Integer.toString(session.notDelivered())).append(',');
            out.append(figure(Objects.requireNonNullElse(session.logonQueuedMs(), Double.NaN)))
                    .append(',');
            Integer iterations = session.iterations();
            out.append(iterations == null ? "" : iterations.toString()).append('\n');
        }
    }

    private static String figure(double millis) {
        return Double.isFinite(millis) ? TimingCsv.millis(Math.round(millis * 1e6)) : "";
    }
}
