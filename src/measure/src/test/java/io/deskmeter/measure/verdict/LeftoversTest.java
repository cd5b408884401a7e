package io.deskmeter.measure.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.WithoutTiming;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingList;
import io.deskmeter.measure.timing.Timings;
import io.deskmeter.workload.operation.Group;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LeftoversTest {
    @Test
    void onlyASessionThatHasLoggedOffForCertainLeavesNothing() {
        assertThat(Leftovers.mayRemain(true, true, false)).isFalse();
        assertThat(Leftovers.mayRemain(true, false, false)).isTrue();
        assertThat(Leftovers.mayRemain(true, true, true)).isTrue();
        assertThat(Leftovers.mayRemain(false, false, true))
                .as("never logged on")
                .isFalse();
    }

    /** Five sessions, of which one does not see its icon: the platform holds five. */
    @Test
    void aPointIsNotThePlatformsIfMostFailuresAreOfFollowers() {
        assertThat(Leftovers.reason(Map.of(4, 13), Set.of(4)))
                .hasValue("leftovers: 13 of 13 failures are of sessions whose desktop was used before in this run,"
                        + " without a logoff that is known to have worked: session 4 (expected: at most half;"
                        + " hint: set `logoff` in the target, or give it more users)");
        assertThat(Leftovers.reason(Map.of(0, 6, 4, 7), Set.of(4))).isPresent();
    }

    @Test
    void aPointWhoseFailuresAreAsOftenOfOthersIsJudged() {
        assertThat(Leftovers.reason(Map.of(0, 7, 4, 7), Set.of(4))).isEmpty();
        assertThat(Leftovers.reason(Map.of(0, 7), Set.of(4))).isEmpty();
        assertThat(Leftovers.reason(Map.of(), Set.of(4)))
                .as("it was slow, not broken")
                .isEmpty();
        assertThat(Leftovers.reason(Map.of(0, 7), Set.of())).isEmpty();
    }

    @Test
    void manySessionsAreNotAllNamed() {
        Set<Integer> followers = Set.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        Map<Integer, Integer> failures = followers.stream().collect(Collectors.toMap(session -> session, session -> 1));
        assertThat(Leftovers.reason(failures, followers).orElseThrow()).contains("session 9 and 2 more (");
    }

    @Test
    void whatWasLostCountsWithWhatFailed() {
        List<WithoutTiming> without = List.of(
                new WithoutTiming(3, "office/calc", "entry", Group.A, 48, Ending.LOST),
                new WithoutTiming(7, "office/calc", "entry", Group.A, 9, Ending.NOT_DELIVERED));
        assertThat(Leftovers.failures(
                        TimingList.copyOf(List.of(Timings.failed(4, "entry", Group.A, Outcome.TIMEOUT))),
                        without,
                        List.of(3, 5)))
                .isEqualTo(Map.of(3, 49, 4, 1, 5, 1));
    }

    @Test
    void whatWasNotReachedCountsWithWhatFailedAndWhatDeskmeterSpoiltDoesNot() {
        List<Timing> timings = List.of(
                Timings.ok(0, "entry", Group.A, 100),
                Timings.failed(0, "entry", Group.A, Outcome.HARNESS_ERROR),
                Timings.failed(1, "entry", Group.A, Outcome.TIMEOUT),
                Timings.failed(1, "entry", Group.A, Outcome.SKIPPED),
                Timings.failed(2, "entry", Group.A, Outcome.DESKTOP_LOST));
        assertThat(Leftovers.failures(TimingList.copyOf(timings), List.of(), List.of(2)))
                .isEqualTo(Map.of(1, 2, 2, 2));
    }

    /** Otherwise what Deskmeter spoilt of a follower would make the failures of others a minority, and excuse them. */
    @Test
    void whatWasNotReachedBecauseOfDeskmeterIsNoFailure() {
        TimingList timings = TimingList.copyOf(List.of(
                Timings.failed(0, "entry", Group.A, Outcome.TIMEOUT),
                Timings.failed(4, "entry", Group.A, Outcome.HARNESS_ERROR),
                Timings.failed(4, "save", Group.A, Outcome.SKIPPED),
                Timings.failed(4, "close", Group.A, Outcome.SKIPPED)));
        assertThat(Leftovers.failures(timings, List.of(), List.of())).isEqualTo(Map.of(0, 1));
    }

    /** Batches that are sent again arrive late. */
    @Test
    void theOrderInWhichTimingsArriveDoesNotMatter() {
        Timing failed = Timings.failed(1, "open", Group.A, Outcome.TIMEOUT);
        Timing skipped = Timing.builder(failed.workload(), "save", Group.A, Outcome.SKIPPED)
                .session(failed.session())
                .sequence(failed.sequence() + 1)
                .iteration(failed.iteration())
                .wallFiredAt(failed.wallFiredAt())
                .thinkNanos(failed.thinkNanos())
                .intendedAt(failed.intendedAt())
                .build();
        assertThat(Leftovers.failures(TimingList.copyOf(List.of(skipped, failed)), List.of(), List.of()))
                .isEqualTo(Map.of(1, 2));
    }

    @Test
    void onlyWhatFollowersFailedIsExcused() {
        List<Timing> timings = List.of(
                Timings.failed(0, "entry", Group.A, Outcome.TIMEOUT),
                Timings.failed(1, "entry", Group.A, Outcome.TIMEOUT),
                Timings.failed(1, "entry", Group.A, Outcome.SKIPPED),
                Timings.failed(1, "entry", Group.A, Outcome.DESKTOP_LOST));
        assertThat(Leftovers.without(TimingList.copyOf(timings), Set.of(1)))
                .extracting(Timing::outcome)
                .containsExactly(Outcome.TIMEOUT, Outcome.HARNESS_ERROR, Outcome.HARNESS_ERROR, Outcome.DESKTOP_LOST);
    }
}
