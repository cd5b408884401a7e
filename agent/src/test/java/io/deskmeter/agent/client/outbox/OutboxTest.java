package io.deskmeter.agent.client.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.agent.evidence.EvidenceFile;
import io.deskmeter.agent.resources.ResourceUsage;
import io.deskmeter.agent.resources.SystemCounters;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.link.codec.SampleCodec;
import io.deskmeter.link.codec.TimingCodec;
import io.deskmeter.link.delivery.TimingSender;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.testsupport.VirtualTime;
import io.deskmeter.workload.operation.Group;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An outbox with a full spool. */
class OutboxTest {
    private static final long NO_ROOM = 1;

    @TempDir
    private Path folder;

    private final List<FromAgent> sent = new ArrayList<>();
    private final VirtualTime time = new VirtualTime();
    private boolean link = true;
    private TimingSpool spool;
    private Outbox outbox;

    @BeforeEach
    void open() throws Exception {
        spool = TimingSpool.open(folder, NO_ROOM);
        TimingSender sender = new TimingSender(spool, this::send, 8, failure -> {
            throw new AssertionError(failure);
        });
        outbox = new Outbox(this::send, sender, time.ticker(), time);
        outbox.connected("");
    }

    @AfterEach
    void close() throws Exception {
        spool.close();
    }

    private boolean send(FromAgent message) {
        return link && sent.add(message);
    }

    @Test
    void timingsThatCannotBeStoredAreReportedAsHarnessErrors() {
        outbox.timing("r", timing(1));
        outbox.timing("r", timing(2));
        outbox.flush();

        TimingBatch told = sent.get(0).getTimings();
        assertThat(told.getBatch()).isZero();
        assertThat(told.getTimingsList()).extracting(TimingCodec::decode).satisfiesExactly(this::isSpoilt, second -> {
            isSpoilt(second);
            assertThat(second.sequence()).isEqualTo(2);
        });
        assertThat(sent).hasSize(1);
    }

    private long toldPause(String run, Duration pause) {
        outbox.health(
                run,
                new ResourceUsage(
                        Instant.EPOCH, 1, 1, 1, 1, 1, new SystemCounters.Traffic(0, 0, 0, 0), pause.toNanos()));
        return sent.get(sent.size() - 1).getResources().getLongestPauseNanos();
    }

    /** Reproducer: an agent stood still for 16 s, and nothing of the run's reasons said so. */
    @Test
    void aPauseThatWasToldToABrokenConnectionIsToldAgain() {
        Duration usual = Duration.ofMillis(2);
        Duration pause = Duration.ofSeconds(16);
        assertThat(toldPause("r", usual)).isEqualTo(usual.toNanos());
        assertThat(toldPause("r", pause)).as("nobody reads it").isEqualTo(pause.toNanos());
        assertThat(toldPause("r", usual)).isEqualTo(usual.toNanos());
        outbox.connected("");
        assertThat(toldPause("r", usual)).isEqualTo(pause.toNanos());
        assertThat(toldPause("r", usual)).as("once").isEqualTo(usual.toNanos());
        outbox.connected("");
        assertThat(toldPause("other", usual)).as("of its run only").isEqualTo(usual.toNanos());
    }

    @Test
    void aPauseWithoutALinkIsToldWhenThereIsOneHoweverLate() {
        Duration usual = Duration.ofMillis(2);
        Duration pause = Duration.ofSeconds(3);
        toldPause("r", usual);
        link = false;
        toldPause("r", pause);
        time.advance(Duration.ofMinutes(2));
        toldPause("r", usual);
        link = true;
        outbox.connected("");
        assertThat(toldPause("r", usual)).isEqualTo(pause.toNanos());
        assertThat(toldPause("r", usual)).isEqualTo(usual.toNanos());
    }

    @Test
    void aPauseOnAConnectionThatLastedIsNotToldAgainAndALaterOneIs() {
        Duration usual = Duration.ofMillis(2);
        toldPause("r", Duration.ofSeconds(16));
        time.advance(Duration.ofSeconds(31));
        outbox.connected("");
        assertThat(toldPause("r", usual)).as("it has arrived").isEqualTo(usual.toNanos());
        time.advance(Duration.ofSeconds(5));
        toldPause("r", Duration.ofSeconds(10));
        time.advance(Duration.ofSeconds(12));
        outbox.connected("");
        assertThat(toldPause("r", usual)).isEqualTo(Duration.ofSeconds(10).toNanos());
    }

    @Test
    void aConnectionThatComesWhileASampleIsSentHasNotCarriedIt() {
        PauseReports reports = new PauseReports(time.ticker());
        long pause = Duration.ofSeconds(16).toNanos();
        PauseReports.Report first = reports.tell("r", pause);
        reports.connected();
        reports.sent(first, true);
        assertThat(reports.tell("r", 1).nanos()).isEqualTo(pause);
    }

    @Test
    void samplesThatTheDiskRefusesAreUnknown() {
        outbox.sample("r", sample(1, 0.97));
        outbox.flush();

        TimingBatch told = sent.get(0).getTimings();
        assertThat(told.getTimingsList()).isEmpty();
        assertThat(told.getSamplesList())
                .extracting(SampleCodec::decode)
                .singleElement()
                .satisfies(sample -> {
                    assertThat(sample.value()).isNaN();
                    assertThat(sample.sequence()).isEqualTo(1);
                    assertThat(sample.unknown()).startsWith("the agent could not keep it: spool: ");
                });
    }

    @Test
    void samplesTravelWithTimings() throws Exception {
        try (TimingSpool roomy = TimingSpool.open(folder.resolve("roomy"), 1 << 20)) {
            List<FromAgent> messages = new ArrayList<>();
            TimingSender sender = new TimingSender(roomy, messages::add, 8, failure -> {
                throw new AssertionError(failure);
            });
            Outbox roomyOutbox = new Outbox(messages::add, sender, time.ticker(), time);
            roomyOutbox.connected("");
            roomyOutbox.timing("r", timing(1));
            roomyOutbox.sample("r", sample(1, 0.97));
            roomyOutbox.sample("r", sample(2, 1));
            roomyOutbox.flush();

            TimingBatch batch = messages.get(0).getTimings();
            assertThat(batch.getTimingsCount()).isEqualTo(1);
            assertThat(batch.getSamplesList())
                    .extracting(SampleCodec::decode)
                    .containsExactly(sample(1, 0.97), sample(2, 1));
        }
    }

    @Test
    void picturesThatMeetNoLinkAreCounted() {
        link = false;
        outbox.picture("r", new EvidenceFile(timing(1), "a.png", new byte[1], null));
        outbox.picture("r", new EvidenceFile(timing(1), "b.png", new byte[1], null));
        outbox.picture("other", new EvidenceFile(timing(1), "c.png", new byte[1], null));
        outbox.picturesLeftOut("r", 3);
        link = true;
        outbox.connected("");
        assertThat(sent).singleElement().satisfies(message -> {
            assertThat(message.getEvidence().getRunId()).isEqualTo("r");
            assertThat(message.getEvidence().getLeftOut()).isEqualTo(5);
        });
        outbox.picturesLeftOut("r", 0);
        assertThat(sent).as("nothing new").hasSize(1);
        // The controller keeps the last number: a desktop may have one session of the run after the other.
        outbox.picturesLeftOut("r", 2);
        assertThat(sent.get(1).getEvidence().getLeftOut()).isEqualTo(7);
    }

    private static Sample sample(long sequence, double value) {
        return Sample.builder("picture-similarity")
                .session(4)
                .sequence(sequence)
                .iteration(3)
                .operation("office/writer", "open")
                .timing(1)
                .during(5, 8)
                .value(value, 0)
                .build();
    }

    private void isSpoilt(Timing timing) {
        assertThat(timing.outcome()).isEqualTo(Outcome.HARNESS_ERROR);
        assertThat(timing.operation()).isEqualTo("open");
        assertThat(timing.iteration()).isEqualTo(3);
        assertThat(timing.detail())
                .startsWith("the agent could not keep its timing: spool: ")
                .contains("expected: <= 1");
    }

    @Test
    void theyWaitForALinkAndAreSentBeforeLaterMessages() {
        link = false;
        outbox.timing("r", timing(1));
        outbox.change("r", new SessionUpdate(4, SessionUpdate.Phase.LOST, "its desktop died", 3, 0));
        assertThat(sent).isEmpty();

        link = true;
        outbox.connected("");
        assertThat(sent)
                .extracting(FromAgent::getMessageCase)
                .containsExactly(FromAgent.MessageCase.TIMINGS, FromAgent.MessageCase.SESSION_CHANGE);
    }

    /** A change that waits for a link, or that is sent again, happened as long ago as it waited. */
    @Test
    void aChangeTellsHowLongAgoItHappenedWhenItIsSent() {
        SessionUpdate lost = new SessionUpdate(
                4,
                SessionUpdate.Phase.LOST,
                "its desktop died",
                3,
                time.ticker().getAsLong());
        time.advance(Duration.ofMillis(200));
        link = false;
        outbox.change("r", lost.whileCleaningUp());
        time.advance(Duration.ofSeconds(3));
        link = true;
        outbox.connected("");
        time.advance(Duration.ofSeconds(7));
        outbox.change("r", lost);

        assertThat(sent)
                .extracting(FromAgent::getSessionChange)
                .extracting(SessionChange::getAgoNanos, SessionChange::getCleaningUp)
                .containsExactly(tuple(3_200_000_000L, true), tuple(10_200_000_000L, false));
        assertThat(sent)
                .extracting(message -> message.getSessionChange().getWallMicros())
                .as("a label of when it happened, however often it is sent")
                .containsOnly(sent.get(0).getSessionChange().getWallMicros());
    }

    @Test
    void aChangeTellsWhetherAnErrorOfTheAgentEndedTheSession() {
        SessionUpdate failed = new SessionUpdate(4, SessionUpdate.Phase.FAILED, "x", 3, 0);
        outbox.change("r", failed);
        outbox.change("r", failed.byFault(true));
        assertThat(sent)
                .extracting(message -> message.getSessionChange().getFault())
                .containsExactly(false, true);
    }

    @Test
    void aChangeOfADelegatedSessionTellsItsClientAgentHowLongAgoItHappened() {
        SessionUpdate lost = new SessionUpdate(
                4, SessionUpdate.Phase.LOST, "gone", 3, time.ticker().getAsLong());
        time.advance(Duration.ofSeconds(2));

        DesktopAgentMessage told = outbox.delegatedChange(
                DesktopAgentMessage.newBuilder().setRunId("r").setSession(4), "r", lost);
        assertThat(told.getSession()).isEqualTo(4);
        assertThat(told.getChange().getChange().getAgoNanos()).isEqualTo(2_000_000_000L);
    }

    /**
     * Not only what the spool itself throws: whatever keeps a timing from the disk must be told, and later timings must
     * not wait behind it.
     */
    @Test
    void anErrorOfTheSenderIsToldAsAHarnessErrorToo() throws Exception {
        try (TimingSpool roomy = TimingSpool.open(folder.resolve("roomy"))) {
            TimingSender broken = new TimingSender(
                    roomy,
                    message -> {
                        throw new AssertionError("no memory");
                    },
                    8,
                    failure -> {
                        throw new AssertionError(failure);
                    });
            broken.connected();
            Outbox failing = new Outbox(this::send, broken, time.ticker(), time);
            failing.timing("r", timing(1));
            failing.flush();
        }

        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).getTimings().getTimingsList()).singleElement().satisfies(told -> {
            assertThat(told.getOutcome()).isEqualTo("harness-error");
            assertThat(told.getDetail()).contains("no memory");
        });
    }

    private static Timing timing(long sequence) {
        return Timing.builder("office/writer", "open", Group.B, Outcome.OK)
                .session(4)
                .sequence(sequence)
                .iteration(3)
                .intendedAt(5)
                .firedAt(6)
                .lastWithoutAt(7)
                .shownAt(8)
                .build();
    }
}
