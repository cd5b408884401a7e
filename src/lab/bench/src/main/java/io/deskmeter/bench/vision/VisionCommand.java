package io.deskmeter.bench.vision;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.golden.Codec;
import io.deskmeter.bench.golden.GoldenFrame;
import io.deskmeter.bench.golden.GoldenSet;
import io.deskmeter.bench.golden.GoldenSetCheck;
import io.deskmeter.bench.golden.StatePair;
import io.deskmeter.bench.golden.StatePairCheck;
import io.deskmeter.bench.golden.StatePairs;
import io.deskmeter.bench.golden.Theme;
import io.deskmeter.bench.process.CpuClock;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench vision}. */
@Command(
        name = "vision",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures the CPU time of finding landmarks, compared with OpenCV on whole frames, and the rate of errors.")
public final class VisionCommand implements Callable<Integer> {
    /** One of each kind: small lines, icons, a mask, words, tiles, large. */
    private static final List<String> TIMED = List.of(
            "office/calc/landmarks/saved.png",
            "icon-16",
            "icon-24",
            "round-48",
            "words-light",
            "words-dark",
            "dark-80",
            "office/calc/landmarks/title.png",
            "office/calc/landmarks/result-1.png",
            "large-240");

    private static final int FINDS = 100_000;
    private static final int ROUNDS = 50;
    private static final int QUICK_ROUNDS = 10;

    @Option(names = "--quick", description = "Fewer rounds, and a seventh of the golden set.")
    private boolean quick;

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    private final CpuClock clock = new CpuClock();

    @Override
    public Integer call() throws IOException, TemplateException {
        Path workloads = Path.of(System.getProperty("deskmeter.home", "."), "workloads");
        GoldenSet golden = GoldenSet.of(workloads, 1280, 800);
        BenchReport report = new BenchReport("vision", Machine.facts());
        timed(golden, report);
        trusted(golden, report);
        trusted(golden.through(Codec.rgb332()), report);
        told(report);
        Map<String, BufferedImage> images = golden.landmarks();
        String title = "office/calc/landmarks/title.png";
        BufferedImage image = images.get(title);
        if (image != null) {
            Template template = Template.of(title, image);
            report.add(Memory.ofAMatcher(template));
            report.add(Memory.overFinds(template, image, quick ? FINDS / 10 : FINDS));
        }
        terminal.show(report, out.folder());
        return 0;
    }

    private void timed(GoldenSet golden, BenchReport report) throws TemplateException {
        List<Map.Entry<String, BufferedImage>> chosen = golden.landmarks().entrySet().stream()
                .filter(entry -> TIMED.contains(entry.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .toList();
        warmUp(chosen);
        Codec jpeg = Codec.all().stream()
                .filter(codec -> codec.name().equals("tight-jpeg-3"))
                .findFirst()
                .orElseThrow();
        for (Codec codec : List.of(Codec.raw(), jpeg)) {
            for (Theme theme : Theme.values()) {
                Scene scene = new Scene(theme, codec);
                try (TemplateMatcher matcher = new TemplateMatcher()) {
                    matcher.see(scene.all());
                    for (Map.Entry<String, BufferedImage> entry : chosen) {
                        look(scene, matcher, entry, report);
                    }
                }
            }
        }
    }

    /** Warm-up, until the code is compiled. */
    private void warmUp(List<Map.Entry<String, BufferedImage>> chosen) throws TemplateException {
        Scene scene = new Scene(Theme.LIGHT, Codec.raw());
        try (TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(scene.all());
            for (Map.Entry<String, BufferedImage> entry : chosen) {
                Template template = Template.of(entry.getKey(), entry.getValue());
                new LookTimes(scene, matcher, template, entry.getValue(), QUICK_ROUNDS, clock).measure();
            }
        }
    }

    private void look(Scene scene, TemplateMatcher matcher, Map.Entry<String, BufferedImage> entry, BenchReport report)
            throws TemplateException {
        Template template = Template.of(entry.getKey(), entry.getValue());
        int rounds = quick ? QUICK_ROUNDS : ROUNDS;
        Map<String, @Nullable Object> grey = plain(scene, template, entry.getValue(), false);
        Map<String, @Nullable Object> colour = plain(scene, template, entry.getValue(), true);
        for (Map<String, @Nullable Object> row :
                new LookTimes(scene, matcher, template, entry.getValue(), rounds, clock).measure()) {
            row.put("fasterThanGreyTimes", ratio(grey, row));
            row.put("fasterThanColourTimes", ratio(colour, row));
            report.add(row);
        }
        report.add(grey);
        report.add(colour);
    }

    private Map<String, @Nullable Object> plain(Scene scene, Template template, BufferedImage image, boolean colour) {
        Times times = new Times();
        try (PlainOpenCv plain = new PlainOpenCv(scene.image, image, colour)) {
            plain.find();
            for (int i = 0; i < (quick ? 3 : 10); i++) {
                long before = clock.getAsLong();
                plain.find();
                times.add(clock.getAsLong() - before);
            }
        }
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("case", (colour ? "opencv-colour " : "opencv-grey ") + scene.name);
        row.put("template", template.name() + " " + template.width() + "x" + template.height());
        times.putInto(row);
        return row;
    }

    private static @Nullable Double ratio(Map<String, @Nullable Object> plain, Map<String, @Nullable Object> row) {
        return plain.get("p50Ms") instanceof Double theirs && row.get("p50Ms") instanceof Double ours && ours > 0
                ? theirs / ours
                : null;
    }

    /** States that differ in a detail: a row for each codec. */
    private void told(BenchReport report) throws TemplateException {
        List<StatePair> pairs = StatePairs.all();
        for (Codec codec : Codec.all()) {
            StatePairCheck check = new StatePairCheck();
            for (int i = 0; i < pairs.size(); i += quick ? 7 : 1) {
                check.check(pairs.get(i), Theme.LIGHT, codec, i);
            }
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("case", "pairs " + codec.name());
            row.put("template", "each of two states that differ in a detail");
            row.put("shown", check.shown());
            row.put("missed", check.missed().size());
            row.put("falseMatches", check.wrong().size());
            row.put("undecided", check.undecided().size());
            report.add(row);
        }
    }

    /** Every landmark at every scale in every golden picture: a row for each codec. */
    private void trusted(GoldenSet golden, BenchReport report) throws TemplateException {
        Map<String, int[]> counts = new TreeMap<>();
        Map<String, Times> times = new TreeMap<>();
        List<String> wrong = new ArrayList<>();
        Times current = new Times();
        GoldenSetCheck check = new GoldenSetCheck(golden.landmarks(), clock, current::add);
        for (int i = 0; i < golden.size(); i += quick ? 7 : 1) {
            GoldenFrame frame = golden.frame(i);
            current.clear();
            GoldenSetCheck.Verdict verdict = check.judge(frame, name -> true);
            int[] count = counts.computeIfAbsent(frame.codec().name(), codec -> new int[4]);
            count[0]++;
            count[1] += verdict.missed().size();
            count[2] += verdict.falseMatches().size();
            count[3] += verdict.tooSmall().size();
            times.computeIfAbsent(frame.codec().name(), codec -> new Times()).addAll(current);
            wrong.addAll(verdict.missed());
            wrong.addAll(verdict.falseMatches());
        }
        counts.forEach((codec, count) -> {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("case", "golden 1280x800 " + codec);
            row.put("template", "all at all scales");
            times.getOrDefault(codec, new Times()).putInto(row);
            row.put("missed", count[1]);
            row.put("falseMatches", count[2]);
            row.put("missedTooSmall", count[3]);
            row.put("frames", count[0]);
            report.add(row);
        });
        wrong.forEach(line -> terminal.out().println(line));
    }
}
