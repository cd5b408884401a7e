package io.deskmeter.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.delivery.TimingSender;
import io.deskmeter.link.server.AgentLink;
import io.deskmeter.link.server.LinkServer;
import io.deskmeter.link.server.LinkServerSettings;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.link.v1.Welcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timings over a connection that breaks repeatedly: each is stored exactly once. */
class ResumeTest {
    private static final int TIMINGS = 2_000;
    private static final long SEED = 7;

    @TempDir
    Path dir;

    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final List<SpoolException> failures = new CopyOnWriteArrayList<>();

    @AfterEach
    void stopTimers() {
        timers.shutdownNow();
    }

    @Test
    void nothingIsLostAndNothingIsStoredTwice() throws Exception {
        Store store = new Store();
        Random random = new Random(SEED);
        try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), store);
                CuttingProxy line = new CuttingProxy(server.port(), () -> 200 + random.nextInt(20_000));
                TimingSpool spool = TimingSpool.open(dir);
                Agent agent = new Agent(line.port(), spool)) {
            for (int i = 1; i <= TIMINGS; i++) {
                agent.sender.offer(List.of(
                        TimingRecord.newBuilder().setRunId("r1").setSequence(i).build()));
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> agent.sender.backlog() == 0);

            assertThat(store.rows).as("seed %d", SEED).hasSize(TIMINGS);
            assertThat(server.counts().connected()).as("connections").isGreaterThan(5);
            assertThat(store.offered.get())
                    .as("some batches had to be sent twice")
                    .isGreaterThan(TIMINGS);
            assertThat(failures).isEmpty();
        }
    }

    /** The controller's handling of timings: stores by (run, session, sequence), then acknowledges. */
    private static final class Store extends RecordingController {
        private final Map<Long, TimingRecord> rows = new ConcurrentHashMap<>();
        private final AtomicInteger offered = new AtomicInteger();

        @Override
        public void received(AgentLink link, FromAgent message) {
            for (TimingRecord timing : message.getTimings().getTimingsList()) {
                offered.incrementAndGet();
                rows.putIfAbsent(timing.getSequence(), timing);
            }
            // Not sent: the link is lost, and the agent will send the batch again on the next one.
            boolean unused = link.send(FromController.newBuilder()
                    .setTimingAck(
                            TimingAck.newBuilder().setBatch(message.getTimings().getBatch()))
                    .build());
        }
    }

    /** The agent's handling of timings. */
    private final class Agent implements ControllerHandler, AutoCloseable {
        private final TimingSender sender;
        private final LinkClient client;

        private Agent(int port, TimingSpool spool) {
            client = new LinkClient(Fast.client(port), () -> Messages.hello("a1"), this, timers);
            sender = new TimingSender(spool, client::send, TimingSender.DEFAULT_WINDOW, failures::add);
            client.start();
        }

        @Override
        public void connected(Welcome welcome) {
            sender.connected();
        }

        @Override
        public void received(FromController message) {
            sender.acknowledged(message.getTimingAck());
        }

        @Override
        public void disconnected(String reason) {
            sender.disconnected();
        }

        @Override
        public void refused(String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
