package io.deskmeter.link.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.StoreSpools;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reproducer: an agent that was pointed at another controller sent it what it had for the first one, which was
 * acknowledged and dropped.
 */
class StoreTimingQueueTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final List<String> sent = new ArrayList<>();

    private boolean send(FromAgent message) {
        message.getTimings()
                .getTimingsList()
                .forEach(timing -> sent.add(message.getTimings().getBatch() + ":" + timing.getRunId()));
        return true;
    }

    private StoreTimingQueue senders(StoreSpools spools) {
        return new StoreTimingQueue(spools, this::send, failure -> {
            throw new AssertionError(failure);
        });
    }

    private static List<TimingRecord> timing(String run) {
        return List.of(TimingRecord.newBuilder().setRunId(run).build());
    }

    private static TimingAck ack(long batch) {
        return TimingAck.newBuilder().setBatch(batch).build();
    }

    @Test
    void whatIsForOneControllerWaitsForItAndIsNotSentToAnother() throws SpoolException {
        try (StoreSpools spools = StoreSpools.open(folder)) {
            StoreTimingQueue first = senders(spools);
            first.connected("store-1");
            first.begins("run-1");
            first.keep(timing("run-1"), List.of());
            assertThat(sent).containsExactly("1:run-1");
            first.disconnected();
        }
        sent.clear();
        try (StoreSpools spools = StoreSpools.open(folder)) {
            StoreTimingQueue again = senders(spools);
            again.connected("store-2");
            assertThat(sent).isEmpty();
            assertThat(again.backlog()).isZero();
            assertThat(again.backlogOfOthers()).isEqualTo(1);
            again.begins("run-2");
            again.keep(timing("run-2"), List.of());
            assertThat(sent).containsExactly("1:run-2");
            again.acknowledged(ack(1));
            again.disconnected();
            sent.clear();
            again.connected("store-1");
            assertThat(sent).containsExactly("1:run-1");
            again.acknowledged(ack(1));
            assertThat(again.backlog() + again.backlogOfOthers()).isZero();
        }
    }

    /** The controller at an address was replaced by another one in the middle of a run. */
    @Test
    void whatIsMeasuredInARunIsForTheControllerThatBeganIt() throws SpoolException {
        try (StoreSpools spools = StoreSpools.open(folder)) {
            StoreTimingQueue senders = senders(spools);
            senders.connected("store-1");
            senders.begins("run-1");
            senders.disconnected();
            senders.connected("store-2");
            senders.keep(timing("run-1"), List.of());
            assertThat(sent).isEmpty();
            assertThat(senders.backlogOfOthers()).isEqualTo(1);
            senders.disconnected();
            senders.connected("store-1");
            assertThat(sent).containsExactly("1:run-1");
        }
    }

    /** One that an earlier version has left is for the first controller that tells which store it has. */
    @Test
    void whatAnEarlierVersionKeptIsDelivered() throws SpoolException {
        try (TimingSpool earlier = TimingSpool.open(folder)) {
            earlier.append(timing("run-0"));
            earlier.append(timing("run-1"));
            earlier.acknowledge(1);
        }
        try (StoreSpools spools = StoreSpools.open(folder)) {
            StoreTimingQueue senders = senders(spools);
            senders.connected("");
            assertThat(sent).containsExactly("2:run-1");
            senders.disconnected();
        }
        sent.clear();
        try (StoreSpools spools = StoreSpools.open(folder)) {
            StoreTimingQueue senders = senders(spools);
            senders.connected("store-1");
            assertThat(sent).containsExactly("2:run-1");
            senders.acknowledged(ack(2));
            senders.disconnected();
            senders.connected("store-2");
            assertThat(sent).hasSize(1);
        }
    }
}
