package io.deskmeter.link.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingRecord;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimingSenderTest {
    @TempDir
    Path dir;

    private final List<Long> sent = new ArrayList<>();
    private final List<SpoolException> failures = new ArrayList<>();
    private boolean linkTakes = true;
    private TimingSpool spool;
    private TimingSender sender;

    @BeforeEach
    void open() throws SpoolException {
        spool = TimingSpool.open(dir);
        sender = new TimingSender(spool, this::send, 3, failures::add);
    }

    @AfterEach
    void close() throws SpoolException {
        spool.close();
        assertThat(failures).isEmpty();
    }

    @Test
    void nothingIsSentBeforeTheLinkIsEstablished() throws SpoolException {
        offer(2);
        assertThat(sent).isEmpty();
        sender.connected();
        assertThat(sent).containsExactly(1L, 2L);
    }

    @Test
    void noMoreThanTheWindowIsUnacknowledged() throws SpoolException {
        sender.connected();
        offer(5);
        assertThat(sent).containsExactly(1L, 2L, 3L);
        acknowledge(1);
        assertThat(sent).containsExactly(1L, 2L, 3L, 4L);
        acknowledge(4);
        assertThat(sent).containsExactly(1L, 2L, 3L, 4L, 5L);
        acknowledge(5);
        assertThat(sender.backlog()).isZero();
    }

    @Test
    void samplesTravelAsTimingsDo() throws SpoolException {
        sender.connected();
        sender.offer(List.of(), List.of(SampleRecord.getDefaultInstance()));
        assertThat(sent).containsExactly(1L);
        assertThat(sender.backlog()).isEqualTo(1);
        acknowledge(1);
        assertThat(sender.backlog()).isZero();
    }

    @Test
    void afterAReconnectionTheUnacknowledgedGoAgain() throws SpoolException {
        sender.connected();
        offer(3);
        acknowledge(1);
        sender.disconnected();
        offer(1);
        sent.clear();
        sender.connected();
        assertThat(sent).containsExactly(2L, 3L, 4L);
    }

    /** Else the caller would report timings as lost that are sent as soon as the spool can be read. */
    @Test
    void storedTimingsAreNotRefusedBecauseOfUnreadableOnes() throws Exception {
        offer(2);
        try (Stream<Path> files = Files.list(dir)) {
            Path segment = files.filter(file ->
                            Files.isRegularFile(file) && !file.toString().endsWith("lock"))
                    .findFirst()
                    .orElseThrow();
            try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
        }
        sender.connected();
        assertThat(failures).hasSize(1);

        long batch = sender.offer(List.of(TimingRecord.getDefaultInstance()));

        assertThat(batch).isEqualTo(3);
        assertThat(failures).hasSize(1);
        assertThat(sent).as("the first two as damaged").containsExactly(1L, 2L, 3L);
        failures.clear();
    }

    @Test
    void afterAFailedSendNothingIsSentUntilTheNextConnection() throws SpoolException {
        sender.connected();
        linkTakes = false;
        offer(1);
        linkTakes = true;
        offer(1);
        assertThat(sent).isEmpty();
        sender.connected();
        assertThat(sent).containsExactly(1L, 2L);
    }

    @Test
    void anAcknowledgementOfAnUnsentBatchIsIgnored() throws SpoolException {
        sender.connected();
        offer(4);
        acknowledge(4);
        assertThat(sender.backlog()).isEqualTo(4);
        assertThat(sent).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aRestartedAgentSendsTheRemainingBatches() throws SpoolException {
        sender.connected();
        offer(3);
        acknowledge(1);
        spool.close();
        sent.clear();
        open();
        sender.connected();
        assertThat(sent).containsExactly(2L, 3L);
    }

    private boolean send(FromAgent message) {
        if (linkTakes) {
            sent.add(message.getTimings().getBatch());
        }
        return linkTakes;
    }

    private void offer(int batches) throws SpoolException {
        for (int i = 0; i < batches; i++) {
            sender.offer(List.of(TimingRecord.newBuilder().setSequence(i).build()));
        }
    }

    private void acknowledge(long batch) {
        sender.acknowledged(TimingAck.newBuilder().setBatch(batch).build());
    }
}
