package io.deskmeter.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** A proxy that forwards bytes and cuts each connection after a given number of bytes, counted over both directions. */
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean dead;
    private final int target;
    private final IntSupplier bytesToLive;

    CuttingProxy(int target, IntSupplier bytesToLive) throws IOException {
        this.target = target;
        this.bytesToLive = bytesToLive;
        threads.execute(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        try {
            while (!dead) {
                Socket in = listening.accept();
                Socket out = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(in);
                sockets.add(out);
                AtomicInteger left = new AtomicInteger(bytesToLive.getAsInt());
                threads.execute(() -> forward(in, out, left));
                threads.execute(() -> forward(out, in, left));
            }
        } catch (IOException e) {
            // Closed, or no listener: in both cases the connection is broken.
            dead = true;
        }
    }

    private void forward(Socket from, Socket to, AtomicInteger left) {
        byte[] buffer = new byte[64];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
                int rest = left.addAndGet(-n);
                out.write(buffer, 0, Math.max(0, Math.min(n, n + rest)));
                if (rest <= 0) {
                    break;
                }
            }
        } catch (IOException e) {
            // The other direction was cut first: both sockets are closed either way.
            left.set(0);
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        dead = true;
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdown();
        if (!threads.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IOException("the proxy's threads do not end");
        }
    }
}
