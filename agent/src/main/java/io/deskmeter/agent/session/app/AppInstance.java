package io.deskmeter.agent.session.app;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.step.InputSender;
import io.deskmeter.agent.step.ProgramLauncher;
import io.deskmeter.agent.step.StepException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.step.Step;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One instance of an application, from its launch to its end. Used on the session's executor only. */
public final class AppInstance {
    private final Workload workload;
    private final AppInstanceControl host;
    private final Consumer<AppProcess> onLaunch;
    private @Nullable AppProcess app;
    private OptionalInt exitCode = OptionalInt.empty();

    public AppInstance(Workload workload, AppInstanceControl host, Consumer<AppProcess> onLaunch) {
        this.workload = workload;
        this.host = host;
        this.onLaunch = onLaunch;
    }

    public Workload workload() {
        return workload;
    }

    /** The input that launches the application on the screen; empty if none is needed. */
    public Optional<Launcher> launcher() {
        return host.launcher();
    }

    /** Launches the application; completes as {@link InputSender#perform} does. */
    public CompletableFuture<Long> launch(InputSender input) throws StepException {
        ProgramLauncher.Started started = host.launch();
        app = started.process();
        exitCode = OptionalInt.empty();
        onLaunch.accept(started.process());
        return host.launcher()
                .map(launcher -> input.perform(launcher.input()))
                .orElseGet(() -> CompletableFuture.completedFuture(started.firedAt()));
    }

    public CompletableFuture<Long> run(Step.Run run) throws StepException {
        return host.run(run);
    }

    /** The folder of its content, where it is on the machine of this agent. */
    public Optional<Path> content() {
        return host.content();
    }

    @Nullable
    public AppProcess app() {
        return app;
    }

    /** The last lines that the application printed. */
    public String tail() {
        return app == null ? "" : app.tail();
    }

    public void exited(int code) {
        exitCode = OptionalInt.of(code);
    }

    /** The exit code of the application; empty while it runs and if it was never launched. */
    public OptionalInt exitCode() {
        return exitCode;
    }

    /** Ends the application with its child processes and removes the content. */
    public CompletableFuture<Void> close() {
        return host.close();
    }
}
