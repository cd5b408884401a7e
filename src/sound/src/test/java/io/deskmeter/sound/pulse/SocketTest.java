package io.deskmeter.sound.pulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.pulse.wire.Command;
import io.deskmeter.sound.pulse.wire.TagWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What only shows with real sockets. */
@Tag("slow")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SocketTest {
    private static final SoundCookie COOKIE = SoundCookie.random(new SecureRandom());
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @TempDir
    Path folder;

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final SinkServers servers = new SinkServers(System::nanoTime, InstantSource.system(), 1);
    private final Heard heard = new Heard();

    @AfterEach
    void stop() {
        servers.close();
        executor.shutdownNow();
    }

    private static Socket connect(SinkSource source) throws IOException {
        String port = source.address().substring(source.address().lastIndexOf(':') + 1);
        return new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    }

    private static byte[] command(Command command, UnaryOperator<TagWriter> fields) {
        ByteBuf frame = fields.apply(TagWriter.begin(Unpooled.buffer(), command.code(), 1))
                .frame();
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes);
        return bytes;
    }

    @Test
    void aClientThatDoesNotReadIsDisconnected() throws Exception {
        SinkSource source = servers.open(ANY_PORT, SinkSettings.of(COOKIE), heard, executor);
        try (Socket socket = connect(source)) {
            socket.getOutputStream()
                    .write(command(Command.AUTH, f -> f.index(35).bytes(COOKIE.bytes())));
            byte[] question = command(Command.GET_SINK_INFO_LIST, f -> f);
            assertThatThrownBy(() -> {
                        while (true) {
                            socket.getOutputStream().write(question);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        await().until(() -> source.counts().connected() == 0);
        assertThat(source.counts().refused()).isEqualTo(1);
    }

    @Test
    void aThousandConnectionsThatSayNothing() throws Exception {
        SinkLimits limits =
                new SinkLimits(64, 16, 16, 1 << 20, 1 << 24, 1 << 18, 1 << 16, 1 << 18, Duration.ofSeconds(2), 500);
        SinkSource source = servers.open(ANY_PORT, SinkSettings.of(COOKIE).with(limits), heard, executor);
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 1_000; i++) {
                sockets.add(connect(source));
            }
            try (Socket client = connect(source)) {
                client.getOutputStream()
                        .write(command(Command.AUTH, f -> f.index(35).bytes(COOKIE.bytes())));
                assertThat(client.getInputStream().readNBytes(35)).hasSize(35);
                await().until(() -> source.counts().refused() == 1_000);
                assertThat(source.counts().connected()).isEqualTo(1);
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Of a server that lets all of them in, which no desktop's does. */
    @Test
    void aThousandClientsThatDoNothingNeedLittleMemory() throws Exception {
        SinkLimits limits = SinkLimits.DEFAULT.withClients(1_000);
        SinkSource source = servers.open(ANY_PORT, SinkSettings.of(COOKIE).with(limits), heard, executor);
        byte[] authentication = command(Command.AUTH, f -> f.index(35).bytes(COOKIE.bytes()));
        List<Socket> sockets = new ArrayList<>();
        long before = usedMemory();
        try {
            for (int i = 0; i < 1_000; i++) {
                Socket socket = connect(source);
                sockets.add(socket);
                socket.getOutputStream().write(authentication);
                assertThat(socket.getInputStream().readNBytes(35)).hasSize(35);
            }
            assertThat(source.counts().connected()).isEqualTo(1_000);
            assertThat((usedMemory() - before) / 1_000)
                    .as("bytes for each client, and for its socket in this test")
                    .isLessThan(32 << 10);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        await().until(() -> source.counts().connected() == 0);
    }

    private static long usedMemory() {
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        ByteBufAllocatorMetricProvider buffers = (ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT;
        return heap + buffers.metric().usedDirectMemory();
    }

    @Test
    void onlyThisMachineIsListenedTo() {
        assertThatThrownBy(() ->
                        servers.open(new InetSocketAddress("0.0.0.0", 0), SinkSettings.of(COOKIE), heard, executor))
                .isInstanceOf(SoundException.class)
                .hasMessageContaining("expected: a Unix socket or an address of the loopback; hint: ");
    }

    @Test
    void anAddressInUse() throws Exception {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("native"));
        SinkSource source = servers.open(address, SinkSettings.of(COOKIE), heard, executor);
        assertThat(source.address()).isEqualTo("unix:" + folder.resolve("native"));
        assertThatThrownBy(() -> servers.open(address, SinkSettings.of(COOKIE), heard, executor))
                .isInstanceOf(SoundException.class)
                .hasMessageContaining("cannot be listened on");
    }

    @Test
    void aCookieIsForItsOwnerOnly() throws Exception {
        Path file = folder.resolve("cookie");
        COOKIE.write(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(SoundCookie.read(file).matches(COOKIE.bytes())).isTrue();
        assertThatThrownBy(() -> COOKIE.write(file)).isInstanceOf(IOException.class);
        Files.write(file, new byte[3]);
        assertThatThrownBy(() -> SoundCookie.read(file))
                .hasMessageContaining("cookie: 3 bytes in")
                .hasMessageContaining("expected: 256");
    }
}
