package io.deskmeter.bench.av.live;

import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.pulse.SinkLimits;
import io.deskmeter.sound.pulse.SinkServers;
import io.deskmeter.sound.pulse.SinkSettings;
import io.deskmeter.sound.pulse.SinkSource;
import io.deskmeter.sound.pulse.SoundCookie;
import io.deskmeter.testkit.truth.Relay;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A sound server of the agent, and players that reach it directly or through a relay. */
final class SoundServer implements AutoCloseable {
    private final Path folder;
    private final SinkServers servers = new SinkServers(System::nanoTime, InstantSource.system(), 1);
    private final SoundCookie secret = SoundCookie.random(new SecureRandom());
    private int opened;

    /** @param folder that does not exist yet */
    SoundServer(Path folder) throws IOException {
        this.folder = PrivateFolder.create(folder);
        secret.write(cookie());
    }

    private Path cookie() {
        return folder.resolve("cookie");
    }

    /** A new server with a card of its own; its players reach it directly. */
    Playing open(SoundListener listener, Executor executor) throws SoundException {
        return open(SinkLimits.DEFAULT, listener, executor);
    }

    /** The same, with limits of its own. */
    Playing open(SinkLimits limits, SoundListener listener, Executor executor) throws SoundException {
        Path socket = folder.resolve("s" + ++opened);
        SinkSource source = servers.open(
                UnixDomainSocketAddress.of(socket), SinkSettings.of(secret).with(limits), listener, executor);
        return new Playing(source, new Player("unix:" + socket, cookie(), folder), null, new StreamTap());
    }

    /** The same; its player, one at most, reaches it through a relay that delays in both directions. */
    Playing openBehind(int delayMillis, SoundListener listener, Executor executor) throws SoundException, IOException {
        Playing direct = open(listener, executor);
        Path socket = folder.resolve("r" + opened);
        Relay.Shape shape = new Relay.Shape(TimeUnit.MILLISECONDS.toNanos(delayMillis), 0, 0);
        Relay relay =
                Relay.start(socket, UnixDomainSocketAddress.of(folder.resolve("s" + opened)), shape, direct.tap());
        return new Playing(direct.source(), new Player("unix:" + socket, cookie(), folder), relay, direct.tap());
    }

    /**
     * One server that plays.
     *
     * @param tap told of nothing where there is no relay
     */
    record Playing(
            SinkSource source, Player player, @Nullable Relay relay, StreamTap tap) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            source.close();
            if (relay != null) {
                relay.close();
            }
        }
    }

    @Override
    public void close() {
        servers.close();
    }
}
