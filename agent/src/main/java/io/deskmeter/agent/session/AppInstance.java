package io.deskmeter.agent.session;

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
final class AppInstance {
    private final Workload workload;
    private final AppHost host;
    private final Consumer<AppProcess> onLaunch;
    private @Nullable AppProcess app;
    private OptionalInt exitCode = OptionalInt.empty();

    AppInstance(Workload workload, AppHost host, Consumer<AppProcess> onLaunch) {
        this.workload = workload;
        this.host = host;
        this.onLaunch = onLaunch;
    }

    Workload workload() {
        return workload;
    }

    /** The input that launches the application on the screen; empty if none is needed. */
    Optional<Launcher> launcher() {
        return host.launcher();
    }

    /** Launches the application; completes as {@link InputSender#perform} does. */
    CompletableFuture<Long> launch(InputSender input) throws StepException {
        ProgramLauncher.Started started = host.launch();
        app = started.process();
        exitCode = OptionalInt.empty();
        onLaunch.accept(started.process());
        return host.launcher()
                .map(launcher -> input.perform(launcher.input()))
                .orElseGet(() -> CompletableFuture.completedFuture(started.firedAt()));
    }

    CompletableFuture<Long> run(Step.Run run) throws StepException {
        return host.run(run);
    }

    /** The folder of its content, where it is on the machine of this agent. */
    Optional<Path> content() {
        return host.content();
    }

    @Nullable
    AppProcess app() {
        return app;
    }

    /** The last lines that the application printed. */
    String tail() {
        return app == null ? "" : app.tail();
    }

    void exited(int code) {
        exitCode = OptionalInt.of(code);
    }

    /** The exit code of the application; empty while it runs and if it was never launched. */
    OptionalInt exitCode() {
        return exitCode;
    }

    /** Ends the application with its child processes and removes the content. */
    CompletableFuture<Void> close() {
        return host.close();
    }
}
