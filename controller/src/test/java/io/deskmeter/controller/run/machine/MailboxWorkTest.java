package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.controller.run.view.SessionView;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the mailbox does itself, and what other threads do. */
class MailboxWorkTest extends RunMachineFixture {
    private static final int MANY = 200_000;

    private final Deque<Runnable> beside = new ArrayDeque<>();

    @BeforeEach
    void computeNothing() {
        figures = beside::add;
    }

    private void computeAll() {
        while (!beside.isEmpty()) {
            beside.remove().run();
        }
    }

    /** Of iterations that count. */
    private List<Timing> many() {
        List<Timing> timings = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            long shownAt = 1_000_000L * (100 + i % 700);
            timings.add(Timing.builder("office/writer", "modify", Group.A, Outcome.OK)
                    .session(i % 2)
                    .sequence(1_000 + i)
                    .iteration(2)
                    .wallFiredAt(time.instant())
                    .intendedAt(0)
                    .firedAt(0)
                    .lastWithoutAt(shownAt)
                    .shownAt(shownAt)
                    .build());
        }
        return timings;
    }

    /** With ten thousand sessions, a thousandth of the run made it read 200,000 timings twice a second. */
    @Test
    void aSnapshotCostsTheSameHoweverManyTimingsThereAre() {
        RunStateMachine machine = steady(2);
        machine.timingsStored(many(), 0);
        time.settle();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int before = snapshots.size();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        time.advance(Duration.ofSeconds(1));
        allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
        assertThat(snapshots.size() - before).isBetween(1, 3);
        assertThat(machine.snapshot().groups().get(0).count()).isGreaterThanOrEqualTo(MANY);
        assertThat(allocated).as("bytes on the mailbox in a second").isLessThan(4_000_000);
    }

    @Test
    void theMailboxGoesOnWhileAVerdictIsComputed() {
        RunStateMachine machine = steady(2);
        advanceTo(machine, RunState.JUDGING);
        time.advance(Duration.ofMinutes(5));
        assertThat(machine.state()).as("no verdict yet, and no deadline for it").isEqualTo(RunState.JUDGING);
        assertThat(machine.snapshot().sessions())
                .extracting(SessionView::iteration)
                .allMatch(i -> i > 20);
        assertThat(journal.points).isEmpty();
        computeAll();
        time.settle();
        assertThat(journal.points).hasSize(1);
        assertThat(machine.state()).isEqualTo(RunState.RAMPING_DOWN);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.loadPoints()).extracting(p -> p.figures(Group.A).count()).containsExactly(2 * 3);
    }

    @Test
    void aVerdictThatComesAfterAStopIsKept() {
        RunStateMachine machine = steady(2);
        advanceTo(machine, RunState.JUDGING);
        time.advance(Duration.ofSeconds(5));
        machine.stop("enough");
        time.settle();
        assertThat(machine.state()).isEqualTo(RunState.RAMPING_DOWN);
        computeAll();
        time.settle();
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("stopped");
        assertThat(end.loadPoints()).hasSize(1);
        assertThat(end.counts().unknownEvents()).isZero();
    }

    @Test
    void aVerdictThatCannotBeComputedEndsTheRunWithTheReason() {
        figures = task -> {
            if (journal.states.contains(RunState.JUDGING)) {
                throw new RejectedExecutionException("the pool is closed");
            }
        };
        RunSnapshot end = finish(steady(2));
        assertThat(end.state()).isEqualTo("failed");
        assertThat(end.reasons()).containsExactly("the verdict on 2 sessions cannot be computed: the pool is closed");
    }

    @Test
    void whatComesAfterTheVerdictWasBegunIsLate() {
        RunStateMachine machine = steady(2);
        advanceTo(machine, RunState.JUDGING);
        time.advance(Duration.ofSeconds(5));
        machine.timingsStored(many().subList(0, 3), 0);
        time.settle();
        assertThat(machine.snapshot().counts().late()).isZero();
        time.advance(Duration.ofSeconds(1));
        assertThat(machine.snapshot().counts().late()).isEqualTo(3);
        computeAll();
        assertThat(finish(machine).loadPoints())
                .extracting(p -> p.figures(Group.A).count())
                .containsExactly(2 * 3);
    }
}
