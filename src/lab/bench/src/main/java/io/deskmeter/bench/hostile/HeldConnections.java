package io.deskmeter.bench.hostile;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Connections that say nothing, or not enough, and stay. */
final class HeldConnections {
    private static final List<HeldKind> KINDS = List.of(HeldKind.values());
    private static final int THREADS = 12;
    private static final int LOOK_MILLIS = 1;

    private final StrangerLines lines;
    private final long seed;
    private final Map<HeldKind, KindCounts> counts = new EnumMap<>(HeldKind.class);
    private final Queue<Held> held = new ConcurrentLinkedQueue<>();
    private final Queue<Held> slow = new ConcurrentLinkedQueue<>();

    private record Held(HeldKind kind, Socket socket) {}

    HeldConnections(StrangerLines lines, long seed) {
        this.lines = lines;
        this.seed = seed;
        for (HeldKind kind : KINDS) {
            counts.put(kind, new KindCounts());
        }
    }

    /** Opens them, and looks what the controller has left open so long after the last one. */
    Map<HeldKind, KindCounts> hold(int connections, Duration time) throws IOException, InterruptedException {
        byte[] hello = lines.hello();
        AtomicInteger next = new AtomicInteger();
        ScheduledExecutorService second = Executors.newSingleThreadScheduledExecutor();
        var unused = second.scheduleWithFixedDelay(this::oneByte, 1, 1, TimeUnit.SECONDS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        for (int i = 0; i < THREADS; i++) {
            threads.execute(() -> {
                for (int number = next.getAndIncrement(); number < connections; number = next.getAndIncrement()) {
                    open(number, hello);
                }
            });
        }
        threads.shutdown();
        if (!threads.awaitTermination(1, TimeUnit.DAYS)) {
            throw new IOException("connections: not open within a day (expected: minutes)");
        }
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        second.shutdownNow();
        look();
        return counts;
    }

    private void open(int number, byte[] hello) {
        HeldKind kind = KINDS.get(number % KINDS.size());
        Random random = new Random(seed * 1_000_003 + number);
        KindCounts counted = counts.getOrDefault(kind, new KindCounts());
        Socket plain;
        try {
            plain = lines.connect(kind.port(), random.nextInt(StrangerLines.ADDRESSES));
        } catch (IOException e) {
            counted.count(KindCounts.UNCONNECTED);
            return;
        }
        Held one = new Held(kind, plain);
        try {
            Socket socket = kind.tls() ? lines.handshaken(kind.port(), plain) : plain;
            one = new Held(kind, socket);
            socket.getOutputStream().write(kind.begin(hello, lines.host(), random));
            socket.getOutputStream().flush();
        } catch (IOException e) {
            // It is found closed in the end.
            one = new Held(kind, plain);
        }
        held.add(one);
        if (kind.slow()) {
            slow.add(one);
        }
    }

    private void oneByte() {
        List<Held> gone = new ArrayList<>();
        for (Held one : slow) {
            try {
                one.socket().getOutputStream().write('x');
                one.socket().getOutputStream().flush();
            } catch (IOException e) {
                gone.add(one);
            }
        }
        slow.removeAll(gone);
    }

    private void look() throws IOException {
        for (Held one : held) {
            try (Socket socket = one.socket()) {
                counts.getOrDefault(one.kind(), new KindCounts()).count(state(socket));
            }
        }
    }

    private static String state(Socket socket) {
        boolean answered = false;
        try {
            socket.setSoTimeout(LOOK_MILLIS);
            byte[] bytes = new byte[4_096];
            for (int read = socket.getInputStream().read(bytes);
                    read >= 0;
                    read = socket.getInputStream().read(bytes)) {
                answered = true;
            }
            return answered ? KindCounts.ANSWERED : KindCounts.ENDED;
        } catch (SocketTimeoutException e) {
            return KindCounts.OPEN;
        } catch (IOException e) {
            return answered ? KindCounts.ANSWERED : KindCounts.ENDED;
        }
    }
}
