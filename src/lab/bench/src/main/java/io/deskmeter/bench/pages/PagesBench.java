package io.deskmeter.bench.pages;

import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.controller.ControllerApi;
import io.deskmeter.bench.controller.ControllerProcess;
import io.deskmeter.bench.pages.PagesPlan.Part;
import io.deskmeter.workload.InvalidDocumentException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Runs the parts one after the other; each has a separate report. */
final class PagesBench implements AutoCloseable {
    private static final int STARTS = 3;

    private final PagesPlan plan;
    private final Path folder;
    private final Path data;
    private final Browsers browsers;
    /** The user may interrupt while a program starts. */
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

    private PagesBench(PagesPlan plan, Path folder) {
        this.plan = plan;
        this.folder = folder;
        this.browsers = new Browsers(folder);
        this.data = Objects.requireNonNullElse(plan.data(), folder.resolve("data"));
    }

    static PagesBench of(PagesPlan plan) throws IOException {
        return new PagesBench(plan, Files.createTempDirectory("pages"));
    }

    /** Reports by name. */
    interface Reports {
        BenchReport of(String name);
    }

    void run(Reports reports) throws Exception {
        if (plan.parts().contains(Part.FIRST) || plan.parts().contains(Part.RESULTS)) {
            String run = ensureRun(reports);
            if (plan.parts().contains(Part.FIRST)) {
                first(reports.of("pages-first"));
            }
            if (plan.parts().contains(Part.RESULTS)) {
                results(run, reports.of("pages-results"));
            }
        }
        if (plan.parts().contains(Part.LIVE)) {
            live(reports.of("pages-live"));
        }
    }

    private ControllerProcess controller() throws IOException, InterruptedException {
        ControllerProcess controller = ControllerProcess.start(
                plan.home().launcher(), data, plan.home().workloads(), 0, folder.resolve("controller.log"));
        open.add(controller);
        return controller;
    }

    /** Executed once; concurrent calls wait for its end. */
    private synchronized void end(AutoCloseable opened) throws Exception {
        if (open.remove(opened)) {
            opened.close();
        }
    }

    private String ensureRun(Reports reports) throws Exception {
        ControllerProcess controller = controller();
        try {
            Optional<String> found = found(controller.api());
            return found.isPresent() ? found.get() : made(controller, reports);
        } finally {
            end(controller);
        }
    }

    private static Optional<String> found(ControllerApi api) throws IOException, InterruptedException {
        for (JsonNode run : api.get("/runs").at("/runs")) {
            if (run.at("/profile").asString().equals(BigRun.PROFILE)
                    && run.at("/state").asString().equals("finished")) {
                return Optional.of(run.at("/id").asString());
            }
        }
        return Optional.empty();
    }

    private String made(ControllerProcess controller, Reports reports)
            throws IOException, InterruptedException, InvalidDocumentException {
        BigRun.Made made =
                BigRun.make(controller, plan.home().workloads(), folder, plan.timings(), plan.sessions(), plan.seed());
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("runEnded", made.state());
        result.put("runTimings", made.timings());
        result.put("runSeconds", FigureStatistics.round(made.seconds()));
        result.put("timingsTakenInPerSecond", FigureStatistics.round(made.timings() / made.seconds()));
        long began = System.nanoTime();
        // The first response arrives when the derived files of the run have been computed.
        controller.api().get("/runs/" + made.id() + "/report?format=json");
        controller.api().get("/runs/" + made.id() + "/series?by=group");
        result.put("preparedWithinSeconds", FigureStatistics.round((System.nanoTime() - began) / 1e9));
        reports.of("pages-results").result(result);
        return made.id();
    }

    private void first(BenchReport report) throws Exception {
        ControllerProcess controller = controller();
        try {
            busy("before", report);
            browsers.logIn(controller);
            new FirstLoad(controller.pages() + "/", browsers, report).measure();
            busy("after", report);
        } finally {
            end(controller);
        }
    }

    private void results(String run, BenchReport report) throws Exception {
        busy("before", report);
        List<Double> cold = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            ControllerProcess fresh = controller();
            browsers.logIn(fresh);
            cold.add(page(fresh, run, report).open());
            if (i < STARTS - 1) {
                end(fresh);
                continue;
            }
            report.add(FigureStatistics.row("results open, all drawn, controller just started, fresh profile", cold));
            ResultsPage results = page(fresh, run, report);
            double warm = results.openings();
            results.use(plan.out());
            new Alternatives(fresh, run, folder, browsers).measure(warm, report);
            end(fresh);
        }
        busy("after", report);
    }

    private ResultsPage page(ControllerProcess controller, String run, BenchReport report) {
        return new ResultsPage(controller.pages() + "/runs/" + run + "/results", browsers, report);
    }

    private void live(BenchReport report) throws Exception {
        busy("before", report);
        LiveRun run = LiveRun.open(plan);
        open.add(run);
        try {
            run.begin(plan);
            LiveWatch.watch(plan, run, browsers, report);
        } finally {
            end(run);
        }
        busy("after", report);
    }

    /** The load of the machine belongs to the figures. */
    private static void busy(String when, BenchReport report) {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        report.result(
                Map.of("loadAverage1Min" + (when.equals("before") ? "Before" : "After"), FigureStatistics.round(load)));
    }

    @Override
    public void close() throws Exception {
        browsers.close();
        closeAll();
        ContentFolders.delete(folder);
    }

    private synchronized void closeAll() throws Exception {
        for (AutoCloseable opened : List.copyOf(open)) {
            end(opened);
        }
    }
}
