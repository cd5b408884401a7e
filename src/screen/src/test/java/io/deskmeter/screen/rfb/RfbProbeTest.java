package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Screen;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Probes over a real socket, with a server that plays scripts. */
@Timeout(120)
class RfbProbeTest {
    private static final String ASK_CHANGES = "03 01 0000 0000 0002 0001";
    private static final String ASK_BLOCK = "03 00 0000 0000 0002 0001";
    private static final String OTHER = "00 00 0001 0001 0000 0001 0001 00000000 01000000";
    private static final String BLOCK = "00 00 0001 0000 0000 0002 0001 00000000 33221100 01000000";

    /** Only what never happens takes that long, on a busy machine too. */
    private static final long SECONDS = 60;

    private final AtomicLong clock = new AtomicLong();
    private final ExecutorService executor = Executors.newFixedThreadPool(3);
    private final RfbScreens screens = new RfbScreens(clock::incrementAndGet, 1);
    private final Recorder recorder = new Recorder();

    @AfterEach
    void stop() {
        screens.close();
        executor.shutdownNow();
    }

    private Screen connect(ScriptedServer server) throws Exception {
        Screen screen = screens.connect(server.target(), RfbSettings.defaults(), recorder, executor)
                .get(SECONDS, TimeUnit.SECONDS);
        await().atMost(SECONDS, TimeUnit.SECONDS).until(() -> !recorder.seen().isEmpty());
        return screen;
    }

    /** What the listener hears and what a probe says come in the order in which the server said it. */
    @Test
    void theAnswerComesAfterTheFramesBeforeItAndBeforeThoseThatFollow() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch waitedFor = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            peer.begin();
            peer.say(ScriptedServer.WHOLE_2X1);
            peer.expect(ASK_CHANGES + ASK_BLOCK);
            // Once the test waits for the answer: else what is noted of it runs later, on the test's thread.
            waitedFor.await();
            peer.say(OTHER + BLOCK + OTHER);
            peer.awaitEnd();
        })) {
            Screen screen = connect(server);
            long before = clock.incrementAndGet();
            CompletableFuture<ProbeAnswer> probe = screen.probe();
            CompletableFuture<Void> noted = probe.thenAccept(
                    answer -> order.add("answer after " + recorder.seen().size()));
            waitedFor.countDown();
            noted.get(SECONDS, TimeUnit.SECONDS);
            await().atMost(SECONDS, TimeUnit.SECONDS)
                    .until(() -> recorder.seen().size() == 3);

            ProbeAnswer answer = probe.get();
            assertThat(answer.kind()).isEqualTo(ProbeAnswer.Kind.UNCHANGED);
            assertThat(answer.sentAt()).isGreaterThan(before);
            assertThat(order).containsExactly("answer after 2");
            screen.close();
            server.awaitPlayed();
        }
    }

    @Test
    void aServerThatNeverAnswersIsNotLostAndItsFramesGoOn() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            peer.begin();
            peer.say(ScriptedServer.WHOLE_2X1);
            peer.expect(ASK_CHANGES + ASK_BLOCK);
            asked.countDown();
            peer.say(OTHER);
            peer.awaitEnd();
        })) {
            Screen screen = connect(server);
            CompletableFuture<ProbeAnswer> probe = screen.probe();
            assertThat(asked.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            await().atMost(SECONDS, TimeUnit.SECONDS)
                    .until(() -> recorder.seen().size() == 2);
            assertThat(probe).isNotDone();
            assertThat(screen.probe().get(SECONDS, TimeUnit.SECONDS).kind())
                    .as("a second request before the answer to the first")
                    .isEqualTo(ProbeAnswer.Kind.NOT_ASKED);
            assertThat(recorder.losses()).isEmpty();
            screen.close();
            assertThat(probe.get(SECONDS, TimeUnit.SECONDS).kind()).isEqualTo(ProbeAnswer.Kind.NOT_ASKED);
            server.awaitPlayed();
        }
    }

    @Test
    void aScreenThatIsClosedAnswersNothing() throws Exception {
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            peer.begin();
            peer.say(ScriptedServer.WHOLE_2X1);
            peer.awaitEnd();
        })) {
            Screen screen = connect(server);
            screen.close();
            assertThat(screen.probe().get(SECONDS, TimeUnit.SECONDS)).isEqualTo(ProbeAnswer.unsupported());
        }
    }
}
