package io.deskmeter.agent.desktop;

import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.sound.pulse.SinkSource;
import io.deskmeter.sound.pulse.SoundCookie;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The sound server of one session: it is opened when somebody listens, once, and closed with the session. Thread-safe.
 */
final class SessionSound implements AutoCloseable {
    private final SessionSounds servers;
    private final SoundPlace place;
    private final String session;
    private @Nullable SoundSource source;
    private Map<String, String> environment = Map.of();
    private boolean closed;

    /** @param session for messages */
    SessionSound(SessionSounds servers, SoundPlace place, String session) {
        this.servers = servers;
        this.place = place;
        this.session = session;
    }

    /** At the session's place, which {@link #environment} names then. */
    synchronized SoundSource listen(SoundFormat format, SoundListener listener, Executor executor)
            throws SoundException {
        requireUnheard();
        SinkSource opened = servers.open(place, format, listener, executor);
        source = opened;
        environment = place.environment(opened.address());
        return opened;
    }

    /** At a port of this machine, for clients elsewhere that know the secret. */
    synchronized SoundSource listen(
            int port, SoundCookie cookie, SoundFormat format, SoundListener listener, Executor executor)
            throws SoundException {
        requireUnheard();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        SoundSource opened = servers.open(address, cookie, format, listener, executor);
        source = opened;
        return opened;
    }

    private void requireUnheard() throws SoundException {
        if (closed || source != null) {
            throw new SoundException("sound of " + session + ": "
                    + (closed ? "the session is closed (expected: open)" : "is heard already (expected: once)"));
        }
    }

    /** What programs of this machine need to play to it; empty while nobody listens. */
    synchronized Map<String, String> environment() {
        return environment;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (source != null) {
            source.close();
        }
    }
}
