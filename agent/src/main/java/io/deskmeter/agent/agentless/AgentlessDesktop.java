package io.deskmeter.agent.agentless;

import io.deskmeter.agent.rdp.LogonGoal;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.remote.DesktopTarget;
import io.deskmeter.agent.session.app.AppInstanceControl;
import io.deskmeter.agent.session.app.Launcher;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.session.desktop.SessionDesktop;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Agentless.Sign;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * A desktop without a desktop agent. Its screen stays open until {@link #close}, which logs the user off by input if
 * the target says how: whether or not the user has opened an application, but never where nothing shows that the user
 * is logged on, for the text would go to whatever is there, such as a window that asks for a password.
 */
final class AgentlessDesktop implements SessionDesktop {
    private final DesktopTarget desktopTarget;
    private final Agentless agentless;
    private final Timeouts timeouts;
    private final MatcherBuffers matcherBuffers;
    private final ScheduledExecutorService timers;
    private final CompletableFuture<Void> displayGone = new CompletableFuture<>();
    private volatile boolean loggedOn;
    private volatile boolean leftOpen;

    /** An earlier session may have been interrupted. */
    private boolean mayBeOpen = true;

    /** Guarded by this; null until the display is open, and again when it is closed. */
    private @Nullable Screen screen;

    /** Guarded by this. */
    private boolean closed;

    AgentlessDesktop(
            DesktopTarget desktopTarget,
            Agentless agentless,
            Timeouts timeouts,
            MatcherBuffers matcherBuffers,
            ScheduledExecutorService timers) {
        this.desktopTarget = desktopTarget;
        this.agentless = agentless;
        this.timeouts = timeouts;
        this.matcherBuffers = matcherBuffers;
        this.timers = timers;
    }

    @Override
    public CompletableFuture<Screen> connect(FrameListener listener, Executor executor) {
        return desktopTarget.display(new Display(listener), executor).thenApply(opened -> {
            if (!keep(opened)) {
                opened.close();
            }
            return new KeptScreen(opened);
        });
    }

    /**
     * Whether it is needed: a session may end while its display is being opened, and {@link #close} has not seen it
     * then.
     */
    private synchronized boolean keep(Screen opened) {
        if (!closed) {
            screen = opened;
        }
        return !closed;
    }

    private synchronized @Nullable Screen take() {
        closed = true;
        Screen opened = screen;
        screen = null;
        return opened;
    }

    @Override
    public SoundSource listen(SoundFormat format, SoundListener listener, Executor executor) throws SoundException {
        return desktopTarget.listen(format, listener, executor);
    }

    @Override
    public Optional<LogonMonitor> logon(long firedAt) {
        if (agentless.ready() instanceof Sign.Landmark landmark) {
            return monitor(new LogonGoal.Landmark(TargetPictures.decoded(landmark.picture())), firedAt);
        }
        return desktopTarget.provesLogon()
                ? desktopTarget.logon(firedAt)
                : monitor(new LogonGoal.Unproved(timeouts.quiet()), firedAt);
    }

    private Optional<LogonMonitor> monitor(LogonGoal goal, long firedAt) {
        return Optional.of(new LogonMonitor(goal, timeouts.logon(), firedAt, matcherBuffers));
    }

    @Override
    public List<Rect> restless() {
        return agentless.ready() instanceof Sign.Rest rest
                ? rest.except().stream()
                        .map(part -> new Rect(part.x(), part.y(), part.width(), part.height()))
                        .toList()
                : List.of();
    }

    @Override
    public boolean isSeenOnly() {
        return true;
    }

    @Override
    public void loggedOn() {
        loggedOn = true;
    }

    @Override
    public CompletableFuture<AppInstanceControl> open(Workload workload, int number) {
        boolean end = mayBeOpen;
        mayBeOpen = false;
        Launcher launcher = LaunchSteps.of(agentless, workload.id(), timeouts.step());
        return CompletableFuture.completedFuture(
                new AgentlessHost(end ? LaunchSteps.afterEnd(agentless, launcher, timeouts.step()) : launcher, timers));
    }

    @Override
    public boolean applicationMayBeOpen() {
        mayBeOpen = true;
        return !LaunchSteps.canEnd(agentless);
    }

    @Override
    public void close() {
        Screen mine = take();
        if (mine != null) {
            if (loggedOn && !agentless.logoff().isEmpty() && !displayGone.isDone()) {
                leftOpen = !Logoff.performed(agentless.logoff(), mine, displayGone, timers);
            }
            mine.close();
        }
        desktopTarget.end();
    }

    @Override
    public boolean isLeftOpen() {
        return leftOpen;
    }

    /** Notes the end of the display. */
    private final class Display implements FrameListener {
        private final FrameListener next;

        private Display(FrameListener next) {
            this.next = next;
        }

        @Override
        public void onFrame(FrameUpdate update) {
            next.onFrame(update);
        }

        @Override
        public void onLost(ScreenException cause) {
            displayGone.complete(null);
            next.onLost(cause);
        }
    }

    /** The session's view of a screen that is needed for the logoff after the session's end. */
    private record KeptScreen(Screen screen) implements Screen {
        @Override
        public CompletableFuture<Long> fire(List<InputEvent> events) {
            return screen.fire(events);
        }

        @Override
        public CompletableFuture<Void> prepare(String text) {
            return screen.prepare(text);
        }

        @Override
        public CompletableFuture<Void> lookBack(String text, long since) {
            return screen.lookBack(text, since);
        }

        @Override
        public CompletableFuture<ProbeAnswer> probe() {
            return screen.probe();
        }

        @Override
        public String whyProbesMissDesktop() {
            return screen.whyProbesMissDesktop();
        }

        @Override
        public String whyNoPicture() {
            return screen.whyNoPicture();
        }

        @Override
        public String whyColoursUnknown() {
            return screen.whyColoursUnknown();
        }

        @Override
        public String unfinishedMessage() {
            return screen.unfinishedMessage();
        }

        /** Closing the desktop does. */
        @Override
        public void close() {}
    }
}
