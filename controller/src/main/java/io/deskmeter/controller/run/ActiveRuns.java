package io.deskmeter.controller.run;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.machine.RunStateMachine;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.view.RunSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The active runs of this process. Thread-safe. */
public final class ActiveRuns {
    private final Map<String, RunStateMachine> active = new ConcurrentHashMap<>();
    private final List<Consumer<RunSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final MachineFactory machines;
    private final InternalFaults faults;

    /** Creates a state machine that publishes its snapshots to the listener. */
    public interface MachineFactory {
        RunStateMachine make(RunPlan plan, Consumer<RunSnapshot> listener);
    }

    public ActiveRuns(MachineFactory machines, InternalFaults faults) {
        this.machines = machines;
        this.faults = faults;
    }

    /** Begins a run. */
    public RunStateMachine start(RunPlan plan) {
        RunStateMachine machine = machines.make(plan, this::published);
        active.put(plan.id(), machine);
        machine.start();
        return machine;
    }

    /** Gets every snapshot of every run, on the runs' mailbox; must not block. */
    public void listen(Consumer<RunSnapshot> listener) {
        listeners.add(listener);
    }

    private void published(RunSnapshot snapshot) {
        if (snapshot.ended()) {
            active.remove(snapshot.id());
            agentMayBeFree();
        }
        listeners.forEach(listener -> notifyListener(listener, snapshot));
    }

    /** A listener that throws must not affect the others, or the run. */
    private void notifyListener(Consumer<RunSnapshot> listener, RunSnapshot snapshot) {
        try {
            listener.accept(snapshot);
        } catch (RuntimeException | Error e) {
            faults.report("run " + snapshot.id() + ": a listener", e);
        }
    }

    /** An agent has connected, or a run has released one. */
    public void agentMayBeFree() {
        active.values().forEach(RunStateMachine::agentMayBeFree);
    }

    /** The machine of a run that has not ended. */
    public Optional<RunStateMachine> find(String runId) {
        return Optional.ofNullable(active.get(runId));
    }

    /** All that have not ended. */
    public Collection<RunStateMachine> all() {
        return List.copyOf(active.values());
    }
}
