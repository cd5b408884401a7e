package io.deskmeter.agent.session;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.step.Programs;
import io.deskmeter.agent.step.StepException;
import io.deskmeter.agent.step.Variables;
import io.deskmeter.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One visit to an application: its private copy of the content, and the application where it has been launched. */
final class Visit {
    private final Workload workload;
    private final Path folder;
    private final List<String> command;
    private final Programs programs;
    private final Consumer<AppProcess> onLaunch;
    private @Nullable AppProcess app;
    private OptionalInt exitCode = OptionalInt.empty();

    private Visit(
            Workload workload, Path folder, List<String> command, Programs programs, Consumer<AppProcess> onLaunch) {
        this.workload = workload;
        this.folder = folder;
        this.command = command;
        this.programs = programs;
        this.onLaunch = onLaunch;
    }

    /** Copies the content into a folder of its own below the session's HOME. */
    static Visit open(
            Workload workload,
            Desktop desktop,
            int number,
            SessionSettings settings,
            LongSupplier nanoTime,
            Consumer<AppProcess> onLaunch)
            throws IOException, StepException {
        List<String> command = workload.application()
                .command(settings.platform())
                .orElseThrow(() -> new StepException("application: " + workload.id() + " has no command for "
                        + settings.platform() + " (expected: one of "
                        + workload.application().commands().keySet() + ")"));
        Path folder = desktop.home().resolve("visit-" + number);
        Content.copy(workload.folder().resolve("content"), folder);
        Variables variables = new Variables(folder, desktop.home(), settings.session());
        return new Visit(workload, folder, command, new Programs(desktop, variables, nanoTime), onLaunch);
    }

    Workload workload() {
        return workload;
    }

    Programs programs() {
        return programs;
    }

    /** Launches the application; the instant read immediately before. */
    long launch() throws StepException {
        Programs.Started started = programs.launch(command);
        app = started.process();
        exitCode = OptionalInt.empty();
        onLaunch.accept(started.process());
        return started.firedAt();
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

    /** Of the application; empty while it runs and where it was never launched. */
    OptionalInt exitCode() {
        return exitCode;
    }

    /** Ends the application with all that it started and removes the content; blocks. */
    void close() throws IOException {
        if (app != null) {
            app.kill();
        }
        Content.delete(folder);
    }
}
