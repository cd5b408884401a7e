package io.deskmeter.bench.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
@SuppressWarnings("NullAway.Init") // begin() makes them
class BreakableProxyTest {
    private ServerSocket echo;
    private BreakableProxy line;

    @BeforeEach
    void begin() throws IOException {
        echo = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread serving = new Thread(this::serve);
        serving.setDaemon(true);
        serving.start();
        line = BreakableProxy.to((InetSocketAddress) echo.getLocalSocketAddress());
    }

    @AfterEach
    void end() throws IOException {
        line.close();
        echo.close();
    }

    private void serve() {
        while (!echo.isClosed()) {
            try (Socket socket = echo.accept()) {
                socket.getInputStream().transferTo(socket.getOutputStream());
            } catch (IOException cut) {
                // The next one arrives.
            }
        }
    }

    private Socket dial() throws IOException {
        return new Socket(line.address().getAddress(), line.address().getPort());
    }

    private static int ask(Socket socket, int question) throws IOException {
        socket.getOutputStream().write(question);
        return answer(socket);
    }

    /** −1 if the connection has ended in any way. */
    private static int answer(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read();
        } catch (SocketException reset) {
            return -1;
        }
    }

    @Test
    void bytesPassUntilItIsCutAndAgainOnANewConnection() throws IOException {
        try (Socket first = dial()) {
            assertThat(ask(first, 7)).isEqualTo(7);
            line.cut();
            assertThat(answer(first)).isEqualTo(-1);
        }
        try (Socket second = dial()) {
            assertThat(ask(second, 8)).isEqualTo(8);
        }
        assertThat(line.cuts()).isEqualTo(1);
    }

    @Test
    void noConnectionIsServedWhileItIsDown() throws IOException {
        line.down(true);
        try (Socket refused = dial()) {
            assertThat(answer(refused)).isEqualTo(-1);
        }
        line.down(false);
        try (Socket through = dial()) {
            assertThat(ask(through, 9)).isEqualTo(9);
        }
    }

    @Test
    void holdsOneDirectionUntilItIsLetGo() throws IOException {
        try (Socket socket = dial()) {
            assertThat(ask(socket, 1)).isEqualTo(1);
            line.hold(BreakableProxy.Direction.FROM_TARGET, true);
            socket.setSoTimeout(300);
            socket.getOutputStream().write(2);
            assertThatThrownBy(() -> answer(socket)).isInstanceOf(SocketTimeoutException.class);
            line.hold(BreakableProxy.Direction.FROM_TARGET, false);
            socket.setSoTimeout(10_000);
            assertThat(answer(socket)).isEqualTo(2);
        }
    }

    @Test
    void endsAConnectionThatItHolds() throws IOException {
        try (Socket socket = dial()) {
            assertThat(ask(socket, 1)).isEqualTo(1);
            line.hold(BreakableProxy.Direction.TO_TARGET, true);
            socket.getOutputStream().write(2);
            line.cut();
            assertThat(answer(socket)).isEqualTo(-1);
        }
    }

    @Test
    void sendsNoFasterThanItsLimit() throws IOException {
        line.limit(1000);
        try (Socket socket = dial()) {
            long start = System.nanoTime();
            socket.getOutputStream().write(new byte[400]);
            socket.getInputStream().readNBytes(400);
            // 400 bytes of 1,000 a second; it may only be slower.
            assertThat(System.nanoTime() - start).isGreaterThan(350_000_000L);
        }
    }
}
