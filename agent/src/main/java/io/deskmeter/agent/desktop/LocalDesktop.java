package io.deskmeter.agent.desktop;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.screen.program.ChildProcess;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A desktop made of Xvnc and openbox. */
final class LocalDesktop implements Desktop {
    private static final Logger LOG = LoggerFactory.getLogger(LocalDesktop.class);
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Parts parts;
    private final Map<String, String> environment;
    private final int width;
    private final int height;
    private final SessionSound sound;
    private final Consumer<LocalDesktop> onClose;
    private final AtomicInteger launched = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();

    LocalDesktop(
            Parts parts,
            Map<String, String> environment,
            int width,
            int height,
            SessionSounds sounds,
            Consumer<LocalDesktop> onClose) {
        this.parts = parts;
        this.environment = Map.copyOf(environment);
        this.width = width;
        this.height = height;
        this.sound = new SessionSound(sounds, parts.folder.sound(), "desktop " + parts.name);
        this.onClose = onClose;
    }

    @Override
    public Path rfbSocket() {
        return parts.folder.rfbSocket();
    }

    @Override
    public @Nullable RfbPort rfbPort() {
        return parts.port;
    }

    @Override
    public Path folder() {
        return parts.folder.root();
    }

    @Override
    public Map<String, String> mark() {
        Map<String, String> mark = new TreeMap<>();
        SessionEnvironment.put(mark, parts.state.sessionMarker(parts.name));
        return mark;
    }

    @Override
    public Path home() {
        return parts.folder.home();
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        return height;
    }

    @Override
    public AppProcess launch(List<String> command, Path workDir) throws DesktopException {
        if (!alive()) {
            throw new DesktopException(
                    "desktop " + parts.name + ": " + state() + " (expected: running, to launch " + command + ")");
        }
        int number = launched.incrementAndGet();
        String marker = parts.state.applicationMarker(parts.name, number);
        Path log = parts.folder.logs().resolve("application-" + number);
        return LaunchedProcess.start(
                parts.state.processes(), new MarkedProcesses.Start(command, environment, marker, workDir, log));
    }

    @Override
    public SoundSource listen(SoundFormat format, SoundListener listener, Executor executor) throws SoundException {
        return sound.listen(format, listener, executor);
    }

    @Override
    public boolean alive() {
        return !closed.get() && parts.server.alive() && parts.windowManager.alive();
    }

    private String state() {
        if (closed.get()) {
            return "closed";
        }
        return parts.server.alive()
                ? "openbox has ended: " + parts.windowManager.tail()
                : "Xvnc has ended: " + parts.server.tail();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        parts.state.processes().end(parts.state.sessionMarker(parts.name), GRACE);
        sound.close();
        try {
            parts.folder.remove();
        } catch (IOException e) {
            LOG.warn("{}: cannot be removed: {}", parts.folder.root(), e.toString());
        }
        onClose.accept(this);
    }

    /** The parts of a desktop. */
    record Parts(
            StateFolder state,
            String name,
            SessionFolder folder,
            ChildProcess server,
            @Nullable RfbPort port,
            ChildProcess windowManager) {}
}
