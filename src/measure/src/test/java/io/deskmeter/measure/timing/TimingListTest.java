package io.deskmeter.measure.timing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TimingListTest {
    private static final List<Group> GROUPS = List.of(Group.values());
    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

    private static List<Timing> random(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Timing> timings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Outcome outcome = random.nextInt(4) > 0 ? Outcome.OK : OUTCOMES.get(random.nextInt(OUTCOMES.size()));
            boolean fired = outcome != Outcome.SKIPPED;
            boolean ok = outcome == Outcome.OK;
            long intendedAt = random.nextLong(1L << 50);
            long firedAt = fired ? intendedAt + random.nextLong(5_000_000) : Timing.NEVER;
            long shownAt = ok ? firedAt + random.nextLong(3_000_000_000L) : Timing.NEVER;
            timings.add(Timing.builder("w", "o" + random.nextInt(3), GROUPS.get(random.nextInt(3)), outcome)
                    .session(random.nextInt(7))
                    .sequence(i + 1)
                    .iteration(random.nextInt(9))
                    .wallFiredAt(Instant.EPOCH.plusNanos(i))
                    .thinkNanos(random.nextLong(2_000_000_000L))
                    .intendedAt(intendedAt)
                    .firedAt(firedAt)
                    .lastWithoutAt(ok ? shownAt - random.nextLong(20_000_000) : Timing.NEVER)
                    .shownAt(shownAt)
                    .detail(ok ? "" : "why")
                    .build());
        }
        return timings;
    }

    /** All that verdicts look at. */
    private static List<Object> figures(Timing timing) {
        boolean ok = timing.outcome() == Outcome.OK;
        return List.of(
                timing.session(),
                timing.iteration(),
                timing.workload(),
                timing.operation(),
                timing.group(),
                timing.outcome(),
                timing.thinkNanos(),
                timing.lagNanos(),
                timing.firedAt() == Timing.NEVER,
                ok ? timing.responseNanos() : -1,
                ok ? timing.resolutionNanos() : -1);
    }

    private static List<List<Object>> figures(List<Timing> timings) {
        return timings.stream().map(TimingListTest::figures).toList();
    }

    @Test
    void aTimingComesBackWithEveryDurationExact() {
        List<Timing> timings = random(1, 40_000);
        TimingList list = TimingColumns.of(timings).list();
        assertThat(figures(list)).isEqualTo(figures(timings));
        assertThat(TimingList.copyOf(list)).isSameAs(list);
        assertThatThrownBy(() -> list.get(40_000)).hasMessageContaining("timing: 40000 (expected: 0 to 39999)");
    }

    @Test
    void aListStaysAsItIsWhateverIsAddedLater() {
        List<Timing> timings = random(2, 40_000);
        TimingColumns columns = TimingColumns.of(timings.subList(0, 20_000));
        TimingList before = columns.list();
        timings.subList(20_000, 40_000).forEach(columns::add);
        assertThat(figures(before)).isEqualTo(figures(timings.subList(0, 20_000)));
        assertThat(columns.list()).hasSize(40_000);
    }

    @Test
    void selectionsKeepTheOrder() {
        List<Timing> timings = random(3, 5_000);
        TimingList list = TimingColumns.of(timings).list();
        assertThat(figures(list.where(t -> t.group() == Group.B)
                        .ofIterations((session, iteration) -> session > 2 && iteration < 5)))
                .isEqualTo(figures(timings.stream()
                        .filter(t -> t.group() == Group.B && t.session() > 2 && t.iteration() < 5)
                        .toList()));
        Map<Integer, List<Timing>> sessions =
                timings.stream().collect(Collectors.groupingBy(Timing::session, TreeMap::new, Collectors.toList()));
        assertThat(list.bySession().keySet()).containsExactlyElementsOf(sessions.keySet());
        list.bySession()
                .forEach((session, of) ->
                        assertThat(figures(of)).isEqualTo(figures(requireNonNull(sessions.get(session)))));
        assertThat(list.by(Timing::operation).values().stream()
                        .mapToInt(List::size)
                        .sum())
                .isEqualTo(5_000);
    }

    @Test
    void verdictsAreThoseOfTheTimingsThemselves() {
        List<Timing> timings = random(4, 3_000);
        assertThat(Judge.judge(7, Set.of(1), TimingColumns.of(timings).list(), Thresholds.DEFAULT, 3))
                .isEqualTo(Judge.judge(7, Set.of(1), timings, Thresholds.DEFAULT, 3));
    }

    /** A run of ten thousand sessions has millions in a window. */
    @Test
    void aTimingTakesLessThanFiftyBytes() {
        Timing timing = random(5, 1).get(0);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        TimingColumns million = new TimingColumns();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1_000_000; i++) {
            million.add(timing);
        }
        TimingList list = million.list();
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(list).hasSize(1_000_000);
        assertThat(allocated).as("bytes").isLessThan(50_000_000);
    }
}
