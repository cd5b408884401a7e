package io.deskmeter.bench.metrics;

import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OptionChecks;
import io.deskmeter.bench.OutOption;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.vision.compare.Similarity;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
    private static final int WARM_UP_COMPARISONS = 500;
    /** Whole periods of all schedules. */
    private static final Duration USUAL = Duration.ofMinutes(2);

    private static final Duration QUICK = Duration.ofSeconds(20);

    @Option(
            names = "--workload",
            paramLabel = "ID",
            description = "Workload that declares the four metrics of pictures (default: ${DEFAULT-VALUE}).")
    private String workload = "office/calc";

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description =
                    "Iterations of the workload over each, after one that does not count (default: 3, with --quick 1).")
    private int iterations;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description = "Only these of ${COMPLETION-CANDIDATES} (default: all).")
    private List<Delivery> only = List.of(Delivery.values());

    @Option(names = "--quick", description = "One iteration: only to see that it works.")
    private boolean quick;

    @Mixin
    private final OutOption out = new OutOption();

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
        warmUp(loaded);
        List<Measured> measured = new ArrayList<>();
        List<Map<String, @Nullable Object>> frozen = new ArrayList<>();
        Path folder = PrivateFolder.createIn(Path.of(System.getProperty("java.io.tmpdir")), "dmm");
        try (InterruptHook unused = terminal.endIfInterrupted(() -> PrivateFolder.remove(folder));
                MetricsBench bench = new MetricsBench(loaded, landmarks, wanted)) {
            for (Delivery delivery : only) {
                terminal.say(delivery.words());
                measured.add(
                        bench.measure(delivery, folder.resolve(delivery.name().toLowerCase(Locale.ROOT))));
            }
            frozen.addAll(frozen(folder, quick ? QUICK : USUAL));
        } finally {
            PrivateFolder.remove(folder);
        }
        BenchReport report = new BenchReport("metrics", Machine.facts());
        measured.forEach(one -> report.add(one.row()));
        for (Delivery worse : List.of(Delivery.JPEG_5, Delivery.JPEG_0, Delivery.LOW_BANDWIDTH_RDP)) {
            order(measured, Delivery.LOSSLESS, worse).ifPresent(report::add);
        }
        order(measured, Delivery.JPEG_5, Delivery.JPEG_0).ifPresent(report::add);
        measured.forEach(one -> report.add(one.cost()));
        frozen.forEach(report::add);
        terminal.show(report, out.folder());
        return 0;
    }

    private List<Map<String, @Nullable Object>> frozen(Path folder, Duration watched) throws Exception {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        try (FrozenDesktops desktops = new FrozenDesktops(folder)) {
            for (FrozenDesktops.Case one : FrozenDesktops.Case.ALL) {
                terminal.say("display server stopped: " + one.words());
                rows.add(desktops.row(one, watched));
            }
        }
        return rows;
    }

    /** Until the compiler has done its work: an operation compares one picture, and a run has thousands of them. */
    private static void warmUp(Workload workload) throws IOException, TemplateException {
        try (DirectoryStream<Path> pictures =
                Files.newDirectoryStream(workload.folder().resolve("landmarks"), "*.png")) {
            for (Path picture : pictures) {
                Template template = Template.load(picture);
                Frame frame = new Frame(template.width(), template.height());
                for (int i = 0; i < WARM_UP_COMPARISONS; i++) {
                    if (Similarity.of(template, frame).isEmpty()) {
                        break;
                    }
                }
            }
        }
    }

    private static Optional<Measured> of(List<Measured> measured, Delivery delivery) {
        return measured.stream().filter(one -> one.delivery() == delivery).findFirst();
    }

    private static Optional<Map<String, @Nullable Object>> order(
            List<Measured> measured, Delivery better, Delivery worse) {
        return of(measured, better).flatMap(one -> of(measured, worse).map(other -> order(one, other)));
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
