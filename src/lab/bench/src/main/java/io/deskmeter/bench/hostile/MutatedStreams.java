package io.deskmeter.bench.hostile;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections that send something mutated, say that nothing more will come, and wait for the end. */
final class MutatedStreams {
    private static final List<StrangerKind> KINDS = List.of(StrangerKind.values());
    private static final int THREADS = 12;
    private static final int ANSWER_BYTES = 64;
    /** Longer than the controller waits for a hello message, and for a request with a login. */
    private static final int PATIENCE_MILLIS = 40_000;

    private static final int MOMENT_MILLIS = 200;

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})");
    /** Of TLS: an alert, in clear. */
    private static final int ALERT = 0x15;

    private static final Logger LOG = LoggerFactory.getLogger(MutatedStreams.class);

    private final StrangerLines lines;
    private final long seed;
    private final Map<StrangerKind, KindCounts> counts = new EnumMap<>(StrangerKind.class);

    MutatedStreams(StrangerLines lines, long seed) {
        this.lines = lines;
        this.seed = seed;
        for (StrangerKind kind : KINDS) {
            counts.put(kind, new KindCounts());
        }
    }

    /** All of them, of each kind in turn. */
    Map<StrangerKind, KindCounts> send(int streams) throws IOException, InterruptedException {
        byte[] hello = lines.hello();
        AtomicInteger next = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        for (int i = 0; i < THREADS; i++) {
            threads.execute(() -> {
                for (int number = next.getAndIncrement(); number < streams; number = next.getAndIncrement()) {
                    send(number, hello);
                }
            });
        }
        threads.shutdown();
        if (!threads.awaitTermination(1, TimeUnit.DAYS)) {
            throw new IOException("streams: not sent within a day (expected: minutes)");
        }
        return counts;
    }

    private void send(int number, byte[] hello) {
        StrangerKind kind = KINDS.get(number % KINDS.size());
        // By its number, so that a stream is the same whichever thread sends it.
        Random random = new Random(seed * 1_000_003 + number);
        byte[] bytes = kind.bytes(hello, lines.host(), random);
        KindCounts counted = counts.getOrDefault(kind, new KindCounts());
        Socket plain;
        try {
            plain = lines.connect(kind.port(), random.nextInt(StrangerLines.ADDRESSES));
        } catch (IOException e) {
            counted.count(KindCounts.UNCONNECTED);
            return;
        }
        long start = System.nanoTime();
        try (plain) {
            counted.count(outcome(kind.tls() ? lines.handshaken(kind.port(), plain) : plain, bytes));
        } catch (SocketTimeoutException e) {
            counted.count(KindCounts.OPEN);
        } catch (IOException e) {
            counted.count(KindCounts.ENDED);
        }
        counted.lasted(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }

    /**
     * Waits a moment for an answer before it says that no more will come: the controller would otherwise close without
     * one.
     */
    private static String outcome(Socket socket, byte[] bytes) throws IOException {
        byte[] begin = new byte[ANSWER_BYTES];
        int read = 0;
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            socket.setSoTimeout(MOMENT_MILLIS);
            read = socket.getInputStream().read(begin);
        } catch (SocketTimeoutException more) {
            LOG.trace("it waits for more");
        }
        socket.setSoTimeout(PATIENCE_MILLIS);
        try {
            socket.shutdownOutput();
            if (read == 0) {
                read = socket.getInputStream().read(begin);
            }
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException ended) {
            LOG.trace("reset: {}", ended.toString());
        }
        return outcome(new String(begin, 0, Math.max(0, read), StandardCharsets.ISO_8859_1));
    }

    private static String outcome(String answer) {
        Matcher status = STATUS.matcher(answer);
        if (status.lookingAt()) {
            return status.group(1);
        }
        return answer.isEmpty() || answer.charAt(0) == ALERT ? KindCounts.ENDED : KindCounts.ANSWERED;
    }
}
