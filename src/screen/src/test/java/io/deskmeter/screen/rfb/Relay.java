package io.deskmeter.screen.rfb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Passes TCP connections on to another port of this machine, until it cuts them, and counts what passes. */
final class Relay implements AutoCloseable {
    private final ServerSocket server;
    private final int to;
    private final List<Socket> sockets = new ArrayList<>();
    private int connections;
    private long fromServers;
    private boolean serversTurn;

    private Relay(int to) throws IOException {
        this.to = to;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::serve);
    }

    static Relay to(int port) throws IOException {
        return new Relay(port);
    }

    int port() {
        return server.getLocalPort();
    }

    synchronized int connections() {
        return connections;
    }

    /** How many bytes servers have sent. */
    synchronized long fromServers() {
        return fromServers;
    }

    /** Whether the last bytes came from a client: the server has something to answer. */
    synchronized boolean isServersTurn() {
        return serversTurn;
    }

    private synchronized void count(boolean fromServer, int bytes) {
        serversTurn = !fromServer;
        fromServers += fromServer ? bytes : 0;
    }

    /** Resets all connections; new ones are passed on. */
    synchronized void cut() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    private void serve() throws IOException {
        while (true) {
            Socket client = server.accept();
            Socket target = new Socket(InetAddress.getLoopbackAddress(), to);
            client.setSoLinger(true, 0); // closing resets
            target.setSoLinger(true, 0);
            synchronized (this) {
                sockets.addAll(List.of(client, target));
                connections++;
            }
            start(() -> pass(client, target, false));
            start(() -> pass(target, client, true));
        }
    }

    private void pass(Socket from, Socket to, boolean fromServer) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1 << 16];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                count(fromServer, count);
                out.write(buffer, 0, count);
            }
        }
    }

    @FunctionalInterface
    private interface Work {
        void go() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.go();
                    } catch (IOException e) {
                        return; // cut, or closed at the end of the test
                    }
                },
                "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }
}
