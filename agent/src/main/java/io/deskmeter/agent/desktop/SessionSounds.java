package io.deskmeter.agent.desktop;

import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.pulse.SinkServers;
import io.deskmeter.sound.pulse.SinkSettings;
import io.deskmeter.sound.pulse.SinkSource;
import io.deskmeter.sound.pulse.SoundCookie;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
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

    /**
     * Opens the server of a session.
     *
     * @param place whose cookie its clients show; at its socket, or at a port of the loopback if the socket's path is
     *     too long
     * @param format in which its sound is delivered
     */
    SinkSource open(SoundPlace place, SoundFormat format, SoundListener listener, Executor executor)
            throws SoundException {
        SoundCookie cookie = SoundCookie.random(random);
        try {
            cookie.write(place.cookie());
        } catch (IOException e) {
            throw new SoundException(
                    "sound server: its cookie " + place.cookie() + " cannot be written: " + FaultText.reason(e)
                            + " (expected: a new file in a folder that exists)",
                    e);
        }
        SocketAddress address = place.isShort()
                ? UnixDomainSocketAddress.of(place.socket())
                : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return open(address, cookie, format, listener, executor);
    }

    /** Opens a server at an address of this machine, for clients that show a secret that they know already. */
    SinkSource open(
            SocketAddress address, SoundCookie cookie, SoundFormat format, SoundListener listener, Executor executor)
            throws SoundException {
        return servers().open(address, SinkSettings.of(cookie).with(format), listener, executor);
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
