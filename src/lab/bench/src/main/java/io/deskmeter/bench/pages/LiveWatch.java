package io.deskmeter.bench.pages;

import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.process.ProcessTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The page of a live run, open while a pointer moves over its sessions, and half of the time with its charts in view:
 * frames and cost in a normal browser, memory there and in a browser that compiles nothing. Compiled code grows until
 * all frequently used code is compiled; without it, the heap contains only what the page itself keeps.
 */
final class LiveWatch {
    private static final int SAMPLE_SECONDS = 30;
    /** The rank of the slowest twentieth. */
    private static final double FIVE_PERCENT = 0.05;

    private final LiveRun run;
    private final Chromium chromium;
    private final LivePage page;
    private final LivePage interpreted;
    private final ProcessTree browser;
    private final BenchReport report;
    private final List<Double> fps = new ArrayList<>();
    private final List<Double> gaps = new ArrayList<>();

    private LiveWatch(LiveRun run, Chromium chromium, LivePage page, LivePage interpreted, BenchReport report)
            throws IOException {
        this.run = run;
        this.chromium = chromium;
        this.page = page;
        this.interpreted = interpreted;
        this.browser = chromium.tree();
        this.report = report;
    }

    /** Measures for the duration of the plan, and adds the figures to the report. */
    static void watch(PagesPlan plan, LiveRun run, Browsers browsers, BenchReport report)
            throws IOException, InterruptedException {
        run.letIn(browsers);
        try (Chromium chromium = browsers.start();
                Chromium without = browsers.start(Chromium.Make.WITHOUT_COMPILER)) {
            LivePage page = LivePage.open(chromium, run.page(), plan.seed());
            LivePage interpreted = LivePage.open(without, run.page(), plan.seed());
            new LiveWatch(run, chromium, page, interpreted, report).run(plan);
            chromium.picture(plan.out().resolve("live.png"));
        }
    }

    /** The costs so far; seconds of CPU time except the first value. */
    private record Costs(long at, double browser, double controller, double agents, Map<String, Double> page) {
        double percent(double before, double after, Costs since) {
            return FigureStatistics.round((after - before) * 100 / seconds(since));
        }

        double seconds(Costs since) {
            return (at - since.at) / 1e9;
        }
    }

    private Costs costs() throws IOException {
        return new Costs(
                System.nanoTime(),
                browser.cpuNanos().own() / 1e9,
                run.controllerCpuNanos() / 1e9,
                run.agentsCpuNanos() / 1e9,
                chromium.metrics());
    }

    private void run(PagesPlan plan) throws IOException, InterruptedException {
        chromium.value("deskmeterProbe.watch()");
        sample(0, costs());
        int timings = run.timings();
        Costs first = costs();
        for (int second = 1; second <= plan.duration().toSeconds(); second++) {
            long due = first.at + TimeUnit.SECONDS.toNanos(second);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            for (LivePage one : List.of(page, interpreted)) {
                one.wander();
                if (second % SAMPLE_SECONDS == SAMPLE_SECONDS / 2) {
                    one.toCharts();
                }
            }
            if (second % SAMPLE_SECONDS == 0) {
                sample(second, first);
            }
        }
        result(first, costs(), run.timings() - timings);
    }

    private void sample(int second, Costs since) throws IOException {
        List<Double> seen = frames();
        Costs now = costs();
        // The benchmark's garbage collections stop the page: their time is excluded from the frames.
        interpreted.note(second);
        interpreted.toTop();
        Map<String, Double> metrics = page.note(second);
        page.toTop();
        chromium.value("deskmeterProbe.forget()");
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("second", second);
        row.put("framesPerSecondMin", FigureStatistics.round(FigureStatistics.quantile(seen, 0)));
        row.put("framesPerSecondMedian", FigureStatistics.round(FigureStatistics.quantile(seen, 0.5)));
        row.put("heapMb", FigureStatistics.round(page.heapMb()));
        row.put("heapWithoutCompilerMb", FigureStatistics.round(interpreted.heapMb()));
        row.put("domNodes", metrics.get("Nodes"));
        row.put("listeners", metrics.get("JSEventListeners"));
        row.put("browserCpuPct", second == 0 ? null : now.percent(since.browser, now.browser, since));
        report.add(row);
    }

    /** Frames per second of each second since the last call. */
    private List<Double> frames() {
        List<Double> seen = new ArrayList<>();
        if (chromium.value("deskmeterProbe.windows()") instanceof List<?> windows) {
            for (Object window : windows) {
                if (window instanceof List<?> pair
                        && pair.get(0) instanceof Number rate
                        && pair.get(1) instanceof Number gap) {
                    seen.add(rate.doubleValue());
                    gaps.add(gap.doubleValue());
                }
            }
        }
        fps.addAll(seen);
        return seen;
    }

    private void result(Costs first, Costs last, int timings) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("secondsWatched", FigureStatistics.round(last.seconds(first)));
        result.put("timingsPerSecond", FigureStatistics.round(timings / last.seconds(first)));
        result.put("framesPerSecondMin", FigureStatistics.round(FigureStatistics.quantile(fps, 0)));
        result.put("framesPerSecondP5", FigureStatistics.round(FigureStatistics.quantile(fps, FIVE_PERCENT)));
        result.put("framesPerSecondMedian", FigureStatistics.round(FigureStatistics.quantile(fps, 0.5)));
        result.put(
                "secondsBelow30Frames", fps.stream().filter(rate -> rate < 30).count());
        result.put("longestFrameMs", FigureStatistics.round(FigureStatistics.quantile(gaps, 1)));
        result.put("longestFrameOfASecondMedianMs", FigureStatistics.round(FigureStatistics.quantile(gaps, 0.5)));
        memory(result, "heap", page);
        memory(result, "heapWithoutCompiler", interpreted);
        result.put("domNodesPerHour", FigureStatistics.round(page.nodesLine().perUnit()));
        result.put(
                "domNodesPerHourPlusMinus",
                FigureStatistics.round(page.nodesLine().plusMinus()));
        result.put("browserCpuPct", last.percent(first.browser, last.browser, first));
        result.put("controllerCpuPct", last.percent(first.controller, last.controller, first));
        result.put("agentsCpuPct", last.percent(first.agents, last.agents, first));
        for (String part : List.of("ScriptDuration", "LayoutDuration", "RecalcStyleDuration", "TaskDuration")) {
            double before = first.page.getOrDefault(part, Double.NaN);
            double after = last.page.getOrDefault(part, Double.NaN);
            result.put("page" + part + "Pct", last.percent(before, after, first));
        }
        report.result(result);
    }

    private static void memory(Map<String, @Nullable Object> result, String name, LivePage of) {
        FigureStatistics.Line line = of.heapLine();
        result.put(name + "SettledMb", FigureStatistics.round(of.settledHeapMb()));
        result.put(name + "LastMb", FigureStatistics.round(of.heapMb()));
        result.put(name + "MbPerHour", FigureStatistics.round(line.perUnit()));
        result.put(name + "MbPerHourPlusMinus", FigureStatistics.round(line.plusMinus()));
    }
}
