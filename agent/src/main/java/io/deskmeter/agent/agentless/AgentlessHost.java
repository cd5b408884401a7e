package io.deskmeter.agent.agentless;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.session.app.AppInstanceControl;
import io.deskmeter.agent.session.app.Launcher;
import io.deskmeter.agent.step.ProgramLauncher;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A machine that is only seen: input launches the application, and nobody can tell when its process has ended. */
final class AgentlessHost implements AppInstanceControl {
    /** How long an application that was closed may take to exit, before the next one is launched. */
    static final Duration CLOSING = Duration.ofSeconds(2);

    private final Launcher launcher;
    private final ScheduledExecutorService timers;

    AgentlessHost(Launcher launcher, ScheduledExecutorService timers) {
        this.launcher = launcher;
        this.timers = timers;
    }

    @Override
    public Optional<Launcher> launcher() {
        return Optional.of(launcher);
    }

    @Override
    public ProgramLauncher.Started launch() {
        return new ProgramLauncher.Started(new UnseenProcess(), Timing.NEVER);
    }

    /** Nothing to do here: what is launched runs the command, see {@link io.deskmeter.workload.AgentlessLaunch}. */
    @Override
    public CompletableFuture<Long> run(Step.Run run) {
        return CompletableFuture.completedFuture(Timing.NEVER);
    }

    @Override
    public CompletableFuture<Void> close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        var unused = timers.schedule(() -> closed.complete(null), CLOSING.toNanos(), TimeUnit.NANOSECONDS);
        return closed;
    }

    /** Its exit is never heard of. */
    private static final class UnseenProcess implements AppProcess {
        private final CompletableFuture<Integer> exited = new CompletableFuture<>();

        /** Unknown, so nothing is to be waited for. */
        @Override
        public boolean alive() {
            return false;
        }

        @Override
        public CompletableFuture<Integer> exited() {
            return exited;
        }

        @Override
        public void kill() {}

        @Override
        public String tail() {
            return "";
        }
    }
}
