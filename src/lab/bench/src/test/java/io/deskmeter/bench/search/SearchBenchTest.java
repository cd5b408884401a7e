package io.deskmeter.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.bench.search.SearchBench.Case;
import io.deskmeter.measure.statistics.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole benchmark, small. Its figures are in the documentation; these bounds only detect serious errors. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class SearchBenchTest {
    private static final long SEED = 20;

    @Test
    void findMaxIsAccurateAndFasterThanWeathervane() {
        List<Strategy> strategies = List.of(Strategy.FIND_MAX, Strategy.WEATHERVANE);
        List<Case> cases = SearchBench.run(24, SEED, strategies).cases();
        List<SearchResult> ours = found(cases, Strategy.FIND_MAX);
        assertThat(ours).hasSize(24);
        // With a true share of 94 % the chance of fewer than 18 out of 24 is 1 in 1,000.
        assertThat(ours.stream().filter(SearchResult::closeOrOne).count())
                .as("seed %d", SEED)
                .isGreaterThanOrEqualTo(18);
        assertThat(minutes(ours)).as("seed %d", SEED).isLessThan(0.75 * minutes(found(cases, Strategy.WEATHERVANE)));
    }

    /**
     * Platforms that refuse, kill or admit sessions slowly, regardless of their p95: every search ends with a result
     * near the true capacity.
     */
    @Test
    void limitedPlatformsGetAnAnswerToo() {
        List<Case> cases = SearchBench.runLimited(
                        24, SEED, List.of(Strategy.FIND_MAX_HINT), () -> {}, SearchJournal.NONE)
                .cases();
        List<SearchResult> found = found(cases, Strategy.FIND_MAX_HINT);
        assertThat(found)
                .anyMatch(one -> one.path().toString().contains("logons-refused"))
                .anyMatch(one -> one.path().toString().contains("sessions-lost"))
                .anyMatch(one -> one.path().toString().contains("ramp-up-timeout"));
        // With a true share of 92 % the chance of fewer than 17 out of 24 is 1 in 1,000.
        assertThat(found.stream().filter(SearchResult::closeOrOne).count())
                .as("seed %d", SEED)
                .isGreaterThanOrEqualTo(17);
    }

    @Test
    void whatAnInterruptedBenchmarkHasSearchedIsNotSearchedAgain(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("searched");
        List<Strategy> strategies = List.of(Strategy.FIND_MAX_HINT);
        List<Case> before = SearchBench.run(3, SEED, strategies, () -> {}, SearchJournal.open(file))
                .cases();
        List<String> lines = Files.readAllLines(file);
        // Killed in the middle of a line.
        Files.writeString(file, "{\"limited\":false,\"se", StandardOpenOption.APPEND);
        SearchBench.Searched again = SearchBench.run(3, SEED, strategies, () -> {}, SearchJournal.open(file));
        assertThat(again.cases()).isEqualTo(before);
        assertThat(Files.readAllLines(file)).isEqualTo(lines);
        assertThatThrownBy(() -> SearchJournal.open(Files.writeString(folder.resolve("other"), "a,b\n")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("other:1: not a line of this benchmark");
    }

    @Test
    void figuresTellHowSureTheyAre() {
        // Wilson's interval of 97 of 100, and of none of 10 (E. B. Wilson, 1927).
        assertThat(ConfidenceIntervals.ofShare(97, 100).low()).isCloseTo(91.55, within(0.01));
        assertThat(ConfidenceIntervals.ofShare(97, 100).high()).isCloseTo(98.97, within(0.01));
        assertThat(ConfidenceIntervals.ofShare(0, 10).low()).isZero();
        assertThat(ConfidenceIntervals.ofShare(0, 10).high()).isCloseTo(27.75, within(0.01));
        double[] ours = IntStream.range(0, 400).mapToDouble(i -> 40 + i % 10).toArray();
        double[] theirs =
                IntStream.range(0, 400).mapToDouble(i -> 2 * (40 + i % 10)).toArray();
        assertThat(ConfidenceIntervals.ofMedian(ours).contains(ConfidenceIntervals.median(ours)))
                .isTrue();
        assertThat(ConfidenceIntervals.ofRatio(ours, theirs)).isEqualTo(new Interval(0.5, 0.5));
    }

    @Test
    void equalSeedsGiveEqualFigures() {
        List<Strategy> one = List.of(Strategy.FIND_MAX_HINT);
        assertThat(SearchBench.run(3, 4, one)).isEqualTo(SearchBench.run(3, 4, one));
    }

    private static List<SearchResult> found(List<Case> cases, Strategy strategy) {
        return cases.stream()
                .map(one -> Objects.requireNonNull(one.found().get(strategy)))
                .toList();
    }

    private static double minutes(List<SearchResult> found) {
        double[] sorted =
                found.stream().mapToDouble(SearchResult::minutes).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
