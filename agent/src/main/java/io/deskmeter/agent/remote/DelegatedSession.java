package io.deskmeter.agent.remote;

import io.deskmeter.agent.concurrent.ResettableTimer;
import io.deskmeter.agent.evidence.FailedLogon;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.rdp.LogonResult;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionControl;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.session.result.Defects;
import io.deskmeter.agent.session.result.Handled;
import io.deskmeter.agent.session.result.PauseMarks;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.StartWork;
import io.deskmeter.link.v1.StopWork;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.shared.SerialExecutor;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session that its desktop agent drives and measures. The client agent logs the user on, starts the session and ends
 * it. In passive mode the display stays open and is not evaluated; in local mode it is closed after the logon.
 */
final class DelegatedSession implements SessionControl {
    private static final Logger LOG = LoggerFactory.getLogger(DelegatedSession.class);

    /** How long the desktop agent may take to stop immediately, before the session is ended. */
    private static final Duration STOP_NOW = Duration.ofSeconds(5);

    private final SessionSettings settings;
    private final SessionContext context;
    private final SessionListener listener;
    private final DesktopAgentSession there;
    private final boolean displayed;
    private final SerialExecutor serial;
    private final ResettableTimer timer;
    private final CompletableFuture<Phase> ended = new CompletableFuture<>();

    /** When the logon began; before, it had waited in this agent. */
    private long startedAt;

    private long queuedNanos;
    private long readyAt;
    private long logonNanos;
    private int iteration;
    private Phase phase = Phase.FAILED;
    private String detail = "";
    private long endedAt;
    private boolean prepared;

    /** The window that keeps the desktop agent from starting, as far as the picture tells; empty if there is none. */
    private String waiting = "";

    /** What handlers did during the logon, and why its time is not known. */
    private String logonNote = "";

    private boolean working;
    private boolean over;
    /** Whether an error of Deskmeter itself ended it. */
    private boolean fault;

    /** Whether the target's programs are being started. */
    private boolean beginning;

    private @Nullable Screen screen;
    private @Nullable LogonMonitor watch;

    /**
     * Until the desktop agent is ready, which handles windows itself from then on; null for a target without handlers.
     */
    private @Nullable LogonWindows windows;
    /** What the display showed last, until the session works or is over. */
    private @Nullable Frame lastFrame;

    /** @param displayed whether the display stays open while the session works */
    DelegatedSession(
            SessionSettings settings,
            SessionContext context,
            SessionListener listener,
            DesktopAgentSession there,
            boolean displayed) {
        this.settings = settings;
        this.context = context;
        this.listener = listener;
        this.there = there;
        this.displayed = displayed;
        this.serial = new SerialExecutor(context.pool());
        this.timer = new ResettableTimer(context.timers(), serial);
    }

    @Override
    public void start() {
        there.desktopAgent().listen(message -> serial.execute(() -> heard(message)));
        serial.execute(() -> {
            report(update(Phase.STARTING, "", 0, now()));
            long askedAt = now();
            beginning = true;
            context.blocking().execute(() -> begin(askedAt));
        });
    }

    private void begin(long askedAt) {
        long begunAt = now();
        serial.execute(() -> {
            startedAt = begunAt;
            queuedNanos = begunAt - askedAt;
        });
        try {
            there.desktopTarget().begin();
            serial.execute(this::begun);
        } catch (Throwable e) {
            serial.execute(() -> notBegun(e));
        }
    }

    private void notBegun(Throwable cause) {
        beginning = false;
        if (over) {
            end();
        } else {
            failed("logon: ", cause);
        }
    }

    private void failed(String what, Throwable cause) {
        fault |= !over && Defects.isDefect(cause);
        finish(Phase.FAILED, what + words(cause));
    }

    private void begun() {
        beginning = false;
        if (over) {
            end();
            return;
        }
        if (displayed || there.desktopTarget().beginsWithDisplay()) {
            // The screen is not told to it: nothing follows from a picture at rest, since the desktop agent decides.
            watch = there.desktopTarget().logon(startedAt).orElse(null);
            windows = LogonWindows.of(settings.handlers(), context, serial);
            setLogonTimer();
            var unused = there.display(new Display(), serial)
                    .whenComplete((opened, failure) -> serial.execute(() -> opened(opened, failure)));
        }
        var unused = there.prepare(false, settings.timeouts().logon())
                .whenComplete((nothing, failure) -> serial.execute(() -> prepared(failure)));
    }

    private void opened(@Nullable Screen opened, @Nullable Throwable failure) {
        if (failure != null) {
            lost(failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure);
        } else if (over) {
            Objects.requireNonNull(opened).close();
        } else {
            screen = opened;
            if (windows != null) {
                windows.connected(Objects.requireNonNull(opened));
            }
            beginWork();
        }
    }

    private void prepared(@Nullable Throwable failure) {
        if (failure != null) {
            noteWaiting();
            fault |= !over && (Defects.isDefect(failure) || (windows != null && windows.isStuck()));
            finish(Phase.FAILED, "logon: " + words(failure) + (waiting.isEmpty() ? "" : "; " + waiting));
            return;
        }
        // A ready desktop agent proves the logon, regardless of the picture.
        closeWatch();
        prepared = true;
        readyAt = now();
        Handled handled = windows == null ? Handled.NOTHING : windows.handled(startedAt);
        String pause = new PauseMarks(context.pauses()).ofLogon(startedAt, readyAt);
        // How long it took is not known if Deskmeter itself made it longer.
        logonNanos = handled.spoilt().isEmpty() && pause.isEmpty() ? readyAt - startedAt : 0;
        logonNote = handled.words() + (handled.words().isEmpty() || pause.isEmpty() ? "" : "; ") + pause;
        closeWindows();
        beginWork();
    }

    private void beginWork() {
        boolean waitsForDisplay = (displayed || there.desktopTarget().beginsWithDisplay()) && screen == null;
        if (over || working || !prepared || waitsForDisplay) {
            return;
        }
        working = true;
        lastFrame = null;
        timer.cancel();
        if (!displayed && screen != null) {
            screen.close();
            screen = null;
        }
        report(update(Phase.READY, logonNote, 0, readyAt).withLogon(logonNanos, queuedNanos));
        var unused = there.desktopAgent()
                .call(message -> message.setWork(StartWork.newBuilder()
                        .setIterations(settings.iterations())
                        .setPosition(settings.position())))
                .whenComplete((detail, failure) -> {
                    if (failure != null) {
                        serial.execute(() -> failed("", failure));
                    }
                });
    }

    private void heard(DesktopAgentMessage message) {
        if (over) {
            return;
        }
        if (message.hasChange()) {
            changed(message.getChange().getChange());
        } else if (message.hasFailed()) {
            finish(
                    working ? Phase.LOST : Phase.FAILED,
                    words(new DesktopAgentException(message.getFailed().getReason())));
        }
    }

    private void changed(SessionChange change) {
        long at = now() - change.getAgoNanos();
        switch (change.getState()) {
            case SESSION_STATE_WORKING -> {
                iteration = change.getIteration();
                report(update(Phase.WORKING, change.getDetail(), iteration, at));
            }
            case SESSION_STATE_FINISHED -> finish(Phase.FINISHED, change.getDetail(), change.getIteration(), at);
            case SESSION_STATE_STOPPED -> finish(Phase.STOPPED, change.getDetail(), change.getIteration(), at);
            case SESSION_STATE_LOST -> finish(Phase.LOST, change.getDetail(), change.getIteration(), at);
            case SESSION_STATE_FAILED -> {
                fault |= !over && change.getFault();
                finish(Phase.FAILED, change.getDetail(), change.getIteration(), at);
            }
            default -> LOG.debug("session {}: {}", settings.session(), change.getState());
        }
    }

    @Override
    public void stop(boolean now, String reason) {
        serial.execute(() -> {
            if (over) {
                return;
            }
            if (!working) {
                finish(Phase.STOPPED, now ? reason : "");
                return;
            }
            var unused = there.desktopAgent()
                    .call(message -> message.setStop(StopWork.newBuilder().setNow(now)));
            if (now) {
                timer.set(STOP_NOW.toNanos(), () -> finish(Phase.STOPPED, reason));
            }
        });
    }

    @Override
    public CompletableFuture<Phase> ended() {
        return ended;
    }

    /** The picture is only evaluated for the result of the logon. */
    private void frame(FrameUpdate update) {
        if (windows != null) {
            windows.see(update);
        }
        if (!working && !over) {
            lastFrame = update.frame();
        }
        if (watch != null) {
            watch.see(update).ifPresentOrElse(this::judged, this::setLogonTimer);
        }
    }

    private void setLogonTimer() {
        if (watch != null) {
            watch.nextLookAt(now()).ifPresent(at -> timer.setFor(at, now(), this::onLogonTimer));
        }
    }

    private void onLogonTimer() {
        if (watch != null) {
            watch.at(now()).ifPresentOrElse(this::judged, this::setLogonTimer);
        }
    }

    private void judged(LogonResult answer) {
        if (windows != null && windows.isOpen()) {
            return;
        }
        noteWaiting();
        closeWatch();
        // A desktop of a single colour never looks usable; the desktop agent decides.
        if (!answer.usable() && !answer.late()) {
            finish(Phase.FAILED, "logon: " + answer.words());
        }
    }

    private void lost(Throwable cause) {
        String why = words(cause);
        if (watch != null && cause instanceof ScreenException gone) {
            Optional<LogonResult> answer = watch.lost(gone, now());
            why = answer.map(LogonResult::words).orElse(why);
        }
        boolean defect = Defects.isDefect(cause);
        fault |= !over && defect;
        finish(working && !defect ? Phase.LOST : Phase.FAILED, (working ? "display lost: " : "logon: ") + why);
    }

    private void noteWaiting() {
        waiting = watch == null ? waiting : watch.waiting().orElse("");
    }

    private void closeWindows() {
        if (windows != null) {
            windows.close();
            windows = null;
        }
    }

    private void closeWatch() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }

    private void finish(Phase how, String why) {
        finish(how, why, Math.max(0, iteration), now());
    }

    /**
     * An end that nobody asked for is told at once; what is left of the session is ended afterwards, which may take as
     * long as a logoff.
     */
    private void finish(Phase how, String why, int iterations, long at) {
        if (over) {
            return;
        }
        over = true;
        phase = how;
        detail = why;
        iteration = iterations;
        endedAt = at;
        if (how != Phase.STOPPED) {
            report(update(phase, detail, iteration, endedAt).whileCleaningUp());
        }
        timer.cancel();
        closeWatch();
        closeWindows();
        Frame shown = lastFrame;
        if (how == Phase.FAILED && !working && shown != null) {
            context.frameRecorders()
                    .failed(new FailedLogon(settings.session(), context.wall().instant(), why, shown.copy()));
        }
        lastFrame = null;
        if (screen != null) {
            screen.close();
        }
        // What is still being started could not be ended now, and would remain.
        if (!beginning) {
            end();
        }
    }

    private void end() {
        context.cleanUp().execute(() -> {
            try {
                there.end();
            } catch (Throwable e) {
                LOG.error("session {}: could not be ended", settings.session(), e);
            }
            serial.execute(() -> {
                report(update(phase, detail, iteration, phase == Phase.STOPPED ? now() : endedAt));
                ended.complete(phase);
            });
        });
    }

    private SessionUpdate update(Phase entered, String why, int at, long when) {
        return new SessionUpdate(settings.session(), entered, why, at, when)
                .withLogon(0, queuedNanos)
                .byFault(fault && entered == Phase.FAILED);
    }

    /** A session must end even if its end cannot be told. */
    private void report(SessionUpdate update) {
        try {
            listener.changed(update);
        } catch (RuntimeException | Error e) {
            LOG.error("session {}: {} could not be told", settings.session(), update, e);
        }
    }

    private static String words(Throwable cause) {
        Throwable root = cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
        return root.getMessage() == null ? root.toString() : root.getMessage();
    }

    private long now() {
        return context.nanoTime().getAsLong();
    }

    /** Called on the serial executor. */
    private final class Display implements FrameListener {
        @Override
        public void onFrame(FrameUpdate update) {
            frame(update);
        }

        @Override
        public void onLost(ScreenException cause) {
            lost(cause);
        }
    }
}
