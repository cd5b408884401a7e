package io.deskmeter.controller.run;

import io.deskmeter.controller.faults.InternalFaults;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The runs that are on their way in this process. Safe for any thread. */
public final class Runs {
    private final Map<String, RunMachine> active = new ConcurrentHashMap<>();
    private final List<Consumer<RunSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final MachineFactory machines;
    private final InternalFaults faults;

    /** Makes a machine that tells its snapshots to the listener. */
    public interface MachineFactory {
        RunMachine make(RunPlan plan, Consumer<RunSnapshot> listener);
    }

    public Runs(MachineFactory machines, InternalFaults faults) {
        this.machines = machines;
        this.faults = faults;
    }

    /** Begins a run. */
    public RunMachine start(RunPlan plan) {
        RunMachine machine = machines.make(plan, this::published);
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
        listeners.forEach(listener -> tell(listener, snapshot));
    }

    /** A listener that throws must not keep the others, or the run, from going on. */
    private void tell(Consumer<RunSnapshot> listener, RunSnapshot snapshot) {
        try {
            listener.accept(snapshot);
        } catch (RuntimeException | Error e) {
            faults.report("run " + snapshot.id() + ": a listener", e);
        }
    }

    /** An agent has connected, or a run has let go of one. */
    public void agentMayBeFree() {
        active.values().forEach(RunMachine::agentMayBeFree);
    }

    /** The machine of a run that has not ended. */
    public Optional<RunMachine> find(String runId) {
        return Optional.ofNullable(active.get(runId));
    }

    /** All that have not ended. */
    public Collection<RunMachine> all() {
        return List.copyOf(active.values());
    }
}
