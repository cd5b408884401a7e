package io.deskmeter.agent.session.desktop;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.DesktopProvider;
import io.deskmeter.agent.session.app.AppInstanceControl;
import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.agent.step.CommandVariables;
import io.deskmeter.agent.step.ProgramLauncher;
import io.deskmeter.agent.step.StepException;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.step.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Desktops on this machine: this process starts them and launches applications in them.
 *
 * @param desktops starts desktops
 * @param screens connects to the screens of desktops
 * @param platform whose commands start applications: {@code linux}
 * @param disk executes copies of content and ends of applications, so that neither sessions nor starts of desktops wait
 *     for them
 * @param nanoTime monotonic; the clock of every instant in a timing
 */
public record LocalSessionDesktops(
        DesktopProvider desktops, ScreenSource screens, String platform, Executor disk, LongSupplier nanoTime)
        implements SessionDesktops {

    /** Connects to the screen of a desktop. */
    public interface ScreenSource {
        /** Connects; the listener is called on the executor given. */
        CompletableFuture<Screen> connect(Desktop desktop, FrameListener listener, Executor executor);
    }

    @Override
    public SessionDesktop start(int session, int width, int height) throws DesktopException {
        return new Own(session, desktops.start(session, width, height));
    }

    private final class Own implements SessionDesktop {
        private final int session;
        private final Desktop desktop;
        private boolean closed;

        private Own(int session, Desktop desktop) {
            this.session = session;
            this.desktop = desktop;
        }

        @Override
        public CompletableFuture<Screen> connect(FrameListener listener, Executor executor) {
            return screens.connect(desktop, listener, executor);
        }

        @Override
        public SoundSource listen(SoundFormat format, SoundListener listener, Executor executor) throws SoundException {
            return desktop.listen(format, listener, executor);
        }

        @Override
        public CompletableFuture<AppInstanceControl> open(Workload workload, int number) {
            return CompletableFuture.supplyAsync(() -> copy(workload, number), disk);
        }

        /** No file may be written to the desktop's folder after it is removed. */
        private synchronized AppInstanceControl copy(Workload workload, int number) {
            if (closed) {
                throw new CancellationException("the desktop has ended before the content was copied");
            }
            try {
                return LocalHost.open(workload, desktop, session, number, LocalSessionDesktops.this);
            } catch (IOException | StepException e) {
                throw new CompletionException(e);
            }
        }

        @Override
        public void close() {
            synchronized (this) {
                closed = true;
            }
            desktop.close();
        }
    }

    /** The content in a separate folder below the desktop's. */
    private static final class LocalHost implements AppInstanceControl {
        private final Path folder;
        private final List<String> command;
        private final ProgramLauncher programs;
        private final Executor disk;
        /** Includes those that have exited: their child processes end with the application instance. */
        private final List<AppProcess> apps = new CopyOnWriteArrayList<>();

        private LocalHost(Path folder, List<String> command, ProgramLauncher programs, Executor disk) {
            this.folder = folder;
            this.command = command;
            this.programs = programs;
            this.disk = disk;
        }

        private static LocalHost open(
                Workload workload, Desktop desktop, int session, int number, LocalSessionDesktops places)
                throws IOException, StepException {
            List<String> command = workload.application()
                    .command(places.platform)
                    .orElseThrow(() -> new StepException("application: " + workload.id() + " has no command for "
                            + places.platform + " (expected: one of "
                            + workload.application().commands().keySet() + ")"));
            Path folder = desktop.appInstances().resolve("app-" + number);
            try {
                ContentFolders.copy(workload.folder().resolve("content"), folder);
            } catch (IOException e) {
                throw new IOException("content: " + e, e);
            }
            CommandVariables variables = new CommandVariables(folder, desktop.home(), session);
            return new LocalHost(
                    folder, command, new ProgramLauncher(desktop, variables, places.nanoTime), places.disk);
        }

        @Override
        public ProgramLauncher.Started launch() throws StepException {
            ProgramLauncher.Started started = programs.launch(command);
            apps.add(started.process());
            return started;
        }

        @Override
        public CompletableFuture<Long> run(Step.Run run) throws StepException {
            return programs.run(run);
        }

        @Override
        public Optional<Path> content() {
            return Optional.of(folder);
        }

        @Override
        public CompletableFuture<Void> close() {
            return CompletableFuture.runAsync(this::end, disk);
        }

        private void end() {
            apps.forEach(AppProcess::kill);
            try {
                ContentFolders.delete(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
