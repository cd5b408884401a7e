package io.deskmeter.agent.session;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A desktop on which programs do what a script says. */
public final class ScriptedDesktop implements Desktop {
    private final Path home;
    private final List<App> launched = new ArrayList<>();
    private Consumer<App> script = app -> {};
    private boolean sound;
    private @Nullable SoundListener listener;
    private @Nullable Executor listeners;
    private boolean closed;

    public ScriptedDesktop(Path home) {
        this.home = home;
    }

    /** What a program does when it is launched. */
    ScriptedDesktop onLaunch(Consumer<App> reaction) {
        script = reaction;
        return this;
    }

    /** From now on it can be heard; it is silent. */
    void hasSound() {
        sound = true;
    }

    /** Whether somebody listens. */
    boolean isHeard() {
        return listener != null;
    }

    /** As a server that is killed. */
    void loseSound(SoundException cause) {
        SoundListener told = Objects.requireNonNull(listener, "listener");
        Objects.requireNonNull(listeners, "executor").execute(() -> told.onLost(cause));
    }

    @Override
    public SoundSource listen(SoundFormat format, SoundListener opened, Executor executor) throws SoundException {
        if (!sound) {
            return Desktop.super.listen(format, opened, executor);
        }
        listener = opened;
        listeners = executor;
        return new SoundSource() {
            @Override
            public SoundFormat format() {
                return SoundFormat.STEREO_48K;
            }

            @Override
            public long lostBlocks() {
                return 0;
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }

    @Override
    public Path rfbSocket() {
        return home.resolve("rfb");
    }

    @Override
    public Path home() {
        return home;
    }

    @Override
    public int width() {
        return 64;
    }

    @Override
    public int height() {
        return 48;
    }

    @Override
    public AppProcess launch(List<String> command, Path workDir) throws DesktopException {
        if (command.get(0).equals("missing")) {
            throw new DesktopException("program: missing (expected: on the PATH)");
        }
        App app = new App(command, workDir);
        launched.add(app);
        script.accept(app);
        return app;
    }

    List<App> launched() {
        return List.copyOf(launched);
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public boolean alive() {
        return !closed;
    }

    @Override
    public void close() {
        closed = true;
        launched.forEach(App::kill);
    }

    /** A program. */
    static final class App implements AppProcess {
        private final List<String> command;
        private final Path workDir;
        private final CompletableFuture<Integer> exited = new CompletableFuture<>();
        private boolean killed;

        private App(List<String> command, Path workDir) {
            this.command = List.copyOf(command);
            this.workDir = workDir;
        }

        List<String> command() {
            return command;
        }

        Path workDir() {
            return workDir;
        }

        void exit(int code) {
            exited.complete(code);
        }

        boolean wasKilled() {
            return killed;
        }

        @Override
        public boolean alive() {
            return !exited.isDone();
        }

        @Override
        public CompletableFuture<Integer> exited() {
            return exited;
        }

        @Override
        public void kill() {
            killed |= alive();
            exit(137);
        }

        @Override
        public String tail() {
            return "last words";
        }
    }
}
