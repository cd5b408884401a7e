package io.deskmeter.agent.remote;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.session.app.AppInstanceControl;
import io.deskmeter.agent.session.app.Launcher;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.session.desktop.SessionDesktop;
import io.deskmeter.agent.step.ProgramLauncher;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.link.v1.CloseApp;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.OpenApp;
import io.deskmeter.link.v1.RunInApp;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A session on another machine that is driven from here: its display is opened, the user logs on, the desktop agent
 * prepares applications, and a click on the dock launches them.
 */
final class RemoteSessionDesktop implements SessionDesktop {
    private final DesktopAgentSession there;
    private final Timeouts timeouts;
    private final LongSupplier nanoTime;
    private final CompletableFuture<Void> prepared = new CompletableFuture<>();
    private volatile @Nullable RemoteApp app;

    RemoteSessionDesktop(DesktopAgentSession there, Timeouts timeouts, LongSupplier nanoTime) {
        this.there = there;
        this.timeouts = timeouts;
        this.nanoTime = nanoTime;
        there.desktopAgent().listen(this::heard);
    }

    private void heard(DesktopAgentMessage message) {
        RemoteApp running = app;
        if (running != null && message.hasAppExited()) {
            running.ended(
                    message.getAppExited().getCode(), message.getAppExited().getTail());
        }
    }

    @Override
    public CompletableFuture<Screen> connect(FrameListener listener, Executor executor) {
        var unused = there.prepare(true, timeouts.logon()).whenComplete((nothing, failure) -> {
            if (failure == null) {
                prepared.complete(null);
            } else {
                prepared.completeExceptionally(failure);
            }
        });
        return there.display(listener, executor);
    }

    @Override
    public SoundSource listen(SoundFormat format, SoundListener listener, Executor executor) throws SoundException {
        return there.desktopTarget().listen(format, listener, executor);
    }

    @Override
    public Optional<LogonMonitor> logon(long firedAt) {
        return there.desktopTarget().logon(firedAt);
    }

    @Override
    public CompletableFuture<Void> prepared() {
        return prepared;
    }

    @Override
    public String waitsFor() {
        return there.waitsFor();
    }

    @Override
    public CompletableFuture<AppInstanceControl> open(Workload workload, int number) {
        return there.desktopAgent()
                .call(message -> message.setOpenApp(
                        OpenApp.newBuilder().setWorkload(workload.id()).setNumber(number)))
                .thenApply(detail -> new Host());
    }

    @Override
    public void close() {
        there.end();
    }

    private final class Host implements AppInstanceControl {
        @Override
        public Optional<Launcher> launcher() {
            Step tile = new Step.Await(new Until(new Condition.Appears(Landmarks.TILE), timeouts.step()));
            return Optional.of(
                    new Launcher(List.of(tile), new Step.Click(new Step.Place.On(Landmarks.TILE, 0, 0), 1, 1)));
        }

        @Override
        public ProgramLauncher.Started launch() {
            RemoteApp launched = new RemoteApp();
            app = launched;
            return new ProgramLauncher.Started(launched, Timing.NEVER);
        }

        @Override
        public CompletableFuture<Long> run(Step.Run run) {
            long firedAt = nanoTime.getAsLong();
            return there.desktopAgent()
                    .timedCall(message -> message.setRun(RunInApp.newBuilder().addAllCommand(run.command())))
                    .thenApply(detail -> firedAt);
        }

        @Override
        public CompletableFuture<Void> close() {
            app = null;
            return there.desktopAgent()
                    .call(message -> message.setCloseApp(CloseApp.getDefaultInstance()))
                    .thenApply(detail -> null);
        }
    }

    /** The application, as far as the desktop agent reports it. */
    private static final class RemoteApp implements AppProcess {
        private final CompletableFuture<Integer> exited = new CompletableFuture<>();
        private volatile String tail = "";

        private void ended(int code, String last) {
            tail = last;
            exited.complete(code);
        }

        @Override
        public boolean alive() {
            return !exited.isDone();
        }

        @Override
        public CompletableFuture<Integer> exited() {
            return exited;
        }

        /** Closing the application instance does. */
        @Override
        public void kill() {}

        @Override
        public String tail() {
            return tail;
        }
    }
}
