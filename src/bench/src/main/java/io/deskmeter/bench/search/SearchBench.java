package io.deskmeter.bench.search;

import io.deskmeter.testkit.platform.Platforms;
import io.deskmeter.testkit.platform.TrueKnee;
import io.deskmeter.workload.Thresholds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Searches many platforms, on all cores. Equal seeds give equal figures. */
final class SearchBench {
    private static final int FEWEST = 5;
    private static final int MOST = 500;

    /** Log of what a p95 may be of its threshold where nobody else works: a platform that is slow by itself has no knee to speak of. */
    private static final double ALONE = Math.log(0.75);

    private static final long STRIDE = 1_000_003;

    private SearchBench() {}

    /** One platform and what each strategy found. */
    record Case(long seed, int knee, Map<Strategy, Found> found) {}

    /** The first so many platforms whose true knee is 5 to 500, and whose p95 with one session is at most 75 % of the threshold. */
    static List<Case> run(int platforms, long seed, List<Strategy> strategies) {
        List<Case> cases = new ArrayList<>();
        long next = seed * STRIDE;
        while (cases.size() < platforms) {
            int missing = platforms - cases.size();
            LongStream.range(next, next + missing)
                    .parallel()
                    .mapToObj(s -> search(s, strategies))
                    .filter(c -> c.knee() >= FEWEST && c.knee() <= MOST)
                    .forEachOrdered(cases::add);
            next += missing;
        }
        return cases;
    }

    private static Case search(long seed, List<Strategy> strategies) {
        Platforms.Drawn drawn = Platforms.draw(seed);
        TrueKnee truth = new TrueKnee(drawn.platform(), Thresholds.DEFAULT);
        int knee = truth.excess(1) > ALONE ? 0 : truth.find(drawn.aim(), MOST + 1);
        Map<Strategy, Found> found = new EnumMap<>(Strategy.class);
        if (knee >= FEWEST && knee <= MOST) {
            strategies.forEach(s -> found.put(s, s.search(drawn.platform(), knee, seed + STRIDE)));
        }
        return new Case(seed, knee, found);
    }
}
