package io.deskmeter.controller.report.document;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.LoadPoint.GroupFigures;
import io.deskmeter.controller.point.LoadPoint.Harness;
import io.deskmeter.controller.point.LoadPoint.Resources;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunReport.Check;
import io.deskmeter.controller.report.RunReport.Expected;
import io.deskmeter.evidence.Markup;
import io.deskmeter.measure.expect.ExpectationResult.State;
import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The tables of figures. */
final class ReportTables {
    private static final Set<String> WORDS =
            Set.of("Operation", "Group", "Metric", "Verdict", "Seen", "Check", "In words", "Agent");

    private final Markup out;
    private final RunReport report;
    private final PointOperations operations;

    ReportTables(Markup out, RunReport report) {
        this.out = out;
        this.report = report;
        this.operations = new PointOperations(report);
    }

    void loadPoints() {
        begin("Below each p95 its 95 % interval. A question mark: an interval straddles its threshold, and the p95"
                + " alone decided. Operations that failed, that were not reached because an earlier one had failed, and"
                + " those of lost sessions count as slower than anything. What Deskmeter itself spoilt or lost is not"
                + " known: a verdict holds whatever it was. Working: sessions at work while iterations counted, the"
                + " smallest number and the mean.");
        out.open("thead").open("tr");
        out.element("th", "Sessions", "scope", "col", "rowspan", 2);
        out.element("th", "Verdict", "scope", "col", "rowspan", 2, "class", "word");
        out.element("th", "Group A", "scope", "colgroup", "colspan", 3, "class", "group a");
        out.element("th", "Group B", "scope", "colgroup", "colspan", 3, "class", "group b");
        for (String name : List.of("Logon p95", "Discarded", "Working", "Desktops within", "Schedule lag p95")) {
            out.element("th", name, "scope", "col", "rowspan", 2);
        }
        out.close().open("tr");
        for (int group = 0; group < 2; group++) {
            List.of("p50", "p95", "n (failed / not reached)").forEach(name -> out.element("th", name, "scope", "col"));
        }
        out.close().close().open("tbody");
        report.loadPoints().forEach(this::loadPoint);
        end();
    }

    private void loadPoint(LoadPoint point) {
        out.open("tr", "class", word(point));
        out.element("th", Format.count(point.sessions()), "scope", "row");
        out.open("td", "class", "word");
        badge(out, point);
        remarks(point).forEach(remark -> out.element("span", remark, "class", "under"));
        out.close();
        group(point.figures(Group.A), Group.A);
        group(point.figures(Group.B), Group.B);
        logons(point);
        cell(Format.count(point.discarded()));
        cell(working(point));
        cell(point.desktopsWithinThresholds() + " of " + point.sessions());
        cell(Format.millis(point.scheduleLagP95Ms()));
        out.close();
    }

    /** Notes on a verdict. */
    private static List<String> remarks(LoadPoint point) {
        List<String> remarks = new ArrayList<>();
        if (point.notJudged() != null) {
            remarks.add(point.notJudged());
        }
        LoadPoint.Failure failure = point.failure();
        if (failure != null) {
            remarks.add(failure.words());
        }
        if (point.endedEarly() != null) {
            remarks.add("ended early: " + point.endedEarly());
        }
        if (point.notDelivered() > 0) {
            remarks.add("judged without " + Format.count(point.notDelivered())
                    + " operations that Deskmeter itself spoilt or lost");
        }
        return remarks;
    }

    private static String working(LoadPoint point) {
        Integer least = point.leastWorking();
        return least == null ? Format.NONE : least + " / " + String.format(Locale.ROOT, "%.1f", point.meanWorking());
    }

    /** Pass or fail, and whether that is sure; neither where the point says nothing of the platform. */
    static void badge(Markup out, LoadPoint point) {
        if (point.notJudged() != null) {
            out.element("span", point.verdictWords(), "class", "badge open");
            return;
        }
        String word = word(point);
        boolean sure = word.equals(Format.verdict(point.verdict()));
        out.element("span", sure ? word : word + "?", "class", "badge " + word);
    }

    private static String word(LoadPoint point) {
        if (point.notJudged() != null) {
            return "not-judged";
        }
        return point.pass() ? "pass" : "fail";
    }

    /** The p95 of the logons that were asked for with a point, and its interval. */
    private void logons(LoadPoint point) {
        LoadPoint.LogonFigures logons = point.logons();
        if (logons == null || logons.count() == 0) {
            cell(Format.NONE);
            return;
        }
        boolean broken =
                point.criteria().stream().anyMatch(one -> one.criterion().equals(Criterion.LOGON) && !one.kept());
        out.open("td").element("span", Format.millis(logons.p95Ms()), "class", broken ? "beyond" : "within");
        out.element("span", Format.interval(logons.p95Ci()), "class", "under").close();
    }

    private void group(GroupFigures figures, Group group) {
        cell(Format.millis(figures.p50Ms()));
        out.open("td")
                .element(
                        "span",
                        Format.millis(figures.p95Ms()),
                        "class",
                        beyond(figures.p95Ms(), group) ? "beyond" : "within");
        out.element("span", Format.interval(figures.p95Ci()), "class", "under").close();
        cell(Format.count(figures.count()) + " (" + Format.count(figures.failed()) + " / "
                + Format.count(figures.skipped()) + ")");
    }

    void resources() {
        begin("Resources while steady, of the hosts that hold the sessions, and of the generator on which the"
                + " harness took most. Percent of all cores of a host; the harness is part of it.");
        header(
                "Sessions",
                "Host CPU",
                "highest",
                "Host memory",
                "Harness CPU",
                "of the host's",
                "Harness memory",
                "Disk read",
                "written",
                "Network in",
                "out",
                "Generator",
                "CPU",
                "Harness CPU there");
        for (LoadPoint point : report.loadPoints()) {
            Resources host = point.resources();
            Harness harness = point.harness();
            out.open("tr").element("th", Format.count(point.sessions()), "scope", "row");
            cell(Format.percent(host.cpuPct()));
            cell(Format.percent(host.cpuMaxPct()));
            cell(Format.memory(host.memUsedMb()));
            cell(Format.percent(harness.cpuPct()));
            cell(Format.percent(100 * harness.cpuPct() / host.cpuPct()));
            cell(Format.memory(harness.memMb()));
            cell(Format.rate(host.diskReadMbPerS()));
            cell(Format.rate(host.diskWrittenMbPerS()));
            cell(Format.rate(host.networkReceivedMbPerS()));
            cell(Format.rate(host.networkSentMbPerS()));
            cell(harness.generatorHost().isEmpty() ? "–" : harness.generatorHost());
            cell(Format.percent(harness.generatorHostCpuPct()));
            cell(Format.percent(harness.generatorCpuPct()));
            out.close();
        }
        end();
    }

    /** One row per operation, one column per load point. */
    void operationsOverview() {
        begin("p95 of each operation over sessions. Beyond the group's threshold in bold.");
        out.open("thead").open("tr").element("th", "Operation", "scope", "col", "class", "word");
        out.element("th", "Group", "scope", "col", "class", "word");
        report.loadPoints().forEach(p -> out.element("th", Format.count(p.sessions()), "scope", "col"));
        out.close().close().open("tbody");
        groups().forEach((name, group) -> {
            out.open("tr").element("th", name, "scope", "row", "class", "word");
            cell(group.name(), "word group " + group.name().toLowerCase(Locale.ROOT));
            report.loadPoints().forEach(p -> overview(name, group, p));
            out.close();
        });
        end();
    }

    private void overview(String name, Group group, LoadPoint point) {
        double p95 = operations.of(point).stream()
                .filter(summary -> name(summary).equals(name))
                .findFirst()
                .map(OperationSummary::p95Ms)
                .orElse(Double.NaN);
        cell(Format.millis(p95), beyond(p95, group) ? "beyond" : "");
    }

    private static String name(OperationSummary summary) {
        return summary.workload() + "/" + summary.operation();
    }

    /** The group of each operation. */
    private Map<String, Group> groups() {
        Map<String, Group> groups = new LinkedHashMap<>();
        report.loadPoints()
                .forEach(point ->
                        operations.of(point).forEach(summary -> groups.putIfAbsent(name(summary), summary.group())));
        return groups;
    }

    void operations(LoadPoint point) {
        begin("Operations at " + Format.sessions(point.sessions()));
        header(
                "Operation",
                "Group",
                "n",
                "failed",
                "not reached",
                "not delivered",
                "p50",
                "p95",
                "p99",
                "resolution p95");
        operations.of(point).forEach(summary -> {
            out.open("tr").element("th", name(summary), "scope", "row", "class", "word");
            cell(summary.group().name(), "word");
            cell(Format.count(summary.count()));
            cell(Format.count(summary.failed()));
            cell(Format.count(summary.skipped()));
            cell(Format.count(summary.notDelivered()));
            cell(Format.millis(summary.p50Ms()));
            cell(Format.millis(summary.p95Ms()), beyond(summary.p95Ms(), summary.group()) ? "beyond" : "");
            cell(Format.millis(summary.p99Ms()));
            cell(Format.millis(summary.resolutionP95Ms()));
            out.close();
        });
        end();
        handled(point);
    }

    /** Responses with such a window in them are longer for a reason that is not the platform's speed. */
    private void handled(LoadPoint point) {
        String names = operations.of(point).stream()
                .filter(summary -> summary.handled() > 0)
                .map(summary -> name(summary) + " " + Format.count(summary.handled()))
                .collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            out.element(
                    "p",
                    "Windows that handlers dismissed: " + names
                            + ". The time until a window had gone is part of the response of its operation.");
        }
    }

    void expectations() {
        begin("The profile's expectations. An expectation that cannot be evaluated counts as not met.");
        header("Metric", "Expected", "Verdict", "Seen");
        for (Expected expected : report.expectations()) {
            boolean met = expected.state().equals(State.MET.label());
            out.open("tr").element("th", expected.metric(), "scope", "row", "class", "word");
            cell(expected.expected());
            out.open("td", "class", "word")
                    .element("span", expected.state(), "class", "badge " + (met ? "pass" : "fail"))
                    .close();
            cell(expected.words(), "word");
            out.close();
        }
        end();
    }

    void validity() {
        begin("The validity checks. A run beyond a limit is invalid.");
        header("Check", "Value", "Bound", "Verdict", "In words");
        for (Check check : report.validity()) {
            boolean known = Double.isFinite(check.value());
            out.open("tr").element("th", check.check(), "scope", "row", "class", "word");
            cell(figure(check.value(), check.unit()));
            cell(figure(check.bound(), check.unit()));
            out.open("td", "class", "word");
            out.element(
                    "span",
                    known ? (check.kept() ? "kept" : "broken") : "not known",
                    "class",
                    "badge " + (check.kept() ? "pass" : "fail"));
            out.close();
            cell(check.words(), "word");
            out.close();
        }
        end();
    }

    private static String figure(double value, String unit) {
        return unit.equals("%") ? Format.percent(value) : Format.millis(value);
    }

    /** The duration of all logons of the run; those that never came are slower than any other. */
    void logons() {
        OperationSummary logons = operations.logons();
        if (logons == null) {
            out.element("p", "No logons were timed.");
            return;
        }
        String failed = logons.failed() == 0
                ? ""
                : "; " + Format.count(logons.failed())
                        + " of them were refused, lost or never came, which counts as slower than any other";
        String open = logons.notDelivered() == 0
                ? ""
                : "; of " + Format.count(logons.notDelivered()) + " more it is not known how they ended";
        out.element(
                "p",
                Format.count(logons.count()) + " logons, from the start of the desktop to its first usable frame: p50 "
                        + Format.millis(logons.p50Ms()) + ", p95 " + Format.millis(logons.p95Ms()) + ", p99 "
                        + Format.millis(logons.p99Ms()) + failed + open + ".");
    }

    /** The sessions of one load point. */
    void sessions(int loadPoint) {
        begin("Steady operations of each session");
        header(
                "Session",
                "Agent",
                "n",
                "failed",
                "not reached",
                "not delivered",
                "A p50",
                "A p95",
                "B p50",
                "B p95",
                "Logon");
        Map<String, String> agents = report.agentNames();
        report.sessions().stream().filter(s -> s.loadPoint() == loadPoint).forEach(session -> {
            out.open("tr")
                    .element("th", session.session() + (session.discarded() ? " (discarded)" : ""), "scope", "row");
            cell(agents.getOrDefault(session.agent(), session.agent()), "word");
            cell(Format.count(session.operations()));
            cell(Format.count(session.failed()));
            cell(Format.count(session.skipped()));
            cell(Format.count(session.notDelivered()));
            cell(Format.millis(session.p50AMs()));
            cell(Format.millis(session.p95AMs()), beyond(session.p95AMs(), Group.A) ? "beyond" : "");
            cell(Format.millis(session.p50BMs()));
            cell(Format.millis(session.p95BMs()), beyond(session.p95BMs(), Group.B) ? "beyond" : "");
            cell(Format.millis(session.logonMs()));
            out.close();
        });
        end();
    }

    /** Words in two or more columns. */
    void words(String caption, List<String> header, List<List<String>> rows) {
        begin(caption, "words");
        out.open("thead").open("tr");
        header.forEach(name -> out.element("th", name, "scope", "col", "class", "word"));
        out.close().close().open("tbody");
        for (List<String> row : rows) {
            out.open("tr").element("th", row.get(0), "scope", "row", "class", "word");
            row.subList(1, row.size()).forEach(value -> cell(value, "word"));
            out.close();
        }
        end();
    }

    private boolean beyond(double millis, Group group) {
        return millis > report.thresholds().getOrDefault(group, Double.POSITIVE_INFINITY);
    }

    private void begin(String caption) {
        begin(caption, "figures");
    }

    private void begin(String caption, String style) {
        out.open("div", "class", "scroll").open("table", "class", style);
        out.open("caption").element("span", caption).close();
    }

    private void header(String... names) {
        out.open("thead").open("tr");
        for (String name : names) {
            boolean word = WORDS.contains(name);
            out.element("th", name, "scope", "col", "class", word ? "word" : "number");
        }
        out.close().close().open("tbody");
    }

    private void cell(String text) {
        out.element("td", text);
    }

    private void cell(String text, String style) {
        out.element("td", text, "class", style);
    }

    private void end() {
        out.close().close().close();
    }
}
