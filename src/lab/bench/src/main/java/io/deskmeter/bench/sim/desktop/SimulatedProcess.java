package io.deskmeter.bench.sim.desktop;

import io.deskmeter.agent.desktop.AppProcess;
import java.util.concurrent.CompletableFuture;

/** A simulated application: it runs until it ends by itself or is killed. Thread-safe. */
public final class SimulatedProcess implements AppProcess {
    private static final int KILLED = 137;

    private final CompletableFuture<Integer> exited = new CompletableFuture<>();
    private final Runnable whenKilled;

    /** @param whenKilled called once, if it is killed while it runs */
    public SimulatedProcess(Runnable whenKilled) {
        this.whenKilled = whenKilled;
    }

    /** Ends by itself. */
    public void exit() {
        exited.complete(0);
    }

    @Override
    public boolean alive() {
        return !exited.isDone();
    }

    @Override
    public CompletableFuture<Integer> exited() {
        return exited;
    }

    @Override
    public void kill() {
        if (exited.complete(KILLED)) {
            whenKilled.run();
        }
    }

    @Override
    public String tail() {
        return "";
    }
}
