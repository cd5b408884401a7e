package io.deskmeter.bench.pages;

import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.process.ProcessTree;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The page of a live run, left open while a pointer wanders over its sessions, and half of the time over its charts: frames, memory, cost. */
final class LiveWatch {
    private static final Duration QUIET = Duration.ofMillis(100);
    private static final int SAMPLE_SECONDS = 30;
    private static final double MB = 1 << 20;
    /** Of the shares of a 95 % quantile from below. */
    private static final double FIVE_PERCENT = 0.05;

    private final LiveRun run;
    private final Chromium chromium;
    private final ProcessTree browser;
    private final BenchReport report;
    private final List<Double> fps = new ArrayList<>();
    private final List<Double> gaps = new ArrayList<>();
    private final List<double[]> heap = new ArrayList<>();
    private final List<double[]> nodes = new ArrayList<>();
    private final Random random;

    private LiveWatch(LiveRun run, Chromium chromium, BenchReport report, long seed) throws IOException {
        this.run = run;
        this.chromium = chromium;
        this.browser = chromium.tree();
        this.report = report;
        this.random = new Random(seed);
    }

    /** Watches for as long as the plan says, and adds what it saw to the report. */
    static void watch(PagesPlan plan, LiveRun run, Browsers browsers, BenchReport report)
            throws IOException, InterruptedException {
        try (Chromium chromium = browsers.start()) {
            LiveWatch watch = new LiveWatch(run, chromium, report, plan.seed());
            watch.run(plan);
            chromium.picture(plan.out().resolve("live.png"));
        }
    }

    /** What all cost so far; seconds of processor time but for the first. */
    private record Costs(long at, double browser, double controller, double agents, Map<String, Double> page) {
        double percent(double before, double after, Costs since) {
            return Figures.round((after - before) * 100 / seconds(since));
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
        chromium.open(run.page());
        // The page goes on changing; only its first picture is awaited.
        chromium.act("", "!!document.querySelector('canvas[data-sessions]')", QUIET.dividedBy(100));
        chromium.value("deskmeterProbe.watch()");
        sample(0, costs());
        int timings = run.timings();
        Costs first = costs();
        for (int second = 1; second <= plan.duration().toSeconds(); second++) {
            long due = first.at + TimeUnit.SECONDS.toNanos(second);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            wander();
            if (second % SAMPLE_SECONDS == SAMPLE_SECONDS / 2) {
                chromium.value("document.querySelector('canvas[data-zr-dom-id]').scrollIntoView()");
            }
            if (second % SAMPLE_SECONDS == 0) {
                sample(second, first);
            }
        }
        result(first, costs(), run.timings() - timings);
    }

    /** To another session, as somebody does who looks around. */
    private void wander() {
        if (chromium.value("(b => [b.left, b.top, b.width, b.height])(document.querySelector('canvas[data-sessions]')"
                        + ".getBoundingClientRect())")
                instanceof List<?> box) {
            double[] of = box.stream()
                    .mapToDouble(n -> n instanceof Number number ? number.doubleValue() : Double.NaN)
                    .toArray();
            chromium.pointer("mouseMoved", of[0] + of[2] * random.nextDouble(), of[1] + of[3] * random.nextDouble());
        }
    }

    private void sample(int second, Costs since) throws IOException {
        List<Double> seen = frames();
        Costs now = costs();
        // A collection that nobody but this benchmark asks for stops the page: its time is left out of the frames.
        chromium.collectGarbage();
        Map<String, Double> metrics = chromium.metrics();
        chromium.value("scrollTo(0, 0)");
        chromium.value("deskmeterProbe.forget()");
        heap.add(new double[] {second / 3600.0, metrics.getOrDefault("JSHeapUsedSize", Double.NaN) / MB});
        nodes.add(new double[] {second / 3600.0, metrics.getOrDefault("Nodes", Double.NaN)});
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("second", second);
        row.put("framesPerSecondMin", Figures.round(Figures.quantile(seen, 0)));
        row.put("framesPerSecondMedian", Figures.round(Figures.quantile(seen, 0.5)));
        row.put("heapMb", Figures.round(heap.get(heap.size() - 1)[1]));
        row.put("domNodes", metrics.get("Nodes"));
        row.put("listeners", metrics.get("JSEventListeners"));
        row.put("browserCpuPct", second == 0 ? null : now.percent(since.browser, now.browser, since));
        report.add(row);
    }

    /** Frames per second of each second since the last time. */
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

    /** The later half: at first the browser compiles what the page does often, and more and more of it. */
    private static List<double[]> settled(List<double[]> points) {
        return points.subList(points.size() / 2, points.size());
    }

    private void result(Costs first, Costs last, int timings) {
        Figures.Line memory = Figures.line(settled(heap));
        Figures.Line dom = Figures.line(settled(nodes));
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("secondsWatched", Figures.round(last.seconds(first)));
        result.put("timingsPerSecond", Figures.round(timings / last.seconds(first)));
        result.put("framesPerSecondMin", Figures.round(Figures.quantile(fps, 0)));
        result.put("framesPerSecondP5", Figures.round(Figures.quantile(fps, FIVE_PERCENT)));
        result.put("framesPerSecondMedian", Figures.round(Figures.quantile(fps, 0.5)));
        result.put(
                "secondsBelow30Frames", fps.stream().filter(rate -> rate < 30).count());
        result.put("longestFrameMs", Figures.round(Figures.quantile(gaps, 1)));
        result.put("longestFrameOfASecondMedianMs", Figures.round(Figures.quantile(gaps, 0.5)));
        result.put("heapFirstMb", Figures.round(heap.get(0)[1]));
        result.put("heapLastMb", Figures.round(heap.get(heap.size() - 1)[1]));
        result.put("heapMbPerHour", Figures.round(memory.perUnit()));
        result.put("heapMbPerHourPlusMinus", Figures.round(memory.plusMinus()));
        result.put("domNodesPerHour", Figures.round(dom.perUnit()));
        result.put("domNodesPerHourPlusMinus", Figures.round(dom.plusMinus()));
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
}
