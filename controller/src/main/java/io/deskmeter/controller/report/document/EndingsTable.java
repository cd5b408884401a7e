package io.deskmeter.controller.report.document;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.LoadPoint.AccountLine;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.evidence.Markup;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * What each load point planned, and how each operation, sample and logon of it ended. Ways in which nothing ended at
 * any load point have no column.
 */
final class EndingsTable {
    private static final List<Way> WAYS = List.of(
            new Way("ok", AccountLine::ok),
            new Way("slow", AccountLine::slow),
            new Way("failed", AccountLine::failed),
            new Way("not reached", AccountLine::notReached),
            new Way("lost", AccountLine::lost),
            new Way("not delivered", AccountLine::notDelivered),
            new Way("unknown", AccountLine::unknown),
            new Way("ended early", AccountLine::endedEarly));

    private final Markup out;
    private final RunReport report;

    private record Way(String title, ToIntFunction<AccountLine> count) {}

    EndingsTable(Markup out, RunReport report) {
        this.out = out;
        this.report = report;
    }

    /** A report of an earlier version has no accounts. */
    boolean isEmpty() {
        return report.loadPoints().stream().allMatch(point -> point.account().isEmpty());
    }

    void write() {
        List<Way> ways = WAYS.stream().filter(this::occurs).toList();
        out.open("div", "class", "scroll").open("table", "class", "figures");
        out.open("caption")
                .element(
                        "span",
                        "What was planned at each load point, and how each of it ended; the ways add up to what was planned."
                                + " A, B and C: operations of the groups; then the samples of metrics, and logons. Failed,"
                                + " not reached and lost count as worse than anything that was measured; what was not"
                                + " delivered, or is unknown, never helps.")
                .close();
        out.open("thead").open("tr").element("th", "Sessions", "scope", "col");
        out.element("th", "Of", "scope", "col", "class", "word").element("th", "planned", "scope", "col");
        ways.forEach(way -> out.element("th", way.title(), "scope", "col"));
        out.close().close().open("tbody");
        report.loadPoints().forEach(point -> rows(point, ways));
        out.close().close().close();
    }

    private boolean occurs(Way way) {
        return report.loadPoints().stream()
                .flatMap(point -> point.account().stream())
                .anyMatch(line -> way.count().applyAsInt(line) > 0);
    }

    private void rows(LoadPoint point, List<Way> ways) {
        for (AccountLine line : point.account()) {
            out.open("tr").element("th", Format.count(point.sessions()), "scope", "row");
            out.element("td", line.of(), "class", "word");
            out.element("td", Format.count(line.planned()));
            ways.forEach(way -> out.element("td", Format.count(way.count().applyAsInt(line))));
            out.close();
        }
    }
}
