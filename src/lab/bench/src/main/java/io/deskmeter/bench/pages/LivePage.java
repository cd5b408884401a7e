package io.deskmeter.bench.pages;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The page of a live run in a browser, with a moving pointer over its sessions; records its memory. Not thread-safe.
 */
final class LivePage {
    private static final Duration QUIET = Duration.ofMillis(1);
    private static final double MB = 1 << 20;

    /** Until then the page fills its buffers. */
    private static final int SETTLED_SECONDS = 120;

    private final Chromium chromium;
    private final Random random;
    private final List<double[]> heap = new ArrayList<>();
    private final List<double[]> nodes = new ArrayList<>();

    private LivePage(Chromium chromium, Random random) {
        this.chromium = chromium;
        this.random = random;
    }

    /** Opens the page and waits for its first picture, which keeps changing. */
    static LivePage open(Chromium chromium, String address, long seed) {
        chromium.open(address);
        chromium.act("", "!!document.querySelector('canvas[data-sessions]')", QUIET);
        return new LivePage(chromium, new Random(seed));
    }

    /** Moves the pointer to another session. */
    void wander() {
        if (chromium.value("(b => [b.left, b.top, b.width, b.height])(document.querySelector('canvas[data-sessions]')"
                        + ".getBoundingClientRect())")
                instanceof List<?> box) {
            double[] of = box.stream()
                    .mapToDouble(n -> n instanceof Number number ? number.doubleValue() : Double.NaN)
                    .toArray();
            chromium.pointer("mouseMoved", of[0] + of[2] * random.nextDouble(), of[1] + of[3] * random.nextDouble());
        }
    }

    void toCharts() {
        chromium.value("document.querySelector('canvas[data-zr-dom-id]').scrollIntoView()");
    }

    void toTop() {
        chromium.value("scrollTo(0, 0)");
    }

    /**
     * Collects garbage, which stops the page, and records the remaining memory.
     *
     * @return the browser's metrics of the page
     */
    Map<String, Double> note(int second) {
        chromium.collectGarbage();
        Map<String, Double> metrics = chromium.metrics();
        heap.add(new double[] {second / 3600.0, metrics.getOrDefault("JSHeapUsedSize", Double.NaN) / MB});
        nodes.add(new double[] {second / 3600.0, metrics.getOrDefault("Nodes", Double.NaN)});
        return metrics;
    }

    /** The memory of its scripts in MB of 2^20 bytes, as recorded last. */
    double heapMb() {
        return heap.get(heap.size() - 1)[1];
    }

    /** The same as recorded first after the buffers were filled. */
    double settledHeapMb() {
        return settled(heap).get(0)[1];
    }

    /** MB an hour since then. */
    FigureStatistics.Line heapLine() {
        return FigureStatistics.line(settled(heap));
    }

    /** Nodes of the document an hour since then. */
    FigureStatistics.Line nodesLine() {
        return FigureStatistics.line(settled(nodes));
    }

    private static List<double[]> settled(List<double[]> points) {
        List<double[]> late = points.stream()
                .filter(point -> point[0] * 3600 >= SETTLED_SECONDS)
                .toList();
        return late.size() < 3 ? points : late;
    }
}
