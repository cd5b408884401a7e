package io.deskmeter.agent.check;

import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.Seat;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** All that can be known of a host that any client program may show: whether somebody takes connections there. */
final class KnockLook implements SeatLook {
    private static final Duration WITHIN = Duration.ofSeconds(5);
    private static final int AT_A_TIME = 16;

    private final ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME, task -> {
        Thread thread = new Thread(task, "check");
        thread.setDaemon(true);
        return thread;
    });

    @Override
    public CompletableFuture<List<CheckFinding>> look(Seat seat) {
        return CompletableFuture.supplyAsync(
                () -> RdpHello.knock(seat.getHost(), seat.getPort(), WITHIN).stream()
                        .map(why -> Told.error(
                                "target reach",
                                SeatLook.host(seat),
                                why,
                                "a server that accepts connections",
                                "is it running, is the port right, does a firewall block it?"))
                        .toList(),
                threads);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
