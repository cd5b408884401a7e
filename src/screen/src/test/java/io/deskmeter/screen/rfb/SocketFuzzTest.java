package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.handshake.SecurityType;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hostile server of {@link FuzzTest} over real sockets, a part of it behind real TLS: every session fails to begin
 * or is lost, once, and no buffer leaks.
 */
@Tag("slow")
@Timeout(120)
class SocketFuzzTest {
    private static final Logger LOG = LoggerFactory.getLogger(SocketFuzzTest.class);
    private static final long SEED = Long.getLong("fuzz.seed", 20261121);
    private static final int STREAMS = Integer.getInteger("fuzz.socket.streams", 400);

    /** The client's messages before TLS: version, security type, VeNCrypt's version and type. */
    private static final int SAID_BEFORE_TLS = 12 + 1 + 2 + 4;

    private static final RfbSettings SETTINGS = RfbSettings.defaults()
            .withLimits(new RfbLimits(64, 64 * 64, 256, 1024))
            .withTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(5))
            .withSecurity(new RfbSecurity(SecurityType.all(), Trust.any()));

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final ExecutorService serverThread = Executors.newSingleThreadExecutor();
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);

    @AfterEach
    void stop() {
        screens.close();
        executor.shutdownNow();
        serverThread.shutdownNow();
    }

    /** Receives the loss of the screen. */
    private static final class Loss implements FrameListener {
        private final CompletableFuture<ScreenException> lost = new CompletableFuture<>();
        private final AtomicInteger times = new AtomicInteger();

        @Override
        public void onFrame(FrameUpdate update) {}

        @Override
        public void onLost(ScreenException cause) {
            times.incrementAndGet();
            lost.complete(cause);
        }
    }

    @Test
    void everySessionEndsAndGivesBackWhatItTook(@TempDir Path folder) throws Exception {
        SSLContext tls = Certificates.make(folder).server();
        List<SoundStreams.Stream> sound = SoundStreams.make(120, new Random(SEED));
        Mutator mutator = new Mutator(SEED);
        int begun = 0;
        long directBefore = 0;
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            for (int round = 0; round < STREAMS; round++) {
                SoundStreams.Stream stream = sound.get(round % sound.size());
                boolean throughTls = stream.beforeTls() > 0 && round % 4 < 3;
                byte[] before = Arrays.copyOf(stream.bytes(), throughTls ? stream.beforeTls() : 0);
                byte[] damaged = mutator.mutate(
                        Arrays.copyOfRange(stream.bytes(), before.length, stream.bytes().length),
                        sound.get(mutator.next(sound.size())).bytes());
                int chunk = mutator.chunk(damaged.length);
                var served = serverThread.submit(() -> {
                    serve(server, tls, before, damaged, chunk);
                    return null;
                });
                begun += ends(round, server.getLocalPort()) ? 1 : 0;
                served.get(10, TimeUnit.SECONDS);
                if (round == STREAMS / 10) {
                    directBefore = directMemory();
                }
            }
        }
        LOG.info("{} streams through sockets, seed {}: {} sessions began", STREAMS, SEED, begun);
        assertThat(begun).isBetween(STREAMS / 10, STREAMS - 1);
        assertThat(directMemory() - directBefore).as("growth of direct memory").isLessThan(4 << 20);
        assertThat(LeakRecorder.leaksAfterCollection()).isEmpty();
    }

    private static long directMemory() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }

    /** Whether a session began; it must end immediately in either case, because its server disconnects. */
    private boolean ends(int round, int port) throws Exception {
        Loss loss = new Loss();
        RfbTarget target = RfbTarget.tcp("127.0.0.1", port).withUser("me").withPassword("secret");
        try (Screen screen = screens.connect(target, SETTINGS, loss, executor).get(10, TimeUnit.SECONDS)) {
            assertThat(loss.lost.get(10, TimeUnit.SECONDS)).hasMessageContaining("(expected: ");
            screen.close();
            assertThat(loss.times).hasValue(1);
            return true;
        } catch (ExecutionException e) {
            assertThat(e.getCause())
                    .as("round %d, seed %d", round, SEED)
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContaining("(expected: ");
            assertThat(loss.times).hasValue(0);
            return false;
        }
    }

    /** Sends its stream to one client, regardless of the replies, and disconnects. */
    private static void serve(ServerSocket server, SSLContext tls, byte[] before, byte[] damaged, int chunk)
            throws IOException {
        try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            if (before.length == 0) {
                say(socket, damaged, chunk);
                return;
            }
            say(socket, before, before.length);
            socket.getInputStream().readNBytes(SAID_BEFORE_TLS);
            try (SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, true)) {
                secured.setUseClientMode(false);
                say(secured, damaged, chunk);
            }
        } catch (IOException e) {
            return; // the client has left, which is its right
        }
    }

    private static void say(Socket socket, byte[] stream, int chunk) throws IOException {
        OutputStream out = socket.getOutputStream();
        for (int i = 0; i < stream.length; i += chunk) {
            out.write(stream, i, Math.min(chunk, stream.length - i));
        }
        socket.shutdownOutput();
        InputStream in = socket.getInputStream();
        in.transferTo(OutputStream.nullOutputStream()); // until the client leaves
    }
}
