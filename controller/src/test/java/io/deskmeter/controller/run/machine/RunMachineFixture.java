package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.testsupport.VirtualTime;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** A run in virtual time, with a fleet that does what a test has scripted. */
abstract class RunMachineFixture {
    final VirtualTime time = new VirtualTime();
    final ScriptedFleet fleet = new ScriptedFleet(time);
    final RecordingJournal journal = new RecordingJournal();
    final List<RunSnapshot> snapshots = new ArrayList<>();
    /** Computes beside the mailbox. */
    Executor figures = Runnable::run;

    final RunStateMachine start(RunPlan plan) {
        RunStateMachine machine = new RunStateMachine(
                plan,
                RunSettings.DEFAULT,
                fleet,
                journal,
                time,
                work -> figures.execute(work),
                time.ticker(),
                time,
                snapshots::add);
        fleet.serve(machine);
        machine.start();
        return machine;
    }

    /** One load point, whose sessions work already. */
    final RunStateMachine steady(int sessions) {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(sessions))));
        advanceTo(machine, RunState.STEADY);
        return machine;
    }

    final RunSnapshot finish(RunStateMachine machine) {
        time.advance(Duration.ofHours(2));
        assertThat(machine.state().ended())
                .as("%s %s", machine.state(), journal.notes)
                .isTrue();
        assertThat(fleet.released).containsExactly("run-1");
        return machine.snapshot();
    }

    final void advanceTo(RunStateMachine machine, RunState state) {
        advanceUntil(() -> machine.state() == state);
        assertThat(machine.state()).isEqualTo(state);
    }

    /** An hour at most. */
    final void advanceUntil(BooleanSupplier reached) {
        for (int i = 0; i < 36_000 && !reached.getAsBoolean(); i++) {
            time.advance(Duration.ofMillis(100));
        }
    }
}
