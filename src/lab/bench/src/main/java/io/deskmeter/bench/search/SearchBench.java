package io.deskmeter.bench.search;

import io.deskmeter.bench.search.platform.Platforms;
import io.deskmeter.bench.search.platform.TrueKnee;
import io.deskmeter.workload.run.Thresholds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Runs searches on many platforms, on all cores. Equal seeds give equal figures. */
final class SearchBench {
    private static final int FEWEST = 5;
    private static final int MOST = 500;

    /**
     * The largest logarithm of p95 / threshold with a single session: a platform that is slow without load has no
     * meaningful knee.
     */
    private static final double ALONE = Math.log(0.75);

    private static final long STRIDE = 1_000_003;

    private SearchBench() {}

    /**
     * One platform and what each strategy found.
     *
     * @param knee the true one, 0 if the platform is excluded
     * @param found empty if the true knee is not certain
     */
    record Case(long seed, int knee, Map<Strategy, SearchResult> found) {}

    /**
     * The results.
     *
     * @param cases one for each platform
     * @param uncertain platforms that were skipped because even the long simulation cannot determine their knee
     */
    record Searched(List<Case> cases, int uncertain) {}

    /**
     * The first platforms whose true knee is certain and 5 to 500, and whose p95 with one session is at most 75 % of
     * the threshold.
     */
    static Searched run(int platforms, long seed, List<Strategy> strategies) {
        return run(platforms, seed, strategies, () -> {}, SearchJournal.NONE);
    }

    /** The same, which tells of each platform that was searched, in any thread. */
    static Searched run(int platforms, long seed, List<Strategy> strategies, Runnable searched, SearchJournal journal) {
        return run(platforms, seed, strategies, false, searched, journal);
    }

    /** The same of platforms that carry only so many sessions at all. */
    static Searched runLimited(
            int platforms, long seed, List<Strategy> strategies, Runnable searched, SearchJournal journal) {
        return run(platforms, seed, strategies, true, searched, journal);
    }

    private static Searched run(
            int platforms,
            long seed,
            List<Strategy> strategies,
            boolean limited,
            Runnable searched,
            SearchJournal journal) {
        List<Case> cases = new ArrayList<>();
        int uncertain = 0;
        long next = seed * STRIDE;
        while (cases.size() < platforms) {
            int missing = platforms - cases.size();
            List<Case> drawn = LongStream.range(next, next + missing)
                    .parallel()
                    .mapToObj(s -> search(s, strategies, limited, searched, journal))
                    .filter(c -> c.knee() > 0)
                    .toList();
            drawn.stream().filter(c -> !c.found().isEmpty()).forEach(cases::add);
            uncertain += (int) drawn.stream().filter(c -> c.found().isEmpty()).count();
            next += missing;
        }
        return new Searched(cases, uncertain);
    }

    private static Case search(
            long seed, List<Strategy> strategies, boolean limited, Runnable searched, SearchJournal journal) {
        Case found = journal.find(limited, seed, strategies).orElseGet(() -> {
            Case fresh = search(seed, strategies, limited ? Platforms.drawLimited(seed) : Platforms.draw(seed));
            journal.add(limited, fresh);
            return fresh;
        });
        if (!found.found().isEmpty()) {
            searched.run();
        }
        return found;
    }

    private static Case search(long seed, List<Strategy> strategies, Platforms.Drawn drawn) {
        int most = Math.min(MOST + 1, drawn.platform().limit().sessions());
        TrueKnee truth = new TrueKnee(drawn.platform(), Thresholds.DEFAULT);
        TrueKnee.Known knee =
                truth.excess(1) > ALONE ? TrueKnee.Known.NONE : truth.know(Math.min(drawn.aim(), most), most);
        boolean asked = knee.sessions() >= FEWEST && knee.sessions() <= MOST;
        Map<Strategy, SearchResult> found = new EnumMap<>(Strategy.class);
        if (asked && knee.certain()) {
            strategies.forEach(s -> found.put(s, s.search(drawn.platform(), knee.sessions(), seed + STRIDE)));
        }
        return new Case(seed, asked ? knee.sessions() : 0, found);
    }
}
