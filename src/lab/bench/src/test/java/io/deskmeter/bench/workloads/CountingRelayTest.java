package io.deskmeter.bench.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CountingRelayTest {
    private static final int ANSWER = 300_000;

    private Path folder;

    @BeforeEach
    void create() throws Exception {
        folder = Files.createTempDirectory("dm-");
    }

    @AfterEach
    void remove() throws Exception {
        Files.deleteIfExists(folder.resolve("server"));
        Files.delete(folder);
    }

    @Test
    void what_the_server_says_arrives_and_is_counted_and_what_the_client_says_arrives() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(folder.resolve("server")));
            CompletableFuture<Integer> heard = CompletableFuture.supplyAsync(() -> answer(server));
            try (CountingRelay relay = CountingRelay.open(folder.resolve("relay"), folder.resolve("server"));
                    SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(relay.socket()))) {
                client.write(ByteBuffer.wrap(new byte[] {42}));
                InputStream in = Channels.newInputStream(client);

                assertThat(in.readAllBytes()).hasSize(ANSWER).containsOnly(7);
                assertThat(heard.get()).isEqualTo(42);
                assertThat(relay.bytesFromServer()).isEqualTo(ANSWER);
            }
            assertThat(folder.resolve("relay")).doesNotExist();
        }
    }

    private static int answer(ServerSocketChannel server) {
        try (SocketChannel client = server.accept()) {
            ByteBuffer heard = ByteBuffer.allocate(1);
            client.read(heard);
            byte[] answer = new byte[ANSWER];
            Arrays.fill(answer, (byte) 7);
            for (ByteBuffer left = ByteBuffer.wrap(answer); left.hasRemaining(); ) {
                client.write(left);
            }
            return heard.get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
