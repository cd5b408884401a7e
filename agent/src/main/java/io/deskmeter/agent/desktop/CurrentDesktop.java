package io.deskmeter.agent.desktop;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The desktop that this process runs in, see {@link CurrentDesktopProvider}. Closing it ends the programs that were
 * launched and does not change the desktop.
 */
final class CurrentDesktop implements Desktop {
    private static final Logger LOG = LoggerFactory.getLogger(CurrentDesktop.class);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final String HEARD_ON = "linux";

    private final CurrentDesktopProvider owner;
    private final String name;
    private final Path folder;
    private final Path logs;
    private final int width;
    private final int height;
    private final SessionSound sound;
    private final AtomicInteger launched = new AtomicInteger();
    private volatile boolean closed;

    private CurrentDesktop(CurrentDesktopProvider owner, String name, Path folder, Path logs, int width, int height) {
        this.owner = owner;
        this.name = name;
        this.folder = folder;
        this.logs = logs;
        this.sound = new SessionSound(owner.sounds(), SoundPlace.in(folder), "desktop " + name);
        this.width = width;
        this.height = height;
    }

    static CurrentDesktop acquire(CurrentDesktopProvider owner, int session, int width, int height)
            throws DesktopException {
        String name = session + "-" + UUID.randomUUID().toString().substring(0, 8);
        Path folder = owner.state().place(name);
        try {
            Path logs = owner.state().platform().files().createFolder(folder.resolve("log"));
            return new CurrentDesktop(owner, name, folder, logs, width, height);
        } catch (IOException e) {
            throw new DesktopException(
                    "desktop: " + folder + ": " + FaultText.reason(e) + " " + StorageFault.expectation(e, folder), e);
        }
    }

    /** Not supported: this desktop has no RFB socket of the agent. */
    @Override
    public Path rfbSocket() {
        throw new UnsupportedOperationException(
                "current desktop: has no RFB socket (expected: access through its display)");
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public Path appInstances() {
        return folder;
    }

    @Override
    public Path home() {
        return owner.home();
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
            throw new DesktopException("desktop " + name + ": closed (expected: open, to launch " + command + ")");
        }
        int number = launched.incrementAndGet();
        String marker = owner.state().sessionMarker(name + "/" + number + "/");
        Path log = logs.resolve("application-" + number);
        return LaunchedProcess.start(
                owner.state().processes(), new MarkedProcesses.Start(command, environment(), marker, workDir, log));
    }

    /** That of the user's session. Programs play to the session's own sound server unless somebody listens here. */
    private Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(owner.environment());
        environment.putAll(sound.environment());
        return environment;
    }

    @Override
    public SoundSource listen(SoundFormat format, SoundListener listener, Executor executor) throws SoundException {
        if (!owner.state().platform().name().equals(HEARD_ON)) {
            throw new SoundException("sound: not heard in a session on "
                    + owner.state().platform().name() + " yet (expected: " + HEARD_ON
                    + ", whose programs play through PulseAudio)");
        }
        return sound.listen(format, listener, executor);
    }

    /** Whether it is still in use. The loss of the display itself ends this process. */
    @Override
    public boolean alive() {
        return !closed;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        int ended = owner.state().processes().end(owner.state().sessionMarker(name + "/"), GRACE);
        LOG.debug("desktop {}: {} processes ended", name, ended);
        sound.close();
        try {
            PrivateFolder.remove(folder);
        } catch (IOException e) {
            LOG.warn("{}: cannot be removed: {}", folder, e.toString());
        }
        owner.returned(this);
    }
}
