package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Unexpected exceptions in a task of a run end the run as failed, with the reason; exceptions of its listeners do not.
 */
class RunFaultTest extends RunMachineFixture {
    private final InternalFaults faults = new InternalFaults(time);

    private RunStateMachine start(Consumer<RunSnapshot> listener) {
        RunStateMachine machine = new RunStateMachine(
                Plans.of(new Load.Steps(List.of(2))),
                RunSettings.DEFAULT,
                fleet,
                journal,
                time,
                Runnable::run,
                time.ticker(),
                time,
                listener,
                faults);
        fleet.serve(machine);
        machine.start();
        return machine;
    }

    @Test
    void anErrorInATaskEndsTheRunAsFailedWithItsReason() {
        journal.fault = new StackOverflowError("while a load point was written");
        RunStateMachine machine = start(snapshots::add);
        RunSnapshot last = finish(machine);

        assertThat(last.state()).isEqualTo("failed");
        assertThat(last.ended()).isTrue();
        assertThat(last.reasons())
                .singleElement()
                .asString()
                .startsWith(
                        "internal fault while judging: java.lang.StackOverflowError: while a load point was written");
        assertThat(journal.ends).containsExactly(RunState.FAILED);
        assertThat(snapshots.get(snapshots.size() - 1)).isEqualTo(last);
        assertThat(faults.count()).isEqualTo(1);
        assertThat(faults.fatal()).isEmpty();
    }

    /** Reproducer: the sum became negative, and the run valid. */
    @Test
    void noNumberOfLossesMakesAnEarlierOneGoAway() {
        RunStateMachine machine = start(snapshots::add);
        machine.timingsUnusable(100, "lost");
        machine.timingsUnusable(Integer.MAX_VALUE, "lost, too");
        RunSnapshot last = finish(machine);

        assertThat(last.state()).isEqualTo("invalid");
        assertThat(last.reasons()).anySatisfy(reason -> assertThat(reason).startsWith("unusable: 2147483647 "));
    }

    @Test
    void agentsAreToldToEndTheRunBeforeTheyAreLetGo() {
        journal.fault = new IllegalStateException("a bug");
        RunStateMachine machine = start(snapshots::add);
        advanceUntil(() -> faults.count() > 0);
        assertThat(fleet.released).isEmpty();
        assertThat(snapshots.get(snapshots.size() - 1).reasons()).isNotEmpty();
        time.advance(Duration.ofSeconds(10));

        assertThat(fleet.released).containsExactly("run-1");
        assertThat(machine.state()).isEqualTo(RunState.FAILED);
    }

    @Test
    void aRunWhoseFailureCannotBeWrittenDownIsReportedAllTheSameAndTheProcessIsNotWell() {
        journal.fault = new IllegalStateException("a bug");
        RunStateMachine machine = start(snapshots::add);
        advanceUntil(() -> faults.count() > 0);
        journal.full = true;
        time.advance(Duration.ofSeconds(10));

        assertThat(machine.snapshot().state()).isEqualTo("failed");
        assertThat(fleet.released).containsExactly("run-1");
        assertThat(faults.fatal())
                .hasValueSatisfying(fault -> assertThat(fault.where()).contains("run-1", "write down"));
    }

    @Test
    void aListenerThatThrowsOnceIsAskedAgainAndTheRunGoesOn() {
        AtomicInteger calls = new AtomicInteger();
        List<RunSnapshot> heard = new ArrayList<>();
        RunStateMachine machine = start(snapshot -> {
            if (calls.incrementAndGet() == 3) {
                throw new AssertionError("once");
            }
            heard.add(snapshot);
        });
        RunSnapshot last = finish(machine);

        assertThat(last.state()).isEqualTo("finished");
        assertThat(heard).hasSizeGreaterThan(10);
        assertThat(heard.get(heard.size() - 1)).isEqualTo(last);
        assertThat(faults.latest())
                .hasValueSatisfying(fault -> assertThat(fault.where()).contains("snapshot"));
    }
}
