package io.deskmeter.bench.pairs;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.CleanupHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OptionChecks;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.SeedOption;
import io.deskmeter.screen.program.PrivateFolder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench pairs}. */
@Command(
        name = "pairs",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows pictures that differ in one detail on real desktops, and counts for how many of them the landmark is decided, open, wrong or missed.",
            "The columns are explained in docs/reference/benchmarks.md."
        })
public final class PairsCommand implements Callable<Integer> {
    private static final int OF_KIND = 4;
    /** Exit code: a landmark was taken for another one, or not found where it was. */
    private static final int FAILED = 4;

    @Option(
            names = "--pairs",
            paramLabel = "DIR",
            description =
                    "Folder of pairs: a folder for each, with landmarks/a.png and landmarks/b.png (default: draws pairs with the seed).")
    private @Nullable Path handed;

    @Option(
            names = "--screens",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Any of tight, zrle, zrle-256, jpeg-8, jpeg-5, xfreerdp-32, xfreerdp-16, nscodec-32, nscodec-16 (default: all).")
    private @Nullable List<String> screens;

    @Option(
            names = "--of-kind",
            paramLabel = "N",
            description = "Pairs that are drawn of each of nine kinds (default: ${DEFAULT-VALUE}).")
    private int ofKind = OF_KIND;

    @Option(names = "--list", description = "Also prints every picture that is not decided.")
    private boolean list;

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws Exception {
        OptionChecks.atLeast("--of-kind", ofKind, 1);
        List<PairScreen> kinds = PairScreen.of(screens);
        List<NearPair> pairs = handed == null ? OwnPairs.of(seed.value(), ofKind) : HandedPairs.in(handed);
        terminal.say(
                pairs.size() + " pairs " + (handed == null ? "drawn with the seed " + seed.value() : "of " + handed));
        BenchReport report = new BenchReport("pairs", Machine.facts());
        Path folder = PrivateFolder.createIn(Path.of(System.getProperty("java.io.tmpdir")), "dmp");
        boolean right = true;
        try (CleanupHook cleaner = new CleanupHook(() -> PrivateFolder.remove(folder))) {
            for (PairScreen kind : kinds) {
                // The name of the folder is short, because it holds sockets.
                Path files = folder.resolve(String.valueOf(kinds.indexOf(kind)));
                try (PairDesktop desktop = cleaner.guard(PairDesktop.open(kind, files))) {
                    for (Ground ground : Ground.values()) {
                        right &= show(kind, ground, desktop.stage(), pairs, report);
                    }
                }
            }
        }
        terminal.show(report, out.folder());
        return right ? 0 : FAILED;
    }

    /** Two rows: each landmark alone, and beside the other one. Returns whether nothing was wrong or missed. */
    private boolean show(PairScreen kind, Ground ground, PairStage stage, List<NearPair> pairs, BenchReport report)
            throws Exception {
        terminal.say(kind + ", " + name(ground));
        PairTally alone = new PairTally();
        PairTally beside = new PairTally();
        for (NearPair pair : pairs) {
            for (NearPair order : pair.bothWays()) {
                PairWatch.Looks looks = stage.show(order, ground);
                alone.add(order.name(), Look.judged(looks.alone(), kind.isRefined()));
                beside.add(order.name(), Look.judged(looks.beside(), kind.isRefined()));
            }
        }
        row(kind, ground, "alone", alone, report);
        row(kind, ground, "beside", beside, report);
        return alone.isRight() && beside.isRight();
    }

    private void row(PairScreen kind, Ground ground, String landmarks, PairTally tally, BenchReport report) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("pairs", handed == null ? "seed " + seed.value() : "handed");
        row.put("screen", kind.toString());
        row.put("ground", name(ground));
        row.put("landmarks", landmarks);
        row.putAll(tally.figures());
        report.add(row);
        if (list) {
            tally.undecided()
                    .forEach(line -> terminal.say(kind + ", " + name(ground) + ", " + landmarks + ": " + line));
        }
    }

    private static String name(Ground ground) {
        return ground.name().toLowerCase(Locale.ROOT);
    }
}
