package io.deskmeter.bench.pages;

import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.controller.ControllerProcess;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The alternatives to the page: the same run's timings in a spreadsheet; a page that requests all timings and
 * aggregates them itself.
 */
final class Alternatives {
    private static final long MOST_MINUTES = 15;

    /** Fetches all, and computes the p95 of each operation: what each chart would need before it draws anything. */
    private static final String IN_THE_PAGE = """
            (async () => {
              const began = performance.now();
              const text = await (await fetch('/api/v1/runs/%s/timings?format=csv')).text();
              const lines = text.split('\\n');
              const head = lines[0].split(',');
              const [operation, response] = [head.indexOf('operation'), head.indexOf('responseMs')];
              const found = new Map();
              for (const line of lines.slice(1)) {
                const cells = line.split(',');
                if (cells.length < head.length) continue;
                const of = found.get(cells[operation]) ?? [];
                if (of.length === 0) found.set(cells[operation], of);
                of.push(cells[response] === '' ? Infinity : Number(cells[response]));
              }
              for (const of of found.values()) { of.sort((a, b) => a - b); of.p95 = of[Math.ceil(0.95 * of.length) - 1]; }
              return performance.now() - began;
            })()""";

    private final ControllerProcess controller;
    private final String run;
    private final Path folder;
    private final Browsers browsers;

    Alternatives(ControllerProcess controller, String run, Path folder, Browsers browsers) {
        this.controller = controller;
        this.run = run;
        this.folder = folder;
        this.browsers = browsers;
    }

    void measure(double pageMillis, BenchReport report) throws IOException, InterruptedException {
        add("all timings fetched and summed up in the browser", inThePage(), pageMillis, report);
        add("timings.csv opened in LibreOffice Calc and written back, without a window", calc(), pageMillis, report);
    }

    private static void add(String what, double millis, double pageMillis, BenchReport report) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>(FigureStatistics.row(what, List.of(millis)));
        row.put("timesThePage", FigureStatistics.round(millis / pageMillis));
        report.add(row);
    }

    private double inThePage() throws IOException {
        try (Chromium chromium = browsers.start()) {
            chromium.open(controller.pages() + "/agents");
            String promise = IN_THE_PAGE.formatted(run);
            if (chromium.awaited(promise) instanceof Number millis) {
                return millis.doubleValue();
            }
            throw new IOException("timings: not read in the browser (hint: it may lack memory)");
        }
    }

    private double calc() throws IOException, InterruptedException {
        Path office = Files.createTempDirectory(folder, "calc");
        Path csv = office.resolve("timings.csv");
        controller.api().download("/runs/" + run + "/timings?format=csv", csv);
        long began = System.nanoTime();
        Process soffice = new ProcessBuilder(
                        "soffice",
                        "-env:UserInstallation=" + office.resolve("profile").toUri(),
                        "--headless",
                        "--convert-to",
                        "csv:Text - txt - csv (StarCalc)",
                        "--outdir",
                        office.resolve("out").toString(),
                        csv.toString())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(office.resolve("log").toFile()))
                .start();
        List<ProcessHandle> all;
        try {
            boolean done = soffice.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
            double millis = (System.nanoTime() - began) / 1e6;
            if (!done || soffice.exitValue() != 0 || !Files.exists(office.resolve("out/timings.csv"))) {
                throw new IOException("soffice: it did not write the table within " + MOST_MINUTES + " min: "
                        + Files.readString(office.resolve("log")));
            }
            return millis;
        } finally {
            all = soffice.descendants().toList();
            soffice.destroyForcibly();
            all.forEach(ProcessHandle::destroyForcibly);
            ContentFolders.delete(office);
        }
    }
}
