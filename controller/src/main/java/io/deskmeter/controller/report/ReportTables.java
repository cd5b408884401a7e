package io.deskmeter.controller.report;

import io.deskmeter.controller.report.RunReport.GroupFigures;
import io.deskmeter.controller.report.RunReport.Harness;
import io.deskmeter.controller.report.RunReport.LoadPoint;
import io.deskmeter.controller.report.RunReport.Resources;
import io.deskmeter.evidence.Markup;
import io.deskmeter.measure.OperationSummary;
import io.deskmeter.workload.Group;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The tables of figures. */
final class ReportTables {
    private final Markup out;
    private final RunReport report;

    ReportTables(Markup out, RunReport report) {
        this.out = out;
        this.report = report;
    }

    void loadPoints() {
        begin(
                "Below each p95 its 95 % interval. A question mark: an interval straddles its threshold, and the p95 alone decided."
                        + " Failed operations count as slower than anything.");
        out.open("thead").open("tr");
        out.element("th", "Sessions", "scope", "col", "rowspan", 2);
        out.element("th", "Verdict", "scope", "col", "rowspan", 2, "class", "word");
        out.element("th", "Group A", "scope", "colgroup", "colspan", 3, "class", "group a");
        out.element("th", "Group B", "scope", "colgroup", "colspan", 3, "class", "group b");
        for (String name : List.of("Skipped", "Discarded", "Desktops within", "Lag p95")) {
            out.element("th", name, "scope", "col", "rowspan", 2);
        }
        out.close().open("tr");
        for (int group = 0; group < 2; group++) {
            List.of("p50", "p95", "n (failed)").forEach(name -> out.element("th", name, "scope", "col"));
        }
        out.close().close().open("tbody");
        report.loadPoints().forEach(this::loadPoint);
        end();
    }

    private void loadPoint(LoadPoint point) {
        out.open("tr", "class", point.pass() ? "pass" : "fail");
        out.element("th", Format.count(point.sessions()), "scope", "row");
        out.open("td", "class", "word");
        badge(out, point);
        out.close();
        group(point.figures(Group.A), Group.A);
        group(point.figures(Group.B), Group.B);
        cell(Format.count(
                point.figures(Group.A).skipped() + point.figures(Group.B).skipped()));
        cell(Format.count(point.discarded()));
        cell(point.desktopsWithinThresholds() + " of " + point.sessions());
        cell(Format.millis(point.scheduleLagP95Ms()));
        out.close();
    }

    /** Pass or fail, and whether that is sure. */
    static void badge(Markup out, LoadPoint point) {
        String word = point.pass() ? "pass" : "fail";
        boolean sure = word.equals(Format.verdict(point.verdict()));
        out.element("span", sure ? word : word + "?", "class", "badge " + word);
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
        cell(Format.count(figures.count()) + " (" + Format.count(figures.failed()) + ")");
    }

    void resources() {
        begin("Resources while steady. Percent of all cores; the harness is part of the host.");
        header("Sessions", "Host CPU", "highest", "Host memory", "Harness CPU", "of the host's", "Harness memory");
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
        byName().forEach((name, summaries) -> {
            Group group = summaries.get(0).group();
            out.open("tr").element("th", name, "scope", "row", "class", "word");
            cell(group.name(), "word group " + group.name().toLowerCase(Locale.ROOT));
            report.loadPoints().forEach(p -> overview(summaries, p.sessions()));
            out.close();
        });
        end();
    }

    private void overview(List<OperationSummary> summaries, int sessions) {
        Optional<OperationSummary> at =
                summaries.stream().filter(s -> s.sessions() == sessions).findFirst();
        double p95 = at.map(OperationSummary::p95Ms).orElse(Double.NaN);
        cell(Format.millis(p95), beyond(p95, summaries.get(0).group()) ? "beyond" : "");
    }

    private Map<String, List<OperationSummary>> byName() {
        Map<String, List<OperationSummary>> byName = new LinkedHashMap<>();
        for (OperationSummary summary : report.operations()) {
            byName.computeIfAbsent(summary.workload() + "/" + summary.operation(), name -> new ArrayList<>())
                    .add(summary);
        }
        return byName;
    }

    void operations(int sessions) {
        begin("Operations at " + Format.sessions(sessions));
        header("Operation", "Group", "n", "failed", "p50", "p95", "p99", "resolution p95");
        report.operations().stream().filter(s -> s.sessions() == sessions).forEach(summary -> {
            out.open("tr")
                    .element("th", summary.workload() + "/" + summary.operation(), "scope", "row", "class", "word");
            cell(summary.group().name(), "word");
            cell(Format.count(summary.count()));
            cell(Format.count(summary.failed()));
            cell(Format.millis(summary.p50Ms()));
            cell(Format.millis(summary.p95Ms()), beyond(summary.p95Ms(), summary.group()) ? "beyond" : "");
            cell(Format.millis(summary.p99Ms()));
            cell(Format.millis(summary.resolutionP95Ms()));
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
        out.open("div", "class", "scroll").open("table", "class", style).element("caption", caption);
    }

    private void header(String... names) {
        out.open("thead").open("tr");
        for (String name : names) {
            boolean word = name.equals("Operation") || name.equals("Group");
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
