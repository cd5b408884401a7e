package io.deskmeter.screen.rfb;

import io.deskmeter.screen.rfb.wire.Hex;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server over a real socket that plays a script to its one client, or a script to each of several, one after the
 * other.
 */
final class ScriptedServer implements AutoCloseable {
    static final String V3_8 = "524642203030332E3030380A";
    /** Greeting to ServerInit without security, for a desktop of 2×1 pixels. */
    static final String NO_SECURITY = "01 01";

    static final String INIT_2X1 = "0002 0001 20180001 00FF00FF00FF 100800 000000 00000001 61";
    static final String WHOLE_2X1 = "00 00 0001 0000 0000 0002 0001 00000000 33221100 66554400";

    /** What the server does once a client has connected. */
    @FunctionalInterface
    interface Script {
        void play(Peer peer) throws Exception;
    }

    /** The server's view of the client. */
    record Peer(SocketChannel socket) {
        void say(String hex) throws IOException {
            say(Hex.bytes(hex));
        }

        void say(byte[] message) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(message);
            while (bytes.hasRemaining()) {
                socket.write(bytes);
            }
        }

        String hear(int count) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(count);
            while (bytes.hasRemaining()) {
                if (socket.read(bytes) < 0) {
                    throw new EOFException(
                            "the client disconnected after " + bytes.position() + " of " + count + " bytes");
                }
            }
            return HexFormat.of().formatHex(bytes.array());
        }

        void expect(String hex) throws IOException {
            String heard = hear(Hex.bytes(hex).length);
            if (!heard.equalsIgnoreCase(Hex.plain(hex))) {
                throw new AssertionError("heard " + heard + " (expected: " + hex + ")");
            }
        }

        /** Plays the handshake of 3.8 without security, and reads the client's settings and requests. */
        void begin() throws IOException {
            begin("a");
        }

        /** The handshake with a name for the desktop, of ASCII characters. */
        void begin(String desktop) throws IOException {
            say(V3_8);
            expect(V3_8);
            say(NO_SECURITY);
            expect("01");
            say("00000000");
            expect("01");
            say(INIT_2X1.substring(0, INIT_2X1.length() - "00000001 61".length())
                    + String.format(Locale.ROOT, "%08X", desktop.length())
                    + HexFormat.of().formatHex(desktop.getBytes(StandardCharsets.US_ASCII)));
            hear(20);
            int encodings = Integer.parseInt(hear(4).substring(4), 16);
            hear(4 * encodings);
            expect("05 00 0001 0000"); // the pointer, in the middle
            expect("03 00 0000 0000 0002 0001");
        }

        /** Reads until the client has disconnected. */
        void awaitEnd() throws IOException {
            ByteBuffer rest = ByteBuffer.allocate(1024);
            try {
                while (socket.read(rest.clear()) >= 0) {}
            } catch (IOException e) {
                return; // reset: gone as well
            }
        }
    }

    private final ServerSocketChannel server;
    private final AtomicInteger connections = new AtomicInteger();
    private final CompletableFuture<Void> played = new CompletableFuture<>();

    private ScriptedServer(SocketAddress address, List<Script> scripts) throws IOException {
        boolean unix = address instanceof UnixDomainSocketAddress;
        server = unix ? ServerSocketChannel.open(StandardProtocolFamily.UNIX) : ServerSocketChannel.open();
        server.bind(address);
        Thread thread = new Thread(() -> serve(scripts), "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    static ScriptedServer tcp(Script... scripts) throws IOException {
        return new ScriptedServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of(scripts));
    }

    static ScriptedServer unix(Path path, Script script) throws IOException {
        return new ScriptedServer(UnixDomainSocketAddress.of(path), List.of(script));
    }

    private void serve(List<Script> scripts) {
        for (Script script : scripts) {
            try (SocketChannel socket = server.accept()) {
                connections.incrementAndGet();
                script.play(new Peer(socket));
            } catch (Exception | AssertionError e) {
                played.completeExceptionally(e);
            }
        }
        played.complete(null);
    }

    /** How many clients have connected. */
    int connections() {
        return connections.get();
    }

    RfbTarget target() throws IOException {
        SocketAddress address = server.getLocalAddress();
        return address instanceof InetSocketAddress inet
                ? RfbTarget.tcp("127.0.0.1", inet.getPort())
                : new RfbTarget(address, null, null);
    }

    /** Waits for the end of the script and fails if it failed. */
    void awaitPlayed() throws InterruptedException, ExecutionException, TimeoutException {
        played.get(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
