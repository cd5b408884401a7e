package io.deskmeter.testkit.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class RelayTest {
    @TempDir
    Path folder;

    @Test
    void delaysBytesInBothDirectionsAndRecordsWhenTheyArrived() throws Exception {
        UnixDomainSocketAddress behind = UnixDomainSocketAddress.of(folder.resolve("server"));
        Path socket = folder.resolve("relay");
        long delay = TimeUnit.MILLISECONDS.toNanos(20);
        try (ServerSocketChannel listening =
                        ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(behind);
                Relay relay = Relay.start(socket, behind, new Relay.Shape(delay, delay / 2, 0));
                SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                SocketChannel server = listening.accept()) {
            long asked = System.nanoTime();
            client.write(ByteBuffer.wrap(new byte[] {1}));
            assertThat(read(server, 1).get(0)).isEqualTo((byte) 1);
            long heard = System.nanoTime();
            assertThat(heard - asked).isGreaterThanOrEqualTo(delay);

            server.write(ByteBuffer.wrap(new byte[] {2, 3, 4}));
            assertThat(read(client, 3).get(2)).isEqualTo((byte) 4);
            long seen = System.nanoTime();
            Relay.Arrival arrival = relay.arrival(3);
            assertThat(arrival.from()).isBetween(heard + delay, seen);
            assertThat(arrival.by()).isGreaterThan(arrival.from());
            // The first two of the three arrived with the third, or before it.
            assertThat(relay.arrival(2).from()).isLessThanOrEqualTo(arrival.from());
        }
    }

    @Test
    void delaysEachOfSeveralClientsOnAPort() throws Exception {
        long delay = TimeUnit.MILLISECONDS.toNanos(20);
        try (ServerSocketChannel listening =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                Relay relay = Relay.startOnPort(listening.getLocalAddress(), new Relay.Shape(delay, 0, 0))) {
            for (byte number = 1; number <= 2; number++) {
                InetSocketAddress at = new InetSocketAddress(InetAddress.getLoopbackAddress(), relay.port());
                try (SocketChannel client = SocketChannel.open(at);
                        SocketChannel server = listening.accept()) {
                    long asked = System.nanoTime();
                    client.write(ByteBuffer.wrap(new byte[] {number}));
                    assertThat(read(server, 1).get(0)).isEqualTo(number);
                    assertThat(System.nanoTime() - asked).isGreaterThanOrEqualTo(delay);
                }
            }
        }
    }

    @Test
    void aStallHoldsWhatTheServerSendsAndLosesNothing() throws Exception {
        try (ServerSocketChannel listening =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                Relay relay = Relay.startOnPort(listening.getLocalAddress(), Relay.Shape.none());
                SocketChannel client =
                        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), relay.port()));
                SocketChannel server = listening.accept()) {
            Duration stall = Duration.ofMillis(150);
            long from = System.nanoTime();
            relay.stall(stall);
            server.write(ByteBuffer.wrap(new byte[] {7}));
            client.write(ByteBuffer.wrap(new byte[] {8}));
            assertThat(read(server, 1).get(0)).isEqualTo((byte) 8);
            server.write(ByteBuffer.wrap(new byte[] {9}));
            ByteBuffer held = read(client, 2);
            assertThat(System.nanoTime() - from).isGreaterThanOrEqualTo(stall.toNanos());
            assertThat(held.get(0)).isEqualTo((byte) 7);
            assertThat(held.get(1)).isEqualTo((byte) 9);
        }
    }

    private static ByteBuffer read(SocketChannel from, int count) throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            assertThat(from.read(bytes)).isPositive();
        }
        return bytes;
    }
}
