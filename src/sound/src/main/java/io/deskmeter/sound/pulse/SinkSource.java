package io.deskmeter.sound.pulse;

import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundSource;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sound of the programs that play to one sound server. Opened by {@link SinkServers}. Thread-safe. */
public final class SinkSource implements SoundSource {
    private static final Logger LOG = LoggerFactory.getLogger(SinkSource.class);

    private final Channel listening;
    private final EventLoop loop;
    private final Sink sink;
    private final BlockQueue blocks;
    private final Consumer<SinkSource> onClosed;
    private volatile boolean closed;

    SinkSource(Channel listening, EventLoop loop, Sink sink, BlockQueue blocks, Consumer<SinkSource> onClosed) {
        this.listening = listening;
        this.loop = loop;
        this.sink = sink;
        this.blocks = blocks;
        this.onClosed = onClosed;
        listening.closeFuture().addListener(done -> lost());
    }

    @Override
    public SoundFormat format() {
        return sink.settings().format();
    }

    /** Where programs find the server: what they need as {@code PULSE_SERVER}. */
    public String address() {
        SocketAddress address = listening.localAddress();
        if (address instanceof UnixDomainSocketAddress unix) {
            return "unix:" + unix.getPath().toAbsolutePath();
        }
        InetSocketAddress inet = (InetSocketAddress) address;
        String host = inet.getAddress().getHostAddress();
        return "tcp:" + (host.contains(":") ? "[" + host + "]" : host) + ":" + inet.getPort();
    }

    /** The counts so far. */
    public SinkCounts counts() {
        return sink.counters().snapshot();
    }

    @Override
    public long lostBlocks() {
        return counts().lostBlocks();
    }

    @Override
    public String whySilent() {
        return sink.counters().whySilent();
    }

    private void lost() {
        if (!closed) {
            blocks.lose(new SoundException("sound server: " + address()
                    + " was closed by the system (expected: open until it is closed by its user)"));
            stop();
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // its end is reported by the channel's own future
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        blocks.end();
        listening.close();
        stop();
        if (listening.localAddress() instanceof UnixDomainSocketAddress unix) {
            try {
                Files.deleteIfExists(unix.getPath());
            } catch (IOException e) {
                LOG.warn("socket of a sound server: {} cannot be deleted: {}", unix.getPath(), e.getMessage());
            }
        }
        onClosed.accept(this);
    }

    private void stop() {
        try {
            loop.execute(sink::close);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loop has ended, and all connections with it");
        }
    }

    /** For tests: closes it as a system does. */
    Channel listening() {
        return listening;
    }
}
