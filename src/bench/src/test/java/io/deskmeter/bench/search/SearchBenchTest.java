package io.deskmeter.bench.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.bench.search.SearchBench.Case;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The whole benchmark, small. Its figures are in the documentation; these bounds only catch what breaks it. */
class SearchBenchTest {
    private static final long SEED = 20;

    @Test
    void findMaxComesNearAndIsQuickerThanWeathervane() {
        List<Strategy> strategies = List.of(Strategy.FIND_MAX, Strategy.WEATHERVANE);
        List<Case> cases = SearchBench.run(24, SEED, strategies).cases();
        List<Found> ours = found(cases, Strategy.FIND_MAX);
        assertThat(ours).hasSize(24);
        // With a true share of 94 % the chance of fewer than 18 out of 24 is 1 in 1,000.
        assertThat(ours.stream().filter(Found::closeOrOne).count())
                .as("seed %d", SEED)
                .isGreaterThanOrEqualTo(18);
        assertThat(minutes(ours)).as("seed %d", SEED).isLessThan(0.75 * minutes(found(cases, Strategy.WEATHERVANE)));
    }

    @Test
    void equalSeedsGiveEqualFigures() {
        List<Strategy> one = List.of(Strategy.FIND_MAX_HINT);
        assertThat(SearchBench.run(3, 4, one)).isEqualTo(SearchBench.run(3, 4, one));
    }

    private static List<Found> found(List<Case> cases, Strategy strategy) {
        return cases.stream()
                .map(one -> Objects.requireNonNull(one.found().get(strategy)))
                .toList();
    }

    private static double minutes(List<Found> found) {
        double[] sorted = found.stream().mapToDouble(Found::minutes).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
