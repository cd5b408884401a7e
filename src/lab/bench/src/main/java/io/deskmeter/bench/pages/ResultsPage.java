package io.deskmeter.bench.pages;

import io.deskmeter.bench.BenchReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The page of a run's results: when it is drawn completely, and how fast it responds. */
final class ResultsPage {
    private static final int OPENINGS = 5;
    private static final int ACTS = 3;
    private static final Duration QUIET = Duration.ofMillis(400);
    private static final long POINTER_MILLIS = 16;
    private static final int POINTER_STEPS = 40;

    /** Six charts are drawn and no requests are pending. */
    private static final String DRAWN =
            "!!document.querySelector('h1') && !document.querySelector('[aria-label=Loading]')"
                    + " && document.querySelectorAll('main canvas').length >= 6 && !document.querySelector('[aria-busy=true]')";

    private static final String ROWS = "document.querySelectorAll('[aria-label=\"Raw timings\"] tbody tr').length > 0"
            + " && !document.querySelector('#tables [aria-label=Loading]')"
            + " && !/loading/.test(document.querySelector('#tables').innerText)";
    private static final String TIMING =
            "!!document.querySelector('[role=dialog] h2') && !document.querySelector('[role=dialog] [aria-label=Loading]')";

    private final String address;
    private final Browsers browsers;
    private final BenchReport report;

    ResultsPage(String address, Browsers browsers, BenchReport report) {
        this.address = address;
        this.browsers = browsers;
        this.report = report;
    }

    /** Opens the page in a new browser; returns when it is drawn completely. */
    double open() throws IOException {
        try (Chromium chromium = browsers.start()) {
            chromium.open(address);
            return chromium.settled(DRAWN, QUIET);
        }
    }

    /**
     * Several times.
     *
     * @return the median with a new browser
     */
    double openings() throws IOException {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < OPENINGS; i++) {
            times.add(open());
        }
        report.add(FigureStatistics.row("results open, all drawn, warm controller, fresh profile", times));
        List<Double> again = new ArrayList<>();
        try (Chromium chromium = browsers.start()) {
            chromium.open(address);
            chromium.settled(DRAWN, QUIET);
            for (int i = 0; i < OPENINGS; i++) {
                chromium.open("about:blank");
                chromium.open(address);
                again.add(chromium.settled(DRAWN, QUIET));
            }
        }
        report.add(FigureStatistics.row("results open, all drawn, warm controller, warm browser", again));
        return FigureStatistics.quantile(times, 0.5);
    }

    /** Measures interactions with the page. */
    void use(Path pictures) throws IOException {
        try (Chromium chromium = browsers.start()) {
            chromium.open(address);
            chromium.settled(DRAWN, QUIET);
            chromium.picture(pictures.resolve("results.png"));
            chromium.value("deskmeterProbe.watch()");
            hover(chromium);
            zoom(chromium);
            acts(chromium);
            scroll(chromium);
        }
    }

    private void hover(Chromium chromium) {
        for (String chart : List.of(
                "p95 over sessions",
                "Response over time",
                "Distribution",
                "Percentiles per operation",
                "Sessions over time",
                "Resources over time")) {
            double[] box = box(chromium, "section[aria-label=\"" + chart + "\"] canvas");
            chromium.value("deskmeterProbe.forget()");
            for (int i = 1; i < POINTER_STEPS; i++) {
                double share = (double) i / POINTER_STEPS;
                chromium.pointer("mouseMoved", box[0] + box[2] * share, box[1] + box[3] * (0.3 + 0.4 * share));
                pause();
            }
            worst(chromium, "pointer over \"" + chart + "\"");
        }
    }

    /** Left, top, width, height of the first matching element, which is scrolled into view. */
    private static double[] box(Chromium chromium, String selector) {
        chromium.value("document.querySelector('" + selector + "').scrollIntoView({block: 'center'})");
        Object box = chromium.value("(b => [b.left, b.top, b.width, b.height])(document.querySelector('" + selector
                + "').getBoundingClientRect())");
        if (box instanceof List<?> numbers) {
            return numbers.stream()
                    .mapToDouble(n -> n instanceof Number number ? number.doubleValue() : Double.NaN)
                    .toArray();
        }
        throw new IllegalArgumentException(selector + ": " + box + " (expected: a box)");
    }

    private static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POINTER_MILLIS));
    }

    private void worst(Chromium chromium, String what) {
        if (chromium.value("deskmeterProbe.worst()") instanceof List<?> worst
                && worst.get(0) instanceof Number gap
                && worst.get(1) instanceof Number task) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("what", what);
            row.put("longestFrameMs", FigureStatistics.round(gap.doubleValue()));
            row.put("longestTaskMs", FigureStatistics.round(task.doubleValue()));
            report.add(row);
        }
    }

    /** Drags the left end of the bar below the chart to the right and back. */
    private void zoom(Chromium chromium) {
        double[] box = box(chromium, "section[aria-label=\"Response over time\"] canvas");
        double y = box[1] + box[3] - 15;
        // The grid's left edge, where the handle is initially.
        double left = box[0] + box[2] * 0.1;
        for (double x = left - 12; x < left + 12; x += 1) {
            chromium.pointer("mouseMoved", x, y);
            if ("ew-resize"
                    .equals(chromium.value("document.querySelector('section[aria-label=\"Response over time\"]"
                            + " canvas').parentElement.style.cursor"))) {
                left = x;
                break;
            }
        }
        chromium.value("deskmeterProbe.forget()");
        chromium.pointer("mousePressed", left, y);
        for (int i = 0; i < POINTER_STEPS; i++) {
            chromium.pointer("mouseMoved", left + i * box[2] / 2 / POINTER_STEPS, y);
            pause();
        }
        chromium.pointer("mouseReleased", left + box[2] / 2, y);
        worst(chromium, "zoom of \"Response over time\"");
    }

    private void acts(Chromium chromium) {
        act(chromium, "logarithmic to linear", choose("Scale: response over time", "linear", "log"), DRAWN);
        act(chromium, "by operation instead of by group", choose("Lines", "operation", "group"), DRAWN);
        act(chromium, "memory instead of CPU", choose("Resource", "memory", "cpu"), DRAWN);
        List<Double> rows = new ArrayList<>();
        List<Double> timing = new ArrayList<>();
        List<Double> page = new ArrayList<>();
        List<Double> sorted = new ArrayList<>();
        for (int i = 0; i < ACTS; i++) {
            chromium.act(tab("Load points"), "true", QUIET);
            rows.add(chromium.act(tab("Raw timings"), ROWS, QUIET));
            page.add(chromium.act(
                    "[...document.querySelectorAll('[aria-label^=\"Page \"]')].at(" + (-1 - i) + ").click()",
                    ROWS,
                    QUIET));
            sorted.add(chromium.act(
                    "[...document.querySelectorAll('[aria-label=\"Raw timings\"] th button')].at(" + i + ").click()",
                    ROWS,
                    QUIET));
        }
        for (int i = 0; i < ACTS; i++) {
            timing.add(cell(chromium, i));
            chromium.act("document.querySelector('[role=dialog] button').click()", "true", QUIET);
        }
        report.add(FigureStatistics.row("raw table shown", rows));
        report.add(FigureStatistics.row("raw table, one of its last pages", page));
        report.add(FigureStatistics.row("raw table, sorted by another column", sorted));
        report.add(FigureStatistics.row("cell of the heat map clicked, timing shown", timing));
    }

    private void act(Chromium chromium, String what, List<String> statements, String ready) {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < ACTS; i++) {
            times.add(chromium.act(statements.get(0), ready, QUIET));
            chromium.act(statements.get(1), ready, QUIET);
        }
        report.add(FigureStatistics.row(what, times));
    }

    private static List<String> choose(String label, String one, String other) {
        String start = "document.querySelector('[aria-label=\"" + label + "\"] input[value=";
        return List.of(start + one + "]').click()", start + other + "]').click()");
    }

    private static String tab(String name) {
        return "[...document.querySelectorAll('[role=tab]')].find(tab => tab.innerText === '" + name + "').click()";
    }

    private static double cell(Chromium chromium, int i) {
        String field = "document.querySelector('[aria-roledescription=\"heat map\"]')";
        String at = "(b => ({bubbles: true, clientX: b.left + b.width * " + (0.6 + 0.05 * i)
                + ", clientY: b.top + b.height * " + (0.02 + 0.02 * i) + "}))(" + field + ".getBoundingClientRect())";
        return chromium.act(field + ".dispatchEvent(new MouseEvent('click', " + at + "))", TIMING, QUIET);
    }

    private void scroll(Chromium chromium) {
        String table = "document.querySelector('[aria-label=\"Raw timings, scrolls\"]')";
        chromium.value(table + ".scrollIntoView({block: 'center'})");
        chromium.value("deskmeterProbe.forget()");
        for (int i = 0; i < 2 * POINTER_STEPS; i++) {
            chromium.value(table + ".scrollTop = " + i * POINTER_STEPS);
            pause();
        }
        worst(chromium, "raw table scrolled");
    }
}
