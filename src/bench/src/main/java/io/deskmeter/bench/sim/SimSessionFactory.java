package io.deskmeter.bench.sim;

import io.deskmeter.agent.client.PreparedRun;
import io.deskmeter.agent.client.SessionFactory;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.LocalSessionDesktops;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.SessionControl;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.SessionUpdate;
import io.deskmeter.agent.session.SessionUpdate.Phase;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.Timing;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The agent's own sessions on simulated desktops. */
final class SimSessionFactory implements SessionFactory {
    private final SimDesktops desktops;
    private volatile TimingLog tally;
    private final ScheduledExecutorService timers;
    private final AtomicInteger atWork = new AtomicInteger();
    /** Used on the agent's executor only. */
    private String lastRun = "";

    SimSessionFactory(SimDesktops desktops, TimingLog tally, ScheduledExecutorService timers) {
        this.desktops = desktops;
        this.tally = tally;
        this.timers = timers;
    }

    /** Where later sessions note what they measure. */
    void note(TimingLog in) {
        tally = in;
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
        Session session = new Session(
                settings, context.at(places), new Noting(listener, slow ? faults.timings() : Duration.ZERO));
        SessionControl worker =
                slow && !faults.cleanUp().isZero() ? new LingeringSession(session, faults.cleanUp()) : session;
        atWork.incrementAndGet();
        var unused = worker.ended().whenComplete((phase, failure) -> atWork.decrementAndGet());
        return worker;
    }

    /** Sessions that have not been cleaned up. */
    int atWork() {
        return atWork.get();
    }

    /** Notes timings and samples, and tells those of the slow session late. */
    private final class Noting implements SessionListener {
        private final SessionListener listener;
        private final Duration late;
        private final TimingLog noted = tally;

        private Noting(SessionListener listener, Duration late) {
            this.listener = listener;
            this.late = late;
        }

        @Override
        public void changed(SessionUpdate sessionUpdate) {
            listener.changed(sessionUpdate);
        }

        @Override
        public void timed(Timing timing) {
            noted.note(timing);
            if (!late.isZero()) {
                var unused = timers.schedule(() -> listener.timed(timing), late.toMillis(), TimeUnit.MILLISECONDS);
            } else {
                listener.timed(timing);
            }
        }

        @Override
        public void sampled(Sample sample) {
            noted.note(sample);
            if (!late.isZero()) {
                var unused = timers.schedule(() -> listener.sampled(sample), late.toMillis(), TimeUnit.MILLISECONDS);
            } else {
                listener.sampled(sample);
            }
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
