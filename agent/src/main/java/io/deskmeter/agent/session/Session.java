package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.control.SessionState.ACTING;
import static io.deskmeter.agent.session.control.SessionState.CLOSING_APP;
import static io.deskmeter.agent.session.control.SessionState.ENDING;
import static io.deskmeter.agent.session.control.SessionState.LOGGING_ON;
import static io.deskmeter.agent.session.control.SessionState.PREPARING;
import static io.deskmeter.agent.session.control.SessionState.STARTING;
import static io.deskmeter.agent.session.control.SessionState.THINKING;
import static io.deskmeter.agent.session.control.SessionState.WATCHING;

import io.deskmeter.agent.concurrent.ResettableTimer;
import io.deskmeter.agent.evidence.FailedLogon;
import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.observe.ObservationStream;
import io.deskmeter.agent.sample.SampleRecorder;
import io.deskmeter.agent.session.control.SessionControl;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionState;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.session.desktop.SessionDesktop;
import io.deskmeter.agent.session.handler.WindowHandlers;
import io.deskmeter.agent.session.result.Defects;
import io.deskmeter.agent.session.result.PauseMarks;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.probe.ScreenProber;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.shared.SerialExecutor;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One simulated user. {@link #start}, {@link #stop} and {@link #ended} may be called from any thread; everything else
 * runs on the session's serial executor. The package describes its lifecycle.
 */
public final class Session implements SessionControl {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final Set<SessionState> WORKING = EnumSet.of(PREPARING, ACTING, WATCHING);
    private static final Set<SessionState> EXECUTING_PLAN =
            EnumSet.of(THINKING, PREPARING, ACTING, WATCHING, CLOSING_APP);
    private static final Set<SessionState> LIVE = EnumSet.range(STARTING, CLOSING_APP);
    private static final Set<SessionState> OVER = EnumSet.range(ENDING, SessionState.FAILED);

    private final SessionSettings settings;
    private final SessionContext context;
    private final SessionListener listener;
    private final SerialExecutor serial;

    /** Events that arrived while another one was being handled. */
    private final Deque<SessionEvent> inbox = new ArrayDeque<>();

    private final ResettableTimer timer;
    private final ScreenMatcher screenMatcher;
    private final FrameRecorder frameRecorder;
    private final PauseMarks marks;
    private final SessionSamplers samplers;
    private final ObservationStream observations;
    private final WindowHandlers windows;
    private final Transitions table = table();
    private final CompletableFuture<Phase> ended = new CompletableFuture<>();

    private SessionState state = STARTING;
    private boolean stopping;
    private boolean seen;

    /** Whether the desktop is being started: it will come, or the attempt will fail. */
    private boolean desktopComing;

    /** When the start of the desktop began; before, it had waited in this agent. */
    private long desktopStartedAt;

    private long queuedNanos;
    private @Nullable SessionDesktop desktop;
    private @Nullable Screen screen;
    private @Nullable PlanExecutor planExecutor;

    /** From the start of the desktop on. */
    private @Nullable SessionLogon logon;

    private Phase phase = Phase.FAILED;
    private String detail = "";
    /** Whether an error of Deskmeter itself ended it. */
    private boolean fault;

    private long endedAt;

    public Session(SessionSettings settings, SessionContext context, SessionListener listener) {
        this.settings = settings;
        this.context = context;
        this.listener = listener;
        this.serial = new SerialExecutor(context.pool());
        this.timer = new ResettableTimer(context.timers(), serial);
        this.observations = new ObservationStream(context.nanoTime(), this::observed);
        this.screenMatcher = context.screenMatchers().get();
        this.frameRecorder = context.frameRecorders().open();
        this.windows =
                new WindowHandlers(settings.handlers(), screenMatcher, context.timers(), context.nanoTime(), serial);
        this.marks = new PauseMarks(context.pauses());
        SampleRecorder recorder = new SampleRecorder(sample -> listener.sampled(marks.marked(sample)));
        this.samplers = new SessionSamplers(context, screenMatcher, recorder, serial, this::guarded);
    }

    private Transitions table() {
        return new Transitions()
                .on(STARTING, SessionEvent.DesktopUp.class, up -> connect(up.desktop()))
                .on(STARTING, SessionEvent.Observed.class, Transitions::nothing)
                .on(STARTING, SessionEvent.LogonFailed.class, failed -> logonFailed(failed.cause()))
                .on(LOGGING_ON, SessionEvent.LogonFailed.class, failed -> logonFailed(failed.cause()))
                .on(LOGGING_ON, SessionEvent.Connected.class, connected -> connected(connected.screen()))
                .on(LOGGING_ON, SessionEvent.Prepared.class, ready -> logon().prepared())
                .on(LOGGING_ON, SessionEvent.Observed.class, observed -> logon().observe(observed.observation()))
                .on(LOGGING_ON, SessionEvent.TimerExpired.class, onTimer -> logon().onTimer())
                .on(
                        THINKING,
                        SessionEvent.TimerExpired.class,
                        onTimer -> planExecutor().prepare())
                .on(
                        THINKING,
                        SessionEvent.Observed.class,
                        observed -> planExecutor().observe(observed.observation()))
                .on(THINKING, SessionEvent.AppExited.class, Transitions::nothing)
                .on(
                        WORKING,
                        SessionEvent.Observed.class,
                        observed -> planExecutor().observe(observed.observation()))
                .on(
                        WORKING,
                        SessionEvent.TimerExpired.class,
                        onTimer -> planExecutor().work().onTimer())
                .on(WORKING, SessionEvent.StepDone.class, done -> planExecutor().stepDone(done.firedAt()))
                .on(WORKING, SessionEvent.StepFailed.class, failed -> stepFailed(failed.cause()))
                .on(
                        WORKING,
                        SessionEvent.AppExited.class,
                        exited -> planExecutor().work().appExited(exited.code()))
                .on(CLOSING_APP, SessionEvent.Observed.class, Transitions::nothing)
                .on(
                        CLOSING_APP,
                        SessionEvent.AppExited.class,
                        exited -> planExecutor().clearAppInstance())
                .on(
                        CLOSING_APP,
                        SessionEvent.TimerExpired.class,
                        onTimer -> planExecutor().killApp())
                .on(
                        CLOSING_APP,
                        SessionEvent.AppGone.class,
                        gone -> planExecutor().appInstanceClosed())
                .on(LIVE, SessionEvent.Stop.class, stop -> stopWhenDone())
                .on(LIVE, SessionEvent.StopNow.class, stop -> stopNow(stop.reason()))
                .on(LIVE, SessionEvent.ScreenLost.class, lost -> lost(lost.cause()))
                .on(ENDING, SessionEvent.DesktopUp.class, up -> endLateDesktop(up.desktop()))
                .on(ENDING, SessionEvent.LogonFailed.class, failed -> overIfNoneComes())
                .on(ENDING, SessionEvent.DesktopGone.class, gone -> over())
                .on(OVER, SessionEvent.Prepared.class, Transitions::nothing)
                .on(OVER, SessionEvent.Connected.class, late -> late.screen().close())
                .on(OVER, SessionEvent.Observed.class, Transitions::nothing)
                .on(OVER, SessionEvent.AppExited.class, Transitions::nothing)
                .on(OVER, SessionEvent.AppGone.class, Transitions::nothing)
                .on(OVER, SessionEvent.ScreenLost.class, Transitions::nothing)
                .on(OVER, SessionEvent.Stop.class, Transitions::nothing)
                .on(OVER, SessionEvent.StopNow.class, Transitions::nothing);
    }

    @Override
    public void start() {
        serial.execute(() -> {
            reportPhase(Phase.STARTING, 0, "");
            long askedAt = now();
            desktopComing = true;
            context.blocking().execute(() -> startDesktop(askedAt));
        });
    }

    @Override
    public void stop(boolean now, String reason) {
        post(now ? new SessionEvent.StopNow(reason) : new SessionEvent.Stop());
    }

    @Override
    public CompletableFuture<Phase> ended() {
        return ended;
    }

    @Override
    public CompletableFuture<Optional<Frame>> screenshot() {
        CompletableFuture<Optional<Frame>> picture = new CompletableFuture<>();
        serial.execute(() -> picture.complete(
                seen && !OVER.contains(state)
                        ? Optional.of(screenMatcher.frame().copy())
                        : Optional.empty()));
        return picture;
    }

    /**
     * Handles a signal on the session's executor. A signal from that executor is not queued behind others: a screen
     * reports that input has been sent before it shows the following frames, and that order must be kept.
     */
    private void post(SessionEvent signal) {
        if (serial.runsHere()) {
            handle(signal);
        } else {
            serial.execute(() -> handle(signal));
        }
    }

    private void handle(SessionEvent signal) {
        inbox.add(signal);
        if (inbox.size() > 1) {
            return;
        }
        for (SessionEvent next = inbox.peek(); next != null; next = inbox.peek()) {
            try {
                step(next);
            } catch (Throwable e) {
                broken(e);
            } finally {
                inbox.remove();
            }
        }
    }

    private void observed(Observation observation) {
        handle(
                observation instanceof Observation.ScreenLost lost
                        ? new SessionEvent.ScreenLost(lost.cause())
                        : new SessionEvent.Observed(observation));
    }

    private void step(SessionEvent signal) {
        notice(signal);
        boolean stale = planExecutor != null && planExecutor.isStale(signal);
        if (!stale && signal instanceof SessionEvent.StepDone done) {
            samplers.each(sampler -> sampler.fired(done.firedAt()));
        }
        if (!stale && !table.fire(state, signal)) {
            LOG.warn("session {}: unexpected event {} in state {}", settings.session(), signal, state);
        }
    }

    /** Handles events that are the same in every state. */
    private void notice(SessionEvent signal) {
        if (signal instanceof SessionEvent.Observed observed && !OVER.contains(state)) {
            if (observed.observation() instanceof Observation.Picture picture) {
                seen = true;
                screenMatcher.see(picture.update());
                frameRecorder.see(picture.update());
            }
            samplers.each(sampler -> sampler.observe(observed.observation()));
        } else if (signal instanceof SessionEvent.AppExited exited && planExecutor != null) {
            planExecutor.appExited(exited.process(), exited.code());
        }
    }

    private void startDesktop(long askedAt) {
        long startedAt = now();
        serial.execute(() -> {
            desktopStartedAt = startedAt;
            queuedNanos = startedAt - askedAt;
        });
        try {
            SessionDesktop started =
                    context.sessionDesktops().start(settings.session(), settings.width(), settings.height());
            listen(started);
            post(new SessionEvent.DesktopUp(started));
        } catch (Throwable e) {
            // Any Throwable: a machine without free threads causes an Error, and the session must not wait forever.
            post(new SessionEvent.LogonFailed(e));
        }
    }

    /**
     * Only sessions that play a clip hear something. Without its sound a session goes on: what is measured of it is
     * unknown.
     */
    private void listen(SessionDesktop started) {
        if (settings.plan().apply(0).stream()
                .noneMatch(planned -> planned.operation().plays().isPresent())) {
            return;
        }
        try {
            SoundSource source = started.listen(SoundFormat.STEREO_48K, observations.sound(), serial);
            serial.execute(() -> samplers.listenTo(source));
        } catch (SoundException e) {
            LOG.warn("session {}: {}", settings.session(), e.getMessage());
            serial.execute(() -> samplers.hearNothing(String.valueOf(e.getMessage())));
        } catch (RuntimeException | Error e) {
            started.close();
            throw e;
        }
    }

    private void connect(SessionDesktop started) {
        desktopComing = false;
        desktop = started;
        if (stopping) {
            end(Phase.STOPPED, "");
            return;
        }
        state = LOGGING_ON;
        logon = new SessionLogon(
                started,
                settings.timeouts(),
                context.nanoTime(),
                desktopStartedAt,
                windows,
                context.probing(),
                new LogonHost());
        logon.begin();
        var unusedReady = started.prepared()
                .whenComplete((nothing, failure) ->
                        post(failure == null ? new SessionEvent.Prepared() : new SessionEvent.LogonFailed(failure)));
        var unused = started.connect(observations.screen(), serial)
                .whenComplete((connected, failure) -> post(
                        failure == null
                                ? new SessionEvent.Connected(connected)
                                : new SessionEvent.LogonFailed(failure)));
    }

    private void connected(Screen opened) {
        screen = opened;
        windows.connected(opened);
        logon().connected(opened);
    }

    private void beginPlan(SessionDesktop ready, Screen connected) {
        ScreenProber prober =
                new ScreenProber(connected, context.probing(), context.timers(), serial, context.nanoTime());
        windows.answeredBy(prober);
        planExecutor = new PlanExecutor(
                settings,
                context,
                listener,
                new Host(),
                ready,
                connected,
                screenMatcher,
                frameRecorder,
                samplers,
                prober,
                windows);
        if (stopping) {
            planExecutor.stopWhenDone();
        }
        planExecutor.next();
    }

    private void logonFailed(Throwable cause) {
        desktopComing = false;
        String why = logon == null ? Defects.detailOf(cause) : logon.words(cause);
        // A desktop agent starts behind a window that waits, too. A display that has gone is another matter.
        boolean stuck = !(cause instanceof ScreenException) && windows.isStuck();
        fault = !stopping && (Defects.isDefect(cause) || stuck);
        end(stopping ? Phase.STOPPED : Phase.FAILED, "logon: " + why);
    }

    private void stepFailed(Throwable cause) {
        if (cause instanceof ScreenException screen && !screen.isRefusedInput()) {
            lost(cause);
        } else {
            planExecutor().work().stepFailed(cause);
        }
    }

    private void stopWhenDone() {
        stopping = true;
        if (planExecutor != null) {
            planExecutor.stopWhenDone();
        }
        if (state == THINKING || state == PREPARING) {
            end(Phase.STOPPED, "");
        }
    }

    private void stopNow(String reason) {
        abandonOperation(Outcome.SKIPPED, "stopped: " + reason);
        end(Phase.STOPPED, reason);
    }

    private void lost(Throwable cause) {
        if (state == LOGGING_ON) {
            logonFailed(cause);
            return;
        }
        if (Defects.isDefect(cause)) {
            // Its desktop is still there: only this agent sees it no more.
            String defect = "fault: " + Defects.detailOf(cause);
            abandonOperation(Outcome.HARNESS_ERROR, defect);
            fault = true;
            end(Phase.FAILED, defect);
            return;
        }
        String why = "desktop lost: " + Defects.detailOf(cause);
        abandonOperation(Outcome.DESKTOP_LOST, why);
        end(EXECUTING_PLAN.contains(state) ? Phase.LOST : Phase.FAILED, why);
    }

    private void abandonOperation(Outcome outcome, String why) {
        if (WORKING.contains(state)) {
            planExecutor().abandon(outcome, why);
        }
    }

    /** An error of Deskmeter: this operation fails, the next application instance may succeed. */
    private void broken(Throwable defect) {
        LOG.error("session {}: fault in {}", settings.session(), state, defect);
        if (OVER.contains(state)) {
            return;
        }
        try {
            // With its timing told, what is lost belongs to no operation that could still say so.
            if (WORKING.contains(state) && planExecutor().isUntold()) {
                planExecutor().fail(Outcome.HARNESS_ERROR, defect.toString());
                return;
            }
        } catch (Throwable again) {
            LOG.error("session {}: the error could not be recorded", settings.session(), again);
        }
        fault = true;
        end(Phase.FAILED, "fault: " + defect);
    }

    /**
     * Ends the session. An end that nobody asked for is told at once, because what this session does no more must not
     * count for the sessions that go on; its desktop is ended afterwards, which may take as long as a logoff.
     */
    private void end(Phase how, String why) {
        phase = how;
        detail = why;
        endedAt = now();
        state = ENDING;
        timer.cancel();
        // First of all: whatever fails below, no button may stay pressed.
        tidy(() -> {
            if (planExecutor != null) {
                planExecutor.close();
            }
        });
        tidy(windows::close);
        samplers.each(sampler -> tidy(sampler::sessionEnds));
        if (how != Phase.STOPPED && (desktop != null || desktopComing)) {
            tidy(() -> listener.changed(lastUpdate().whileCleaningUp()));
        }
        tidy(() -> {
            if (logon != null) {
                logon.close();
            }
            if (how == Phase.FAILED && planExecutor == null && seen) {
                context.frameRecorders()
                        .failed(new FailedLogon(
                                settings.session(),
                                context.wall().instant(),
                                why,
                                screenMatcher.frame().copy()));
            }
        });
        tidy(() -> {
            if (screen != null) {
                screen.close();
            }
        });
        if (desktop != null) {
            endDesktop(desktop);
        } else if (!desktopComing) {
            over();
        }
    }

    /** What fails at the end of a session must not keep the rest from ending. */
    private void tidy(Runnable end) {
        try {
            end.run();
        } catch (Throwable e) {
            LOG.error("session {}: fault at its end", settings.session(), e);
        }
    }

    private void endDesktop(SessionDesktop over) {
        context.cleanUp().execute(() -> {
            try {
                over.close();
            } catch (Throwable e) {
                LOG.error("session {}: its desktop could not be ended", settings.session(), e);
            } finally {
                post(new SessionEvent.DesktopGone());
            }
        });
    }

    private void endLateDesktop(SessionDesktop late) {
        desktopComing = false;
        endDesktop(late);
    }

    /**
     * A desktop that was never started needs no end. A desktop that is being ended reports its own end, even if its
     * preparation fails because of that.
     */
    private void overIfNoneComes() {
        if (desktopComing) {
            desktopComing = false;
            over();
        }
    }

    private void over() {
        state = SessionState.valueOf(phase.name());
        tidy(screenMatcher::close);
        tidy(frameRecorder::close);
        samplers.each(sampler -> tidy(sampler::close));
        tidy(() -> listener.changed(lastUpdate()));
        ended.complete(phase);
    }

    private SessionUpdate lastUpdate() {
        int begun = planExecutor == null ? 0 : planExecutor.iterations();
        int iteration = phase == Phase.FINISHED ? begun : Math.max(0, begun - 1);
        // A session that was stopped on request has stopped when nothing of it is left.
        long at = phase == Phase.STOPPED ? now() : endedAt;
        return new SessionUpdate(settings.session(), phase, detail, iteration, at)
                .withLogon(0, queuedNanos)
                .byFault(fault)
                .withLeftOpen(state != ENDING && desktop != null && desktop.isLeftOpen());
    }

    private void reportPhase(Phase newPhase, long logonNanos, String note) {
        listener.changed(
                new SessionUpdate(settings.session(), newPhase, note, 0, now()).withLogon(logonNanos, queuedNanos));
    }

    private long now() {
        return context.nanoTime().getAsLong();
    }

    private void setTimer(long instant) {
        timer.setFor(instant, now(), this::onTimer);
    }

    private void onTimer() {
        handle(new SessionEvent.TimerExpired());
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            broken(e);
        }
    }

    private SessionLogon logon() {
        return Objects.requireNonNull(logon, "logon");
    }

    private PlanExecutor planExecutor() {
        return Objects.requireNonNull(planExecutor, "plan executor");
    }

    /** Called on the serial executor. */
    private final class LogonHost implements SessionLogon.Host {
        @Override
        public void setTimer(long instant) {
            Session.this.setTimer(instant);
        }

        @Override
        public void loggedOn(long nanos, String note) {
            String pause = marks.ofLogon(desktopStartedAt, desktopStartedAt + nanos);
            reportPhase(
                    Phase.READY,
                    pause.isEmpty() ? nanos : 0,
                    note + (note.isEmpty() || pause.isEmpty() ? "" : "; ") + pause);
            SessionDesktop ready = Objects.requireNonNull(desktop, "desktop");
            ready.loggedOn();
            beginPlan(ready, Objects.requireNonNull(screen, "screen"));
        }

        @Override
        public void failed(String why, boolean ofHarness) {
            fault |= ofHarness;
            Session.this.end(Phase.FAILED, "logon: " + why);
        }
    }

    /** Called on the serial executor. */
    private final class Host implements PlanExecutor.Host {
        @Override
        public void enter(SessionState entered) {
            state = entered;
        }

        @Override
        public void setTimer(long instant) {
            Session.this.setTimer(instant);
        }

        @Override
        public void cancelTimer() {
            timer.cancel();
        }

        @Override
        public void post(SessionEvent signal) {
            Session.this.post(signal);
        }

        @Override
        public void end(Phase how, String why) {
            Session.this.end(how, why);
        }
    }
}
