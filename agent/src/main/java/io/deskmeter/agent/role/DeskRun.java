package io.deskmeter.agent.role;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.dock.Dock;
import io.deskmeter.agent.dock.DockState;
import io.deskmeter.agent.dock.DockTile;
import io.deskmeter.agent.session.AppHost;
import io.deskmeter.agent.session.Patience;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.Workplace;
import io.deskmeter.agent.step.Programs;
import io.deskmeter.agent.step.StepException;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.Step;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.plan.Planner;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is prepared for one run in this session: at most one visit at a time for a client that drives, or one session that works by itself. All calls
 * come on the desk's executor, and may block.
 */
final class DeskRun {
    private static final Logger LOG = LoggerFactory.getLogger(DeskRun.class);

    /**
     * Of a run.
     *
     * @param profile what to do
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

        DockState resting() {
            return new DockState(
                    workloads.stream()
                            .map(w -> new DockTile(w.id(), w.title(), DockTile.State.RESTING))
                            .toList(),
                    "");
        }
    }

    private final Task task;
    private final Answers answers;
    private final Workplace workplace;
    private final Executor desk;
    private @Nullable Dock dock;
    private DockState shown;
    private @Nullable Visit visit;
    private @Nullable Session session;

    /** @param desk on which applications' ends are brought back */
    DeskRun(Task task, Answers answers, Workplace workplace, Executor desk) {
        this.task = task;
        this.answers = answers;
        this.workplace = workplace;
        this.desk = desk;
        this.shown = task.resting();
    }

    Answers answers() {
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

    void screen(int width, int height) {
        if (dock != null) {
            dock.screen(width, height);
        }
    }

    void openVisit(long call, String id, int number) {
        Optional<Workload> workload = task.workload(id);
        if (workload.isEmpty() || visit != null) {
            answers.failed(
                    call,
                    "visit: " + id + " cannot be opened: "
                            + (visit == null ? "it is not of this run" : "that to " + open().id() + " is open")
                            + " (expected: a workload of the run, and one visit at a time)");
            return;
        }
        var unused = workplace
                .open(workload.get(), number)
                .whenCompleteAsync(
                        (host, failure) -> {
                            if (failure == null) {
                                visit = new Visit(workload.get(), host);
                                show(DockTile.State.READY, "");
                                answers.done(call, "");
                            } else {
                                answers.failed(call, failure);
                            }
                        },
                        desk);
    }

    /** A tile was clicked; the dock has seen to it that the tile was ready. */
    void clicked(String id) {
        if (visit == null || !open().id().equals(id)) {
            LOG.warn("dock: {} was clicked and there is no visit to it", id);
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
        if (visit == null) {
            answers.failed(call, "launch: no visit is open (expected: one)");
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
        Programs.Started started = open().host.launch();
        AppProcess process = started.process();
        open().app = process;
        show(DockTile.State.RUNNING, "");
        var unused = process.exited().thenAcceptAsync(code -> exited(process, code), desk);
    }

    private void exited(AppProcess process, int code) {
        if (visit == null || open().app != process) {
            return;
        }
        show(DockTile.State.READY, code == 0 ? "" : open().workload.title() + " has ended with " + code);
        answers.exited(code, process.tail());
    }

    void run(long call, List<String> command) {
        if (visit == null || command.isEmpty()) {
            answers.failed(call, "run: " + command + " (expected: a command, and an open visit)");
            return;
        }
        try {
            var unused = open().host.run(new Step.Run(command)).whenComplete((firedAt, failure) -> {
                if (failure == null) {
                    answers.done(call, "");
                } else {
                    answers.failed(call, failure);
                }
            });
        } catch (StepException e) {
            answers.failed(call, String.valueOf(e.getMessage()), true);
        }
    }

    void closeVisit(long call) {
        var unused = closeVisit().whenComplete((nothing, failure) -> {
            if (failure == null) {
                answers.done(call, "");
            } else {
                answers.failed(call, failure);
            }
        });
    }

    private CompletableFuture<Void> closeVisit() {
        Visit over = visit;
        if (over == null) {
            return CompletableFuture.completedFuture(null);
        }
        show(DockTile.State.RESTING, "");
        visit = null;
        return over.host.close();
    }

    private Visit open() {
        return java.util.Objects.requireNonNull(visit, "visit");
    }

    /** The tile of the open visit. */
    private void show(DockTile.State state, String words) {
        shown = shown.with(open().id(), state, words);
        if (dock != null) {
            dock.show(shown);
        }
    }

    SessionSettings settings(int iterations) {
        Planner planner = task.planner();
        int index = answers.session();
        return new SessionSettings(
                index,
                iterations,
                task.width(),
                task.height(),
                iteration -> planner.iteration(index, iteration),
                Patience.DEFAULT);
    }

    boolean isWorking() {
        return session != null;
    }

    void work(Session started) {
        session = started;
        started.start();
    }

    /** Completes when nothing of it works any more. */
    CompletableFuture<Void> stop(boolean now, String why) {
        if (session == null) {
            return CompletableFuture.completedFuture(null);
        }
        session.stop(now, why);
        return session.ended().thenAccept(phase -> {});
    }

    /** Ends all that belongs to the run; the desktop stays. */
    CompletableFuture<Void> end(String why) {
        return stop(true, why).thenCompose(stopped -> closeVisit()).handleAsync(this::clear, desk);
    }

    private @Nullable Void clear(@Nullable Void nothing, @Nullable Throwable failure) {
        if (failure != null) {
            LOG.warn("what was visited stays until the next start: {}", failure.toString());
        }
        if (dock != null) {
            dock.close();
            dock = null;
        }
        workplace.close();
        return null;
    }

    /** Of an application, with its content. */
    private static final class Visit {
        private final Workload workload;
        private final AppHost host;
        private @Nullable AppProcess app;

        private Visit(Workload workload, AppHost host) {
            this.workload = workload;
            this.host = host;
        }

        private String id() {
            return workload.id();
        }
    }
}
