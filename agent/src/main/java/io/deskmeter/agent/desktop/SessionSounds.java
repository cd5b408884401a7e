package io.deskmeter.agent.desktop;

import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.sound.pulse.Cookie;
import io.deskmeter.sound.pulse.SinkServers;
import io.deskmeter.sound.pulse.SinkSettings;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The sound servers of the desktops of this machine. Their event loop starts with the first one. Thread-safe. */
final class SessionSounds implements AutoCloseable {
    private static final int THREADS = 1;

    private final SecureRandom random = new SecureRandom();
    private @Nullable SinkServers servers;
    private boolean closed;

    /** Opens the server of a session, at the socket and with the cookie that the session's environment names. */
    SoundSource open(SessionFolder folder, SoundListener listener, Executor executor) throws SoundException {
        Cookie cookie = Cookie.random(random);
        try {
            cookie.write(folder.soundCookie());
        } catch (IOException e) {
            throw new SoundException(
                    "sound server: its cookie " + folder.soundCookie() + " cannot be written: " + e
                            + " (expected: a new file in a folder that exists)",
                    e);
        }
        return servers()
                .open(UnixDomainSocketAddress.of(folder.soundSocket()), SinkSettings.of(cookie), listener, executor);
    }

    private synchronized SinkServers servers() throws SoundException {
        if (closed) {
            throw new SoundException("sound servers: closed (expected: open; the agent is shutting down)");
        }
        if (servers == null) {
            servers = new SinkServers(System::nanoTime, InstantSource.system(), THREADS);
        }
        return servers;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (servers != null) {
            servers.close();
        }
    }
}
