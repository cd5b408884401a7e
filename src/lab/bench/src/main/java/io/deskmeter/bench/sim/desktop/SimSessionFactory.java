package io.deskmeter.bench.sim.desktop;

import io.deskmeter.agent.client.run.PreparedRun;
import io.deskmeter.agent.client.run.SessionFactory;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionControl;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The agent's own sessions on simulated desktops. */
public final class SimSessionFactory implements SessionFactory {
    private final SimDesktops desktops;
    private final ScheduledExecutorService timers;
    /** Used on the agent's executor only. */
    private String lastRun = "";

    public SimSessionFactory(SimDesktops desktops, ScheduledExecutorService timers) {
        this.desktops = desktops;
        this.timers = timers;
    }

    @Override
    public SessionControl create(
            PreparedRun run,
            SessionSettings settings,
            SessionSlot slot,
            SessionContext context,
            SessionListener listener) {
        LocalSessionDesktops places = new LocalSessionDesktops(
                desktops, desktops, Platforms.here().name(), context.blocking(), context.nanoTime());
        SimFaults faults = desktops.faults();
        boolean slow = !run.id().equals(lastRun);
        lastRun = run.id();
        if (slow) {
            desktops.slow(settings.session());
        }
        boolean late = slow && !faults.timings().isZero();
        Session session = new Session(
                settings, context.at(places), late ? new LateListener(listener, faults.timings()) : listener);
        return slow && !faults.cleanUp().isZero() ? new LingeringSession(session, faults.cleanUp()) : session;
    }

    /** Tells of the slow session late. */
    private final class LateListener implements SessionListener {
        private final SessionListener listener;
        private final Duration late;

        private LateListener(SessionListener listener, Duration late) {
            this.listener = listener;
            this.late = late;
        }

        @Override
        public void changed(SessionUpdate sessionUpdate) {
            listener.changed(sessionUpdate);
        }

        @Override
        public void timed(Timing timing) {
            later(() -> listener.timed(timing));
        }

        @Override
        public void sampled(Sample sample) {
            later(() -> listener.sampled(sample));
        }

        private void later(Runnable tell) {
            var unused = timers.schedule(tell, late.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Ends, but cleans up later. */
    private final class LingeringSession implements SessionControl {
        private final SessionControl session;
        private final CompletableFuture<Phase> ended;

        private LingeringSession(SessionControl session, Duration takes) {
            this.session = session;
            Executor later = CompletableFuture.delayedExecutor(takes.toMillis(), TimeUnit.MILLISECONDS, timers);
            this.ended = session.ended().thenApplyAsync(phase -> phase, later);
        }

        @Override
        public void start() {
            session.start();
        }

        @Override
        public void stop(boolean now, String reason) {
            session.stop(now, reason);
        }

        @Override
        public CompletableFuture<Phase> ended() {
            return ended;
        }
    }
}
