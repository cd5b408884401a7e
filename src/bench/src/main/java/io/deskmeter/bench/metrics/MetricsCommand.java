package io.deskmeter.bench.metrics;

import io.deskmeter.agent.watch.Landmarks;
import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OptionChecks;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.workload.MetricSource;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench metrics}. */
@Command(
        name = "metrics",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures the metrics of pictures over lossless RFB, JPEG-coded RFB at two qualities and xfreerdp with a low-bandwidth"
                        + " setting, whether they order them, and what they cost beside looking for landmarks.")
public final class MetricsCommand implements Callable<Integer> {
    @Option(
            names = "--workload",
            paramLabel = "ID",
            description = "Workload that declares the four metrics of pictures (default: ${DEFAULT-VALUE}).")
    private String workload = "office/calc";

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Iterations of the workload over each (default: 3, with --quick 1).")
    private int iterations;

    @Option(names = "--quick", description = "One iteration: only to see that it works.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for bench-metrics.json (default: the current folder).")
    private Path out = Path.of(".");

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws Exception {
        int usual = quick ? 1 : 3;
        int wanted = iterations == 0 ? usual : iterations;
        OptionChecks.atLeast("iterations", wanted, 1);
        Workload loaded = WorkloadCatalog.open(Path.of(System.getProperty("deskmeter.home", "."), "workloads"))
                .load(workload);
        Landmarks landmarks = Landmarks.load(List.of(loaded));
        List<Measured> measured = new ArrayList<>();
        Path folder = PrivateFolder.createIn(Path.of(System.getProperty("java.io.tmpdir")), "dmm");
        try (InterruptHook unused = terminal.endIfInterrupted(() -> PrivateFolder.remove(folder));
                MetricsBench bench = new MetricsBench(loaded, landmarks, wanted)) {
            for (Delivery delivery : Delivery.values()) {
                terminal.say(delivery.words());
                measured.add(
                        bench.measure(delivery, folder.resolve(delivery.name().toLowerCase(Locale.ROOT))));
            }
        } finally {
            PrivateFolder.remove(folder);
        }
        BenchReport report = new BenchReport("metrics", Machine.facts());
        measured.forEach(one -> report.add(one.row()));
        Measured best = measured.get(0);
        measured.stream().skip(1).forEach(other -> report.add(order(best, other)));
        report.add(order(of(measured, Delivery.JPEG_5), of(measured, Delivery.JPEG_0)));
        measured.forEach(one -> report.add(one.cost()));
        terminal.show(report, out);
        return 0;
    }

    private static Measured of(List<Measured> measured, Delivery delivery) {
        return measured.stream()
                .filter(one -> one.delivery() == delivery)
                .findFirst()
                .orElseThrow();
    }

    /** Whether the better picture is the more similar one, by the statistic that judges. */
    private static Map<String, @Nullable Object> order(Measured better, Measured worse) {
        double high = better.metric(MetricSource.PICTURE_SIMILARITY_AT_MATCH).p5();
        double low = worse.metric(MetricSource.PICTURE_SIMILARITY_AT_MATCH).p5();
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", "order");
        row.put(
                "case",
                better.delivery().words() + " before " + worse.delivery().words());
        row.put("similarityAtMatchP5", high);
        row.put("otherSimilarityAtMatchP5", low);
        row.put("pass", high > low);
        return row;
    }
}
