package io.deskmeter.agent.client.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.delivery.TimingSender;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.testsupport.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimingDrainTest {
    @TempDir
    private Path folder;

    private final VirtualTime time = new VirtualTime();
    private final List<FromAgent> sent = new ArrayList<>();
    private final List<Duration> done = new ArrayList<>();
    private TimingSpool spool;
    private TimingSender sender;
    private TimingDrain lastTimings;

    @BeforeEach
    void open() throws Exception {
        spool = TimingSpool.open(folder);
        sender = new TimingSender(spool, sent::add, 8, failure -> {
            throw new AssertionError(failure);
        });
        sender.connected();
        Outbox outbox = new Outbox(sent::add, sender, time.ticker(), time);
        lastTimings = new TimingDrain(outbox, time::nanoTime, time, time);
    }

    @AfterEach
    void close() throws Exception {
        spool.close();
    }

    private void then() {
        lastTimings.then(() -> done.add(Duration.ofNanos(time.nanoTime())));
    }

    @Test
    void withoutUnacknowledgedTimingsThereIsNoWait() {
        then();
        assertThat(done).containsExactly(Duration.ZERO);
    }

    @Test
    void theTaskRunsOnceTheyAreAcknowledged() throws Exception {
        sender.offer(List.of(TimingRecord.getDefaultInstance()));
        then();
        time.advance(Duration.ofSeconds(1));
        assertThat(done).isEmpty();
        sender.acknowledged(TimingAck.newBuilder()
                .setBatch(sent.get(0).getTimings().getBatch())
                .build());
        time.advance(Duration.ofSeconds(10));
        assertThat(done).containsExactly(Duration.ofMillis(1050));
    }

    @Test
    void withoutAnAcknowledgementTheTaskRunsAfterFiveSeconds() throws Exception {
        sender.offer(List.of(TimingRecord.getDefaultInstance()));
        then();
        time.advance(Duration.ofMinutes(1));
        assertThat(done).containsExactly(Duration.ofSeconds(5));
    }
}
