package io.deskmeter.agent.desktopagent;

import io.deskmeter.agent.concurrent.GuardedTasks;
import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.dock.Dock;
import io.deskmeter.agent.dock.DockState;
import io.deskmeter.agent.dock.DockTile;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.app.AppInstanceControl;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.session.desktop.SessionDesktop;
import io.deskmeter.agent.step.ProgramLauncher;
import io.deskmeter.agent.step.StepException;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.xrdp.ChannelServerOutput;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.step.Step;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The preparation of one run in this session: one application instance at a time for a client agent that drives it, or
 * one session that executes the plan here. All methods are called on the desktop agent's executor and may block.
 */
final class DesktopRun {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopRun.class);

    /**
     * The parameters of a run.
     *
     * @param profile the run profile
     * @param workloads that it names, in their order
     * @param width of the screen in pixels
     * @param height of the screen in pixels
     */
    record Task(RunProfile profile, List<Workload> workloads, int width, int height) {
        Planner planner() {
            return new Planner(profile.workloads(), workloads);
        }

        Optional<Workload> workload(String id) {
            return workloads.stream().filter(w -> w.id().equals(id)).findFirst();
        }

        boolean playsClip() {
            return workloads.stream()
                    .flatMap(workload -> workload.operations().stream())
                    .anyMatch(operation -> operation.plays().isPresent());
        }

        DockState idle() {
            return new DockState(
                    workloads.stream()
                            .map(w -> new DockTile(w.id(), w.title(), DockTile.State.IDLE))
                            .toList(),
                    "");
        }
    }

    private final Task task;
    private final DesktopAgentReplies answers;
    private final SessionDesktop sessionDesktop;
    private final Executor desktopAgent;
    private @Nullable Dock dock;
    private DockState shown;
    private @Nullable AppInstance appInstance;
    private @Nullable Session session;
    private LongSupplier leftOut = () -> 0;
    private @Nullable ChannelServerOutput passedOn;

    /** @param desktopAgent the executor on which exits of applications are reported */
    DesktopRun(Task task, DesktopAgentReplies answers, SessionDesktop sessionDesktop, Executor desktopAgent) {
        this.task = task;
        this.answers = answers;
        this.sessionDesktop = sessionDesktop;
        this.desktopAgent = desktopAgent;
        this.shown = task.idle();
    }

    DesktopAgentReplies answers() {
        return answers;
    }

    Task task() {
        return task;
    }

    DockState shown() {
        return shown;
    }

    void dock(Dock opened) {
        dock = opened;
    }

    /**
     * Has the applications play to a sound server of this agent, and passes their sound on to the RDP client. Where
     * that fails they play to the session's own one, if there is any.
     *
     * @param executor calls the output
     */
    void passSoundOn(ChannelServerOutput output, Executor executor) {
        passedOn = output;
        try {
            var unused = sessionDesktop.listen(ChannelServerOutput.FORMAT, output, executor);
        } catch (SoundException e) {
            LOG.warn("the sound of this session is not passed on: {}", e.getMessage());
        }
    }

    void screen(int width, int height) {
        if (dock != null) {
            dock.screen(width, height);
        }
    }

    void openApp(long call, String id, int number) {
        Optional<Workload> workload = task.workload(id);
        if (workload.isEmpty() || appInstance != null) {
            answers.failed(
                    call,
                    "application: " + id + " cannot be opened: "
                            + (appInstance == null ? "it belongs to another run" : open().id() + " is open")
                            + " (expected: a workload of the run, and one open application at a time)");
            return;
        }
        answers.toUnfinished(
                call,
                sessionDesktop
                        .open(workload.get(), number)
                        .thenAcceptAsync(
                                host -> {
                                    appInstance = new AppInstance(workload.get(), host);
                                    show(DockTile.State.READY, "");
                                },
                                desktopAgent));
    }

    /** A tile was clicked; the dock has checked that the tile was ready. */
    void clicked(String id) {
        if (appInstance == null || !open().id().equals(id)) {
            LOG.warn("dock: {} was clicked, but no application is open", id);
            return;
        }
        try {
            launch();
        } catch (StepException e) {
            show(DockTile.State.READY, "Cannot open " + open().workload.title() + ": " + e.getMessage());
            answers.clickFailed(String.valueOf(e.getMessage()));
        }
    }

    void launch(long call) {
        if (appInstance == null) {
            answers.failed(call, "launch: no application is open (expected: one)");
            return;
        }
        try {
            show(DockTile.State.STARTING, "");
            launch();
            answers.done(call, "");
        } catch (StepException e) {
            show(DockTile.State.READY, "");
            answers.failed(call, String.valueOf(e.getMessage()), true);
        }
    }

    private void launch() throws StepException {
        ProgramLauncher.Started started = open().host.launch();
        AppProcess process = started.process();
        open().app = process;
        show(DockTile.State.RUNNING, "");
        GuardedTasks.reportFailure(
                "the exit of an application",
                process.exited().thenAcceptAsync(code -> exited(process, code), desktopAgent));
    }

    private void exited(AppProcess process, int code) {
        if (appInstance == null || open().app != process) {
            return;
        }
        show(DockTile.State.READY, code == 0 ? "" : open().workload.title() + " has ended with " + code);
        answers.exited(code, process.tail());
    }

    void run(long call, List<String> command) {
        if (appInstance == null || command.isEmpty()) {
            answers.failed(call, "run: " + command + " (expected: a command, and an open application)");
            return;
        }
        Step.Run wanted = new Step.Run(command);
        // Otherwise whoever has the controller runs programs here that no workload has.
        if (!has(open().workload, wanted)) {
            answers.failed(
                    call,
                    "run: " + command + " is no step of " + open().workload.id()
                            + " (expected: one of those that the workload has)");
            return;
        }
        try {
            answers.toUnfinished(call, open().host.run(wanted));
        } catch (StepException e) {
            answers.failed(call, String.valueOf(e.getMessage()), true);
        }
    }

    private static boolean has(Workload workload, Step.Run wanted) {
        return workload.operations().stream()
                .flatMap(operation -> operation.occurrences().stream())
                .flatMap(occurrence -> Stream.concat(occurrence.before().stream(), occurrence.steps().stream()))
                .anyMatch(wanted::equals);
    }

    void closeApp(long call) {
        answers.toUnfinished(call, closeApp());
    }

    private CompletableFuture<Void> closeApp() {
        AppInstance over = appInstance;
        if (over == null) {
            return CompletableFuture.completedFuture(null);
        }
        show(DockTile.State.IDLE, "");
        appInstance = null;
        return over.host.close();
    }

    private AppInstance open() {
        return Objects.requireNonNull(appInstance, "application instance");
    }

    /** The tile of the open application instance. */
    private void show(DockTile.State state, String words) {
        shown = shown.with(open().id(), state, words);
        if (dock != null) {
            dock.show(shown);
        }
    }

    /**
     * What the session works.
     *
     * @param iterations 0: until stopped
     * @param position among the sessions of the load point
     */
    SessionSettings settings(int iterations, int position) {
        Planner planner = task.planner();
        int index = answers.session();
        return new SessionSettings(
                index,
                position,
                iterations,
                task.width(),
                task.height(),
                iteration -> planner.iteration(index, position, iteration),
                Timeouts.DEFAULT,
                task.profile().handlers().handlers());
    }

    boolean isWorking() {
        return session != null;
    }

    /**
     * Starts a session that executes the plan here.
     *
     * @param picturesLeftOut the number of its pictures that are not kept
     */
    void work(Session started, LongSupplier picturesLeftOut) {
        session = started;
        leftOut = picturesLeftOut;
        started.start();
    }

    /** The number of pictures that were requested and are not kept, because a limit was reached. */
    long picturesLeftOut() {
        return leftOut.getAsLong();
    }

    /** Completes when all of it has ended. */
    CompletableFuture<Void> stop(boolean now, String why) {
        if (session == null) {
            return CompletableFuture.completedFuture(null);
        }
        session.stop(now, why);
        return session.ended().thenAccept(phase -> {});
    }

    /** Ends everything of the run; the desktop continues. */
    CompletableFuture<Void> end(String why) {
        return stop(true, why).thenCompose(stopped -> closeApp()).handleAsync(this::clear, desktopAgent);
    }

    private @Nullable Void clear(@Nullable Void nothing, @Nullable Throwable failure) {
        if (failure != null) {
            LOG.warn("the content folder is kept until the next start: {}", failure.toString());
        }
        if (dock != null) {
            dock.close();
            dock = null;
        }
        sessionDesktop.close();
        if (passedOn != null) {
            passedOn.close();
        }
        return null;
    }

    /** An application instance with its content. */
    private static final class AppInstance {
        private final Workload workload;
        private final AppInstanceControl host;
        private @Nullable AppProcess app;

        private AppInstance(Workload workload, AppInstanceControl host) {
            this.workload = workload;
            this.host = host;
        }

        private String id() {
            return workload.id();
        }
    }
}
