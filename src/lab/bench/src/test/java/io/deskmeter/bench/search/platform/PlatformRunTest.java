package io.deskmeter.bench.search.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.bench.search.platform.Platform.Memory;
import io.deskmeter.bench.search.platform.Platform.Noise;
import io.deskmeter.bench.search.platform.Platform.Work;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.PointTimes;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PlatformRunTest {
    private static Platform platform(int cores, double cpu, Memory memory) {
        return new Platform(
                7,
                cores,
                1,
                2,
                Collections.nCopies(10, new Work(Group.A, cpu, 0)),
                0,
                0.4,
                0,
                Duration.ofSeconds(1),
                memory,
                Noise.NONE);
    }

    @Test
    void everySessionCountsThreeIterationsAtEveryPointUpDownAndAgain() {
        PlatformRun run = new PlatformRun(platform(2, 0.2, Memory.ENOUGH), 1);
        for (int sessions : new int[] {3, 8, 2, 2}) {
            Map<Integer, Long> counts = run.measure(sessions).stream()
                    .collect(Collectors.groupingBy(Timing::session, Collectors.counting()));
            assertThat(counts).hasSize(sessions).containsKeys(0, 1);
            assertThat(counts.values()).containsOnly(30L);
        }
        assertThat(run.extend()).hasSize(2 * 60);
        assertThat(run.logons()).isEqualTo(8);
    }

    @Test
    void aPlatformRefusesTheNextLogon() {
        PlatformRun run = new PlatformRun(limited(SessionLimit.Kind.REFUSES_LOGONS, 5), 1);
        assertThat(run.measure(5)).isNotEmpty();
        assertThat(run.failure()).isNull();
        double minutes = run.minutes();
        assertThat(run.measure(9)).isEmpty();
        assertThat(run.failure()).extracting(PointFailure::kind).isEqualTo(PointFailure.Kind.LOGONS_REFUSED);
        // The sixth is requested a second later, and there is no further wait.
        assertThat(run.minutes() - minutes).isLessThan(0.1);
        assertThat(run.times().iterations()).isZero();
        assertThat(run.measure(5)).hasSize(5 * 30);
        assertThat(run.failure()).isNull();
    }

    @Test
    void aPlatformWithoutMemoryKillsSessionsAndAcceptsFewerAgain() {
        PlatformRun run = new PlatformRun(limited(SessionLimit.Kind.KILLS_SESSIONS, 10), 1);
        assertThat(run.measure(12)).isEmpty();
        assertThat(run.failure()).extracting(PointFailure::kind).isEqualTo(PointFailure.Kind.SESSIONS_LOST);
        assertThat(run.measure(10)).hasSize(10 * 30);
        assertThat(run.logons()).isGreaterThan(10);
    }

    @Test
    void aPlatformAdmitsTheLastOnesSlowlyAndTooManyNotInTime() {
        PlatformRun run = new PlatformRun(limited(SessionLimit.Kind.ADMITS_SLOWLY, 10), 1);
        assertThat(run.measure(3)).hasSize(3 * 30);
        Duration few = run.times().rampUp();
        assertThat(run.measure(10)).hasSize(10 * 30);
        assertThat(run.times().rampUp()).isGreaterThan(few.plusSeconds(60));
        assertThat(run.measure(11)).isEmpty();
        assertThat(run.failure()).extracting(PointFailure::kind).isEqualTo(PointFailure.Kind.RAMP_UP_TIMEOUT);
    }

    @Test
    void reportsTheDurationOfAPoint() {
        PlatformRun run = new PlatformRun(platform(2, 0.2, Memory.ENOUGH), 1);
        run.measure(4);
        PointTimes times = run.times();
        assertThat(times.added()).isEqualTo(4);
        assertThat(times.iterations()).isEqualTo(3);
        assertThat(times.rampUp().plus(times.window()).toMillis() / 60_000.0).isCloseTo(run.minutes(), within(0.001));
        run.extend();
        assertThat(run.times().iterations()).isEqualTo(6);
        assertThat(run.times().window()).isGreaterThan(times.window());
    }

    private static Platform limited(SessionLimit.Kind kind, int sessions) {
        return platform(4, 0.2, Memory.ENOUGH).with(new SessionLimit(kind, sessions));
    }

    @Test
    void aBriefPointCountsOneIterationAndGrowsToFour() {
        PlatformRun run = new PlatformRun(platform(2, 0.2, Memory.ENOUGH), 1);
        assertThat(run.measure(4, true)).hasSize(4 * 10);
        assertThat(run.extend()).hasSize(4 * 40);
    }

    /** The estimate of the whole window is of use to a search that has little time: within a third. */
    @Test
    void anOverloadedBriefPointEndsAsSoonAsItHasFailed() {
        Platform small = platform(1, 0.2, Memory.ENOUGH);
        PlatformRun run = new PlatformRun(small, 1);
        List<Timing> early = run.measure(40, true);
        assertThat(run.endedEarly()).isTrue();
        assertThat(early).isNotEmpty().hasSizeLessThan(40 * 10 / 2);
        PlatformRun whole = new PlatformRun(small, 1);
        assertThat(whole.measure(40, false)).hasSize(40 * 30);
        assertThat(whole.endedEarly()).isFalse();
        assertThat(run.minutes()).isLessThan(whole.minutes() / 2);
        double briefWindow = whole.times().window().toMillis() / 2.0;
        assertThat(run.times().window().toMillis() / briefWindow).isBetween(0.66, 1.5);
        assertThat(run.measure(2, true)).hasSize(20);
        assertThat(run.endedEarly()).isFalse();
    }

    @Test
    void afterALogOffAllSessionsAreNew() {
        PlatformRun run = new PlatformRun(platform(2, 0.2, Memory.ENOUGH), 1);
        run.measure(3);
        run.logOff();
        assertThat(run.measure(2)).extracting(Timing::session).containsOnly(3, 4);
        assertThat(run.logons()).isEqualTo(5);
    }

    @Test
    void equalSeedsGiveEqualRuns() {
        Platform drawn = Platforms.draw(5).platform();
        assertThat(new PlatformRun(drawn, 3).measure(4)).isEqualTo(new PlatformRun(drawn, 3).measure(4));
    }

    /**
     * Little's law of a closed network: sessions / (think + response) operations per second, each of so much processor
     * time.
     */
    @Test
    void processorsAreAsBusyAsTheOperationsMakeThem() {
        PlatformRun run = new PlatformRun(platform(8, 0.2, Memory.ENOUGH), 1);
        List<Timing> timings = run.measure(20, 20, 60, 3000);
        double response =
                timings.stream().mapToLong(Timing::responseNanos).average().orElseThrow() / 1e9;
        assertThat(run.cpuShare()).isCloseTo(20 / (2 + response) * 0.2 / 8, within(0.01));
    }

    /** For a single session, the p95 of a log-normal time of mean 0.2 s and σ 0.4: 0.2 · exp(1.645 · 0.4 − 0.08). */
    @Test
    void aloneTheResponseIsTheServiceTime() {
        Platform alone = platform(1, 0.2, Memory.ENOUGH);
        double expected = Math.log(0.2 * Math.exp(1.645 * 0.4 - 0.08));
        assertThat(new TrueKnee(alone, Thresholds.DEFAULT).excess(1)).isCloseTo(expected, within(0.02));
    }

    /** If 10 sessions fit, and the p95 is 9 s beyond, the knee is 10 for any first size. */
    @Test
    void theTrueKneeOfAFullMemoryIsWhatFits() {
        TrueKnee truth = new TrueKnee(platform(100, 0.2, new Memory(10, 50, 0)), Thresholds.DEFAULT);
        assertThat(truth.find(3, 200)).isEqualTo(10);
        assertThat(truth.find(150, 200)).isEqualTo(10);
        assertThat(truth.find(1, 8)).isEqualTo(8);
    }

    @Test
    void aKneeAtACliffIsCertain() {
        TrueKnee truth = new TrueKnee(platform(100, 0.2, new Memory(10, 50, 0)), Thresholds.DEFAULT);
        assertThat(truth.know(3, 200)).isEqualTo(new TrueKnee.Known(10, true));
        assertThat(truth.know(3, 8)).isEqualTo(new TrueKnee.Known(8, true));
    }

    /** If one session's p95 equals the threshold, no simulation can decide whether it passes. */
    @Test
    void aKneeOnTheThresholdIsNotCertain() {
        Platform alone = platform(1, 0.2, Memory.ENOUGH);
        double mean = IntStream.range(0, 64)
                .mapToDouble(batch -> new TrueKnee(alone, Thresholds.DEFAULT).excess(1, batch + 1))
                .average()
                .orElseThrow();
        Thresholds exact = new Thresholds(
                Duration.ofNanos((long) (Thresholds.DEFAULT.of(Group.A).toNanos() * Math.exp(mean))),
                Thresholds.DEFAULT.of(Group.B));
        assertThat(new TrueKnee(alone, exact).know(1, 1).certain()).isFalse();
    }

    @Test
    void drawnPlatformsMatchTheirAim() {
        long near = 0;
        for (long seed = 1; seed <= 12; seed++) {
            Platforms.Drawn drawn = Platforms.draw(seed);
            int knee = new TrueKnee(drawn.platform(), Thresholds.DEFAULT).find(drawn.aim(), Platforms.MOST);
            near += knee > drawn.aim() / 3 && knee < drawn.aim() * 3 ? 1 : 0;
        }
        assertThat(near).as("of 12, seeds 1 to 12").isGreaterThanOrEqualTo(9);
    }
}
