package io.deskmeter.controller.report.document;

import io.deskmeter.controller.point.CriterionFigures;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.MetricFigures;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.evidence.Markup;
import org.jspecify.annotations.Nullable;

/** The tables of what the workloads measured beside responses. */
final class MetricTables {
    private final Markup out;
    private final RunReport report;

    MetricTables(Markup out, RunReport report) {
        this.out = out;
        this.report = report;
    }

    /** One table for each metric, one row for each load point. */
    void metrics() {
        report.metrics().forEach(this::metric);
        out.element(
                "p",
                "An operation that failed or was lost counts as worse than any sample; its number is in parentheses. Samples that are not known"
                        + " enter no figure. Every sample is in samples.csv.",
                "class",
                "legend");
    }

    private void metric(MetricInfo metric) {
        String limit = metric.limitWords().map(words -> "Limit: " + words + ".").orElse("No limit is set.");
        out.open("div", "class", "scroll").open("table", "class", "figures");
        out.open("caption").element("span", metric.title() + ". " + limit).close();
        out.open("thead").open("tr");
        header("Sessions", "number");
        header("Verdict", "word");
        for (String name : new String[] {metric.statistic(), "n (failed)", "unknown", "mean", "p5", "p50", "p95"}) {
            header(name, "number");
        }
        out.close().close().open("tbody");
        for (LoadPoint point : report.loadPoints()) {
            point.metrics().stream()
                    .filter(figures -> figures.metric().equals(metric.id()))
                    .forEach(figures -> row(metric, point, figures));
        }
        out.close().close().close();
    }

    private void header(String name, String style) {
        out.element("th", name, "scope", "col", "class", style);
    }

    private void row(MetricInfo metric, LoadPoint point, MetricFigures figures) {
        String unit = metric.statisticUnit();
        CriterionFigures criterion = point.criteria().stream()
                .filter(one -> one.criterion().equals(metric.id()))
                .findFirst()
                .orElse(null);
        out.open("tr").element("th", Format.count(point.sessions()), "scope", "row");
        verdict(criterion, figures);
        boolean beyond = criterion != null && criterion.judged() && !criterion.kept();
        out.open("td").element("span", Format.value(unit, figures.value()), "class", beyond ? "beyond" : "within");
        out.element("span", Format.interval(unit, figures.interval()), "class", "under")
                .close();
        out.element("td", Format.count(figures.count()) + " (" + Format.count(figures.failed()) + ")");
        out.element("td", Format.count(figures.unknown()));
        for (double figure : new double[] {figures.mean(), figures.p5(), figures.p50(), figures.p95()}) {
            out.element("td", Format.value(metric.unit(), figure));
        }
        out.close();
    }

    /** Kept or broken, and whether that is sure; nothing where no limit is set. */
    private void verdict(@Nullable CriterionFigures criterion, MetricFigures figures) {
        out.open("td", "class", "word");
        if (criterion == null || !criterion.judged()) {
            out.text(Format.NONE);
        } else {
            String word = criterion.kept() ? "pass" : "fail";
            boolean sure = word.equals(Format.verdict(criterion.verdict()));
            out.element("span", sure ? word : word + "?", "class", "badge " + word);
        }
        if (!figures.reason().isEmpty()) {
            out.element("span", figures.reason(), "class", "under");
        }
        out.close();
    }
}
