package io.deskmeter.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.pairing.PairingCodeReader;
import io.deskmeter.agent.pause.Pauses;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.link.v1.DelegatedSessionChange;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentMessage.WhatCase;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.RequestDone;
import io.deskmeter.link.v1.RequestFailed;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.SessionState;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A session that a desktop agent drives, with real threads and no desktop. */
@Tag("slow")
class DelegatedSessionTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final ExecutorService pool = Executors.newSingleThreadExecutor();
    private final ExecutorService blockingThreads = Executors.newCachedThreadPool();
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final List<Future<?>> blockingTasks = new CopyOnWriteArrayList<>();
    private final List<SessionUpdate> updates = new CopyOnWriteArrayList<>();
    private final SlowTarget target = new SlowTarget();
    private CompletableFuture<?> queue = CompletableFuture.completedFuture(null);
    private Pauses pauses = Pauses.NONE;
    /** What the desktop agent cannot execute, and its answer; null: it can all. */
    private volatile @Nullable WhatCase failing;

    private volatile RequestFailed.Builder fails = RequestFailed.newBuilder();
    private final DesktopAgentChannels channels = new DesktopAgentChannels(this::answered);

    @AfterEach
    void end() {
        target.mayBegin.complete(null);
        target.mayEnd.complete(null);
        queue.complete(null);
        pool.shutdownNow();
        blockingThreads.shutdownNow();
        timers.shutdownNow();
    }

    /** A desktop that is ended before it has started would remain, and load the machine that is measured. */
    @Test
    void aTargetThatStartsWhileItsSessionIsStoppedIsEndedAfterwards() throws Exception {
        DelegatedSession session = session();
        session.start();
        assertThat(target.begins).succeedsWithin(SOON);
        session.stop(true, "stopped");
        // The session has handled the stop, and what it then did on other threads is done.
        pool.submit(() -> {}).get();
        for (Future<?> task : blockingTasks.subList(1, blockingTasks.size())) {
            task.get();
        }
        target.mayBegin.complete(null);

        assertThat(session.ended()).succeedsWithin(SOON).isEqualTo(Phase.STOPPED);
        assertThat(target.events).containsExactly("begins", "has begun", "ended");
        assertThat(updates).last().satisfies(update -> {
            assertThat(update.phase()).isEqualTo(Phase.STOPPED);
            assertThat(update.detail()).isEqualTo("stopped");
        });
    }

    /** The loss is told before the user is logged off, which takes long, and the session is over afterwards. */
    @Test
    void aLossIsToldBeforeTheTargetIsEnded() {
        DelegatedSession session = session();
        target.mayBegin.complete(null);
        target.mayEnd = new CompletableFuture<>();
        session.start();
        await().atMost(SOON).until(() -> phases().contains(Phase.READY));
        long before = System.nanoTime();
        channels.received(change(SessionChange.newBuilder()
                .setState(SessionState.SESSION_STATE_LOST)
                .setDetail("desktop lost: gone")
                .setIteration(2)
                .setAgoNanos(5_000_000_000L)
                .setCleaningUp(true)));
        await().atMost(SOON).until(() -> phases().contains(Phase.LOST));

        SessionUpdate told = updates.get(updates.size() - 1);
        assertThat(told.cleaningUp()).isTrue();
        assertThat(told.iteration()).isEqualTo(2);
        assertThat(told.at()).isBetween(before - 5_000_000_000L, System.nanoTime() - 5_000_000_000L);
        assertThat(session.ended()).isNotDone();

        target.mayEnd.complete(null);
        assertThat(session.ended()).succeedsWithin(SOON).isEqualTo(Phase.LOST);
        SessionUpdate last = updates.get(updates.size() - 1);
        assertThat(last)
                .isEqualTo(
                        new SessionUpdate(0, Phase.LOST, told.detail(), 2, told.at()).withLogon(0, last.queuedNanos()));
    }

    @Test
    void anErrorOfTheDesktopAgentIsPassedOnAsOne() {
        DelegatedSession session = session();
        target.mayBegin.complete(null);
        session.start();
        await().atMost(SOON).until(() -> phases().contains(Phase.READY));
        channels.received(change(SessionChange.newBuilder()
                .setState(SessionState.SESSION_STATE_FAILED)
                .setDetail("fault: no memory")
                .setFault(true)));
        assertThat(session.ended()).succeedsWithin(SOON).isEqualTo(Phase.FAILED);
        assertThat(updates.stream().filter(update -> update.phase() == Phase.FAILED))
                .hasSize(2)
                .allMatch(SessionUpdate::fault);
    }

    /** The platform has neither refused the logon nor lost the desktop. */
    @Test
    void aRequestThatAnErrorOfTheDesktopAgentEndsIsPassedOnAsOne() {
        for (WhatCase what : List.of(WhatCase.PREPARE, WhatCase.WORK)) {
            updates.clear();
            failing = what;
            fails = RequestFailed.newBuilder()
                    .setReason("internal error of the desktop agent: java.lang.NullPointerException")
                    .setFault(true);
            DelegatedSession session = session();
            target.mayBegin.complete(null);
            session.start();
            assertThat(session.ended()).succeedsWithin(SOON).isEqualTo(Phase.FAILED);
            assertThat(updates.stream().filter(update -> update.phase() == Phase.FAILED))
                    .as(what.name())
                    .hasSize(2)
                    .allMatch(SessionUpdate::fault)
                    .allMatch(update -> update.detail()
                            .endsWith("desktop agent: internal error of the desktop agent:"
                                    + " java.lang.NullPointerException"));
        }
    }

    @Test
    void aDesktopThatCannotBePreparedIsNoErrorOfDeskmeter() {
        failing = WhatCase.PREPARE;
        fails = RequestFailed.newBuilder().setReason("desktop: no room");
        DelegatedSession session = session();
        target.mayBegin.complete(null);
        session.start();
        assertThat(session.ended()).succeedsWithin(SOON).isEqualTo(Phase.FAILED);
        assertThat(updates).noneMatch(SessionUpdate::fault);
    }

    /** Nobody looks at the display of a session in passive mode, but an error in its decoder ends it. */
    @Test
    void aDisplayThatADefectOfDeskmeterEndsIsNoLostDesktop() {
        for (boolean defect : List.of(true, false)) {
            updates.clear();
            target.shown = new CompletableFuture<>();
            DelegatedSession session = session(true);
            target.mayBegin.complete(null);
            session.start();
            await().atMost(SOON).until(() -> phases().contains(Phase.READY));
            FrameListener display = target.shown.join();
            ScreenException gone = defect
                    ? ScreenException.ofDefect("rfb: a decoder failed", new IllegalStateException("x"))
                    : new ScreenException("rfb: connection reset");
            pool.execute(() -> display.onLost(gone));
            assertThat(session.ended()).succeedsWithin(SOON).isEqualTo(defect ? Phase.FAILED : Phase.LOST);
            assertThat(updates.get(updates.size() - 1).fault()).isEqualTo(defect);
        }
    }

    @Test
    void theAgentsOwnQueueIsNotPartOfTheLogon() {
        queue = new CompletableFuture<>();
        DelegatedSession session = session();
        long askedAt = System.nanoTime();
        session.start();
        await().atMost(SOON).until(() -> phases().contains(Phase.STARTING));
        await().pollDelay(Duration.ofMillis(300)).until(() -> true);
        long queued = System.nanoTime() - askedAt;
        target.mayBegin.complete(null);
        queue.complete(null);
        await().atMost(SOON).until(() -> phases().contains(Phase.READY));
        long all = System.nanoTime() - askedAt;

        SessionUpdate ready = updates.get(updates.size() - 1);
        assertThat(ready.queuedNanos()).isBetween(300_000_000L, all);
        assertThat(ready.logonNanos()).isBetween(0L, all - queued);
        session.stop(true, "enough");
        assertThat(session.ended()).succeedsWithin(SOON);
    }

    @Test
    void howLongALogonTookThatAPauseOverlappedIsNotKnown() {
        for (long pause : new long[] {0, 1_500_000_000}) {
            updates.clear();
            pauses = (from, to) -> pause;
            DelegatedSession session = session();
            target.mayBegin.complete(null);
            session.start();
            await().atMost(SOON).until(() -> phases().contains(Phase.READY));
            SessionUpdate ready = updates.get(updates.size() - 1);
            if (pause == 0) {
                assertThat(ready.logonNanos()).isPositive();
                assertThat(ready.detail()).isEmpty();
            } else {
                assertThat(ready.logonNanos()).isZero();
                assertThat(ready.detail())
                        .isEqualTo("this agent stood still for 1.5 s during the logon (bound: 0.25 s)");
            }
            session.stop(true, "enough");
            assertThat(session.ended()).succeedsWithin(SOON);
        }
    }

    private List<Phase> phases() {
        return updates.stream().map(SessionUpdate::phase).toList();
    }

    private static DesktopAgentMessage change(SessionChange.Builder change) {
        return DesktopAgentMessage.newBuilder()
                .setRunId("run-1")
                .setSession(0)
                .setChange(DelegatedSessionChange.newBuilder().setChange(change))
                .build();
    }

    private DelegatedSession session() {
        return session(false);
    }

    private DelegatedSession session(boolean displayed) {
        SessionSettings settings = new SessionSettings(0, 0, 1, 640, 480, iteration -> List.of(), Timeouts.DEFAULT);
        Executor blocking = task -> blockingTasks.add(blockingThreads.submit(() -> {
            queue.join();
            task.run();
        }));
        SessionContext context = new SessionContext(
                (number, width, height) -> {
                    throw new AssertionError("no desktop of this kind");
                },
                () -> {
                    throw new AssertionError("nothing is searched here");
                },
                () -> FrameRecorder.NONE,
                pool,
                blocking,
                blocking,
                timers,
                System::nanoTime,
                Clock.systemUTC(),
                Probing.on(),
                pauses);
        DesktopAgentSession there =
                new DesktopAgentSession(target, channels.open("run-1", 0), PrepareRun.getDefaultInstance(), timers);
        return new DelegatedSession(settings, context, new Listener(), there, displayed);
    }

    /** The controller answers each request at once. */
    private boolean answered(FromAgent message) {
        DesktopAgentMessage request = message.getDesktopAgentMessage();
        DesktopAgentMessage.Builder answer = request.toBuilder().clearWhat();
        channels.received(
                request.getWhatCase() == failing
                        ? answer.setFailed(fails).build()
                        : answer.setDone(RequestDone.getDefaultInstance()).build());
        return true;
    }

    private final class Listener implements SessionListener {
        @Override
        public void timed(Timing timing) {
            throw new AssertionError("measured elsewhere: " + timing);
        }

        @Override
        public void sampled(Sample sample) {
            throw new AssertionError("measured elsewhere: " + sample);
        }

        @Override
        public void changed(SessionUpdate update) {
            updates.add(update);
        }
    }

    /** A target whose programs take long to start. */
    private static final class SlowTarget implements DesktopTarget {
        private final List<String> events = new CopyOnWriteArrayList<>();
        private final CompletableFuture<Void> begins = new CompletableFuture<>();
        private final CompletableFuture<Void> mayBegin = new CompletableFuture<>();
        /** The listener of its display. */
        private volatile CompletableFuture<FrameListener> shown = new CompletableFuture<>();

        private volatile CompletableFuture<Void> mayEnd = CompletableFuture.completedFuture(null);

        @Override
        public void begin() {
            events.add("begins");
            begins.complete(null);
            mayBegin.join();
            events.add("has begun");
        }

        @Override
        public boolean beginsWithDisplay() {
            return false;
        }

        @Override
        public CompletableFuture<Screen> display(FrameListener listener, Executor executor) {
            shown.complete(listener);
            return CompletableFuture.completedFuture((Screen) Proxy.newProxyInstance(
                    Screen.class.getClassLoader(), new Class<?>[] {Screen.class}, (proxy, method, arguments) -> null));
        }

        @Override
        public Optional<LogonMonitor> logon(long firedAt) {
            return Optional.empty();
        }

        @Override
        public DesktopAgentRequest wanted() {
            return DesktopAgentRequest.getDefaultInstance();
        }

        @Override
        public Optional<PairingCodeReader> pairingCodes() {
            return Optional.empty();
        }

        @Override
        public void end() {
            mayEnd.join();
            events.add("ended");
        }
    }
}
