package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionState.ACTING;
import static io.deskmeter.agent.session.SessionState.CLOSING_APP;
import static io.deskmeter.agent.session.SessionState.ENDING;
import static io.deskmeter.agent.session.SessionState.LOGGING_ON;
import static io.deskmeter.agent.session.SessionState.PREPARING;
import static io.deskmeter.agent.session.SessionState.STARTING;
import static io.deskmeter.agent.session.SessionState.THINKING;
import static io.deskmeter.agent.session.SessionState.WATCHING;

import io.deskmeter.agent.concurrent.Alarm;
import io.deskmeter.agent.concurrent.SerialExecutor;
import io.deskmeter.agent.evidence.Film;
import io.deskmeter.agent.rdp.Logon;
import io.deskmeter.agent.rdp.LogonWatch;
import io.deskmeter.agent.session.SessionNews.Phase;
import io.deskmeter.agent.watch.Sight;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
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
 * One simulated user. {@link #start}, {@link #stop} and {@link #ended} may be called from any thread; everything else runs on the
 * session's serial executor. See the package for its life.
 */
public final class Session implements Worker {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final Set<SessionState> WORKING = EnumSet.of(PREPARING, ACTING, WATCHING);
    private static final Set<SessionState> IN_ROUNDS = EnumSet.of(THINKING, PREPARING, ACTING, WATCHING, CLOSING_APP);
    private static final Set<SessionState> LIVE = EnumSet.range(STARTING, CLOSING_APP);
    private static final Set<SessionState> OVER = EnumSet.range(ENDING, SessionState.FAILED);

    private final SessionSettings settings;
    private final Surroundings around;
    private final SessionListener listener;
    private final SerialExecutor serial;

    /** Signals that came while another one was being handled. */
    private final Deque<Signal> inbox = new ArrayDeque<>();

    private final Alarm alarm;
    private final Sight sight;
    private final Film film;
    private final Transitions table = table();
    private final CompletableFuture<Phase> ended = new CompletableFuture<>();

    private SessionState state = STARTING;
    private boolean stopping;
    private boolean seen;
    private long desktopAskedAt;
    private long lastFrameAt;
    private @Nullable Workplace workplace;
    private @Nullable Screen screen;
    private @Nullable Rounds rounds;

    /** Of a workplace whose logon is watched, until it is judged. */
    private @Nullable LogonWatch watch;

    /** When the picture was one that a user can begin with. */
    private long usableAt = Timing.NEVER;

    private boolean prepared;

    private Phase phase = Phase.FAILED;
    private String detail = "";

    public Session(SessionSettings settings, Surroundings around, SessionListener listener) {
        this.settings = settings;
        this.around = around;
        this.listener = listener;
        this.serial = new SerialExecutor(around.pool());
        this.alarm = new Alarm(around.timers(), serial);
        this.sight = around.sights().get();
        this.film = around.films().open();
    }

    private Transitions table() {
        return new Transitions()
                .on(STARTING, Signal.DesktopUp.class, up -> connect(up.workplace()))
                .on(STARTING, Signal.LogonFailed.class, failed -> logonFailed(failed.cause()))
                .on(LOGGING_ON, Signal.LogonFailed.class, failed -> logonFailed(failed.cause()))
                .on(LOGGING_ON, Signal.Connected.class, connected -> connected(connected.screen()))
                .on(LOGGING_ON, Signal.Prepared.class, ready -> prepared())
                .on(LOGGING_ON, Signal.FrameArrived.class, arrived -> logonFrame(arrived.update()))
                .on(LOGGING_ON, Signal.Ring.class, ring -> logonRing())
                .on(THINKING, Signal.Ring.class, ring -> rounds().prepare())
                .on(THINKING, Signal.FrameArrived.class, Transitions::nothing)
                .on(THINKING, Signal.AppExited.class, Transitions::nothing)
                .on(
                        WORKING,
                        Signal.FrameArrived.class,
                        arrived -> rounds().work().frame(arrived.update()))
                .on(WORKING, Signal.Ring.class, ring -> rounds().work().ring())
                .on(WORKING, Signal.StepDone.class, done -> rounds().work().stepDone(done.firedAt()))
                .on(WORKING, Signal.StepFailed.class, failed -> stepFailed(failed.cause()))
                .on(WORKING, Signal.AppExited.class, exited -> rounds().work().appExited(exited.code()))
                .on(CLOSING_APP, Signal.FrameArrived.class, Transitions::nothing)
                .on(CLOSING_APP, Signal.AppExited.class, exited -> rounds().clearVisit())
                .on(CLOSING_APP, Signal.Ring.class, ring -> rounds().killApp())
                .on(CLOSING_APP, Signal.AppGone.class, gone -> rounds().visitOver())
                .on(LIVE, Signal.Stop.class, stop -> stopWhenDone())
                .on(LIVE, Signal.StopNow.class, stop -> stopNow(stop.reason()))
                .on(LIVE, Signal.ScreenLost.class, lost -> lost(lost.cause()))
                .on(ENDING, Signal.DesktopUp.class, up -> endWorkplace(up.workplace()))
                .on(ENDING, Signal.LogonFailed.class, failed -> overUnlessItEnds())
                .on(ENDING, Signal.DesktopGone.class, gone -> over())
                .on(OVER, Signal.Prepared.class, Transitions::nothing)
                .on(OVER, Signal.Connected.class, late -> late.screen().close())
                .on(OVER, Signal.FrameArrived.class, Transitions::nothing)
                .on(OVER, Signal.AppExited.class, Transitions::nothing)
                .on(OVER, Signal.AppGone.class, Transitions::nothing)
                .on(OVER, Signal.ScreenLost.class, Transitions::nothing)
                .on(OVER, Signal.Stop.class, Transitions::nothing)
                .on(OVER, Signal.StopNow.class, Transitions::nothing);
    }

    @Override
    public void start() {
        serial.execute(() -> {
            tell(Phase.STARTING, "", 0, 0);
            desktopAskedAt = now();
            around.blocking().execute(this::startDesktop);
        });
    }

    @Override
    public void stop(boolean now, String reason) {
        post(now ? new Signal.StopNow(reason) : new Signal.Stop());
    }

    @Override
    public CompletableFuture<Phase> ended() {
        return ended;
    }

    @Override
    public CompletableFuture<Optional<Frame>> look() {
        CompletableFuture<Optional<Frame>> picture = new CompletableFuture<>();
        serial.execute(() -> picture.complete(
                seen && !OVER.contains(state) ? Optional.of(sight.frame().copy()) : Optional.empty()));
        return picture;
    }

    /**
     * Handles a signal on the session's executor. One that comes from there already is not queued behind others: a screen reports that
     * input has left before it shows the frames that followed, and that order must be kept.
     */
    private void post(Signal signal) {
        if (serial.runsHere()) {
            handle(signal);
        } else {
            serial.execute(() -> handle(signal));
        }
    }

    private void handle(Signal signal) {
        inbox.add(signal);
        if (inbox.size() > 1) {
            return;
        }
        for (Signal next = inbox.peek(); next != null; next = inbox.peek()) {
            try {
                step(next);
            } catch (Throwable e) {
                broken(e);
            } finally {
                inbox.remove();
            }
        }
    }

    private void step(Signal signal) {
        notice(signal);
        boolean stale = rounds != null && rounds.isStale(signal);
        if (!stale && !table.fire(state, signal)) {
            LOG.warn("session {}: {} came unexpectedly in {}", settings.session(), signal, state);
        }
    }

    /** What holds in every state. */
    private void notice(Signal signal) {
        if (signal instanceof Signal.FrameArrived arrived && !OVER.contains(state)) {
            seen = true;
            lastFrameAt = arrived.update().arrivedAt();
            sight.see(arrived.update());
            film.see(arrived.update());
        } else if (signal instanceof Signal.AppExited exited && rounds != null) {
            rounds.appExited(exited.process(), exited.code());
        }
    }

    private void startDesktop() {
        try {
            post(new Signal.DesktopUp(
                    around.workplaces().start(settings.session(), settings.width(), settings.height())));
        } catch (Throwable e) {
            // Any: a machine that has no threads left says so with an Error, and the session must not wait for ever.
            post(new Signal.LogonFailed(e));
        }
    }

    private void connect(Workplace started) {
        workplace = started;
        if (stopping) {
            end(Phase.STOPPED, "");
            return;
        }
        state = LOGGING_ON;
        watch = started.logon(desktopAskedAt).orElse(null);
        ringAt(logonDeadline());
        var unusedReady = started.prepared()
                .whenComplete((nothing, failure) ->
                        post(failure == null ? new Signal.Prepared() : new Signal.LogonFailed(failure)));
        var unused = started.connect(new Listener(), serial)
                .whenComplete((connected, failure) ->
                        post(failure == null ? new Signal.Connected(connected) : new Signal.LogonFailed(failure)));
    }

    private long logonDeadline() {
        return desktopAskedAt + settings.patience().logon().toNanos();
    }

    private void logonFrame(FrameUpdate update) {
        if (usableAt != Timing.NEVER) {
            return; // What changes now belongs to the preparation; the deadline stands.
        }
        if (watch == null) {
            ringWhenQuiet();
        } else {
            watch.see(update).ifPresentOrElse(this::judged, this::ringForLogon);
        }
    }

    private void logonRing() {
        if (usableAt != Timing.NEVER) {
            end(
                    Phase.FAILED,
                    "logon: the picture was usable, but the session was not ready within "
                            + settings.patience().logon().toSeconds() + " s" + waitsFor());
        } else if (watch == null) {
            quietOrLate();
        } else {
            watch.at(now()).ifPresentOrElse(this::judged, this::ringForLogon);
        }
    }

    private String waitsFor() {
        String missing = Objects.requireNonNull(workplace).waitsFor();
        return missing.isEmpty() ? "" : ": " + missing;
    }

    private void ringForLogon() {
        if (watch != null) {
            watch.nextLookAt(now()).ifPresent(this::ringAt);
        }
    }

    /** Of a logon that somebody watches. */
    private void judged(Logon answer) {
        if (answer.usable()) {
            usableAt = answer.shownAt();
            beginWhenReady();
        } else {
            end(Phase.FAILED, "logon: " + answer.words());
        }
    }

    private void connected(Screen opened) {
        screen = opened;
        beginWhenReady();
    }

    private void prepared() {
        prepared = true;
        beginWhenReady();
    }

    private void beginWhenReady() {
        if (usableAt != Timing.NEVER && prepared && screen != null) {
            closeWatch();
            tell(Phase.READY, "", 0, usableAt - desktopAskedAt);
            beginRounds(Objects.requireNonNull(workplace), screen);
        } else if (usableAt != Timing.NEVER) {
            ringAt(logonDeadline());
        }
    }

    private void closeWatch() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }

    private void ringWhenQuiet() {
        ringAt(Math.min(lastFrameAt + settings.patience().quiet().toNanos(), logonDeadline()));
    }

    private void quietOrLate() {
        long quietNanos = settings.patience().quiet().toNanos();
        if (seen && screen != null && now() - lastFrameAt >= quietNanos) {
            usableAt = lastFrameAt;
            beginWhenReady();
        } else if (now() >= logonDeadline()) {
            end(
                    Phase.FAILED,
                    "logon: no quiet picture within "
                            + settings.patience().logon().toSeconds() + " s");
        } else {
            ringAt(Math.min(now() + quietNanos, logonDeadline()));
        }
    }

    private void beginRounds(Workplace ready, Screen connected) {
        rounds = new Rounds(settings, around, listener, new Host(), ready, connected, sight, film);
        if (stopping) {
            rounds.stopWhenDone();
        }
        rounds.next();
    }

    private void logonFailed(Throwable cause) {
        String why = Performer.detailOf(cause);
        if (watch != null && cause instanceof ScreenException gone) {
            why = watch.lost(gone, now()).map(Logon::words).orElse(why);
        }
        end(stopping ? Phase.STOPPED : Phase.FAILED, "logon: " + why);
    }

    private void stepFailed(Throwable cause) {
        if (cause instanceof ScreenException) {
            lost(cause);
        } else {
            rounds().work().stepFailed(cause);
        }
    }

    private void stopWhenDone() {
        stopping = true;
        if (rounds != null) {
            rounds.stopWhenDone();
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
        String why = "desktop lost: " + Performer.detailOf(cause);
        abandonOperation(Outcome.DESKTOP_LOST, why);
        end(IN_ROUNDS.contains(state) ? Phase.LOST : Phase.FAILED, why);
    }

    private void abandonOperation(Outcome outcome, String why) {
        if (WORKING.contains(state)) {
            rounds().abandon(outcome, why);
        }
    }

    /** Our own fault: this operation is spoilt, the next visit may go well. */
    private void broken(Throwable fault) {
        LOG.error("session {}: fault in {}", settings.session(), state, fault);
        if (OVER.contains(state)) {
            return;
        }
        try {
            if (WORKING.contains(state)) {
                rounds().fail(Outcome.HARNESS_ERROR, fault.toString());
                return;
            }
        } catch (Throwable again) {
            LOG.error("session {}: and once more", settings.session(), again);
        }
        end(Phase.FAILED, "fault: " + fault);
    }

    private void end(Phase how, String why) {
        boolean desktopIsComing = state == STARTING && how == Phase.STOPPED && workplace == null;
        phase = how;
        detail = why;
        state = ENDING;
        alarm.cancel();
        closeWatch();
        if (screen != null) {
            screen.close();
        }
        if (workplace != null) {
            endWorkplace(workplace);
        } else if (!desktopIsComing) {
            over();
        }
    }

    private void endWorkplace(Workplace over) {
        around.blocking().execute(() -> {
            try {
                over.close();
            } catch (Throwable e) {
                LOG.error("session {}: its desktop could not be ended", settings.session(), e);
            } finally {
                post(new Signal.DesktopGone());
            }
        });
    }

    /** A workplace that never came needs no end; that of one that is being ended is told by itself, also where its preparation fails of it. */
    private void overUnlessItEnds() {
        if (workplace == null) {
            over();
        }
    }

    private void over() {
        state = SessionState.valueOf(phase.name());
        sight.close();
        film.close();
        int begun = rounds == null ? 0 : rounds.iterations();
        tell(phase, detail, phase == Phase.FINISHED ? begun : Math.max(0, begun - 1), 0);
        ended.complete(phase);
    }

    private void tell(Phase news, String why, int iteration, long logonNanos) {
        listener.changed(new SessionNews(settings.session(), news, why, iteration, logonNanos));
    }

    private long now() {
        return around.nanoTime().getAsLong();
    }

    private void ringAt(long instant) {
        alarm.setFor(instant, now(), this::ring);
    }

    private void ring() {
        handle(new Signal.Ring());
    }

    private Rounds rounds() {
        return Objects.requireNonNull(rounds, "rounds");
    }

    /** Called on the serial executor. */
    private final class Listener implements FrameListener {
        @Override
        public void onFrame(FrameUpdate update) {
            handle(new Signal.FrameArrived(update));
        }

        @Override
        public void onLost(ScreenException cause) {
            handle(new Signal.ScreenLost(cause));
        }
    }

    private final class Host implements Rounds.Host {
        @Override
        public void enter(SessionState entered) {
            state = entered;
        }

        @Override
        public void ringAt(long instant) {
            Session.this.ringAt(instant);
        }

        @Override
        public void noRing() {
            alarm.cancel();
        }

        @Override
        public void post(Signal signal) {
            Session.this.post(signal);
        }

        @Override
        public void end(Phase how, String why) {
            Session.this.end(how, why);
        }
    }
}
