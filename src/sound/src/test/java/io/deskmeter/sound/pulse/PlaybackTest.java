package io.deskmeter.sound.pulse;

import static io.deskmeter.sound.pulse.TestFields.stereo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.pulse.TestClient.Stream;
import io.deskmeter.sound.pulse.wire.Command;
import io.deskmeter.sound.pulse.wire.TagReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a client plays is heard, when the card plays it; in virtual time. */
class PlaybackTest {
    private static final int FRAME = 4;
    private static final int MILLI = 48;

    private final TestServer server = new TestServer();

    private static byte[] ramp(int frames) {
        return stereo(frames, i -> 1 + i % 30_000);
    }

    @Test
    void samplesAreHeardUnchangedFromTheirArrivalOn() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, false, 9_600 * FRAME, 0, 960 * FRAME);
        server.pass(7);
        server.time.stall(Duration.ofNanos(123_456));
        long arrived = server.time.nanoTime();
        client.write(stream.channel(), ramp(4_800));
        server.pass(90);
        long first = server.firstSound(0);
        SoundBlock block = server.blocks.stream()
                .filter(b -> b.position() <= first && b.end() > first)
                .findFirst()
                .orElseThrow();
        long playedAt = block.playedAt((int) (first - block.position()));
        assertThat(playedAt).isBetween(arrived, arrived + 20_834);
        for (int i = 0; i < 3_000; i++) {
            assertThat(server.heard(first + i, 0)).isEqualTo((short) (1 + i));
            assertThat(server.heard(first + i, 1)).isEqualTo((short) -(1 + i));
        }
        assertThat(server.missing()).isZero();
        assertThat(client.messages(Command.STARTED)).hasSize(1);
    }

    @Test
    void withoutClientsTheCardPlaysSilence() {
        server.pass(1_000);
        assertThat(server.missing()).isZero();
        assertThat(server.firstSound(0)).isEqualTo(-1);
        SoundBlock last = server.blocks.get(server.blocks.size() - 1);
        assertThat(last.end()).isEqualTo(48_000);
        assertThat(last.playedAt()).isEqualTo(990_000_000);
        assertThat(last.uncertainty()).isEqualTo(20_833);
    }

    @Test
    void playingWaitsForThePrebuffer() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, false, 9_600 * FRAME, 4_800 * FRAME, 960 * FRAME);
        client.write(stream.channel(), ramp(4_799));
        server.pass(500);
        assertThat(server.firstSound(0)).isEqualTo(-1);
        client.write(stream.channel(), ramp(1));
        server.pass(50);
        assertThat(server.firstSound(0)).isEqualTo(500 * MILLI);
        assertThat(server.missing()).isZero();
    }

    @Test
    void aStreamThatRunsDryIsAGapUntilItsSoundComes() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, false, 9_600 * FRAME, 480 * FRAME, 480 * FRAME);
        client.write(stream.channel(), ramp(1_000));
        server.pass(100);
        List<TagReader> underflows = client.messages(Command.UNDERFLOW);
        assertThat(underflows).hasSize(1);
        assertThat(underflows.get(0).index()).isEqualTo(stream.channel());
        assertThat(underflows.get(0).s64()).isEqualTo(1_000 * FRAME);
        client.write(stream.channel(), ramp(9_600));
        server.pass(100);
        assertThat(server.heard(999, 0)).isEqualTo((short) 1_000);
        assertThat(server.heard(1_000, 0)).isNull();
        assertThat(server.heard(100 * MILLI - 1, 0)).isNull();
        assertThat(server.heard(100 * MILLI, 0)).isEqualTo((short) 1);
        assertThat(server.missing()).isEqualTo(100 * MILLI - 1_000);
        assertThat(client.messages(Command.STARTED)).hasSize(2);
        assertThat(server.counters.snapshot().underruns()).isEqualTo(1);
    }

    @Test
    void aClientThatStaysSilentPlaysNothing() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, false, 9_600 * FRAME, 0, 480 * FRAME);
        client.write(stream.channel(), ramp(480));
        server.pass(5_000);
        assertThat(server.missing()).isBetween(1_980L * MILLI, 2_000L * MILLI);
        assertThat(server.heard(4_000 * MILLI, 0)).isZero();
    }

    @Test
    void withoutAPrebufferTimeDoesNotWaitForTheClient() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, false, 9_600 * FRAME, 0, 480 * FRAME);
        client.write(stream.channel(), ramp(480));
        server.pass(20);
        client.write(stream.channel(), ramp(960));
        server.pass(20);
        assertThat(server.heard(20 * MILLI, 0))
                .as("its first 10 ms came too late")
                .isEqualTo((short) 481);
        assertThat(server.missing()).isEqualTo(10 * MILLI);
        assertThat(server.counters.snapshot().lostBytes()).isEqualTo(480 * FRAME);
    }

    @Test
    void drainIsAnsweredWhenTheLastFrameHasBeenPlayed() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, false, 96_000 * FRAME, 96_000 * FRAME, 480 * FRAME);
        client.write(stream.channel(), ramp(4_801));
        int tag = client.say(Command.DRAIN_PLAYBACK_STREAM, f -> f.index(stream.channel()));
        server.pass(100);
        assertThat(client.answer(tag)).as("0.02 ms before its end").isNull();
        server.pass(2);
        assertThat(Objects.requireNonNull(client.answer(tag)).command()).isEqualTo(Command.REPLY);
        server.pass(500);
        assertThat(server.missing()).as("an end is no gap").isZero();
        assertThat(client.messages(Command.UNDERFLOW)).isEmpty();
        assertThat(client.ask(Command.DRAIN_PLAYBACK_STREAM, f -> f.index(stream.channel()))
                        .command())
                .as("nothing waits")
                .isEqualTo(Command.REPLY);
    }

    @Test
    void aCorkedStreamKeepsItsSound() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, true, 9_600 * FRAME, 0, 480 * FRAME);
        client.write(stream.channel(), ramp(9_600));
        server.pass(50);
        assertThat(server.firstSound(0)).isEqualTo(-1);
        client.ask(Command.CORK_PLAYBACK_STREAM, f -> f.index(stream.channel()).flag(false));
        server.pass(50);
        client.ask(Command.CORK_PLAYBACK_STREAM, f -> f.index(stream.channel()).flag(true));
        assertThat(client.latency(stream.channel()))
                .isEqualTo(new TestClient.Latency(false, 9_600 * FRAME, 2_400 * FRAME));
        server.pass(50);
        assertThat(server.heard(50 * MILLI, 0)).isEqualTo((short) 1);
        assertThat(server.heard(100 * MILLI - 1, 0)).isEqualTo((short) 2_400);
        assertThat(server.heard(100 * MILLI, 0)).isZero();
        assertThat(server.missing()).isZero();
    }

    @Test
    void flushDropsWhatWaits() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, false, 9_600 * FRAME, 0, 480 * FRAME);
        client.write(stream.channel(), ramp(9_600));
        server.pass(10);
        client.messages(Command.REQUEST);
        client.ask(Command.FLUSH_PLAYBACK_STREAM, f -> f.index(stream.channel()));
        assertThat(client.messages(Command.REQUEST)).hasSize(1);
        server.pass(30);
        assertThat(server.firstSound(480)).isEqualTo(-1);
        client.write(stream.channel(), ramp(960));
        server.pass(20);
        assertThat(server.heard(40 * MILLI, 0)).isEqualTo((short) 1);
    }

    @Test
    void triggerPlaysBeforeThePrebufferIsFull() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, false, 9_600 * FRAME, 9_600 * FRAME, 480 * FRAME);
        client.write(stream.channel(), ramp(960));
        server.pass(10);
        client.ask(Command.TRIGGER_PLAYBACK_STREAM, f -> f.index(stream.channel()));
        server.pass(10);
        assertThat(server.firstSound(0)).isEqualTo(10 * MILLI);
    }

    @Test
    void theServerAsksForWhatItNeeds() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, false, 4_800 * FRAME, 0, 960 * FRAME);
        assertThat(stream.requested()).isEqualTo(4_800 * FRAME);
        client.write(stream.channel(), ramp(4_800));
        int sent = 4_800;
        for (int i = 0; i < 1_000; i++) {
            server.pass(1);
            for (TagReader request : client.messages(Command.REQUEST)) {
                assertThat(request.index()).isEqualTo(stream.channel());
                int bytes = request.index();
                assertThat(bytes).isBetween(960 * FRAME, 1_100 * FRAME);
                client.write(stream.channel(), ramp(bytes / FRAME));
                sent += bytes / FRAME;
            }
        }
        assertThat(server.missing()).isZero();
        assertThat(client.messages(Command.UNDERFLOW)).isEmpty();
        assertThat(sent).as("a second, and what waits").isBetween(48_000 + 3_700, 48_000 + 4_800);
    }

    @Test
    void whatFindsNoPlaceIsLostAndTold() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, true, 48_000 * FRAME, 0, 960 * FRAME);
        byte[] second = ramp(48_000);
        for (int sent = 0; sent < stream.maxLength(); sent += second.length) {
            client.write(stream.channel(), second);
        }
        assertThat(client.messages(Command.OVERFLOW)).hasSize(1);
        assertThat(server.counters.snapshot().lostBytes()).isEqualTo(second.length);
    }

    @Test
    void streamsOfAServerHaveSoMuchMemoryTogether() throws Exception {
        byte[] second = ramp(48_000);
        List<TestClient> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            TestClient client = TestClient.connect(server);
            clients.add(client);
            for (int j = 0; j < SinkLimits.DEFAULT.streams(); j++) {
                Stream stream = client.open(TestClient.S16, true, 480_000 * FRAME, 0, 960 * FRAME);
                for (int sent = 0; sent + second.length <= stream.maxLength(); sent += second.length) {
                    client.write(stream.channel(), second);
                }
            }
        }
        assertThat(server.counters.snapshot().streams()).isEqualTo(64);
        assertThat(server.sink.memory().used()).isEqualTo(SinkLimits.DEFAULT.serverBytes());
        assertThat(server.counters.snapshot().lostBytes()).isPositive();
        clients.forEach(TestClient::disconnect);
        assertThat(server.sink.memory().used()).isZero();
        TestClient next = TestClient.connect(server);
        Stream stream = next.open(TestClient.S16, false, 9_600 * FRAME, 0, 480 * FRAME);
        next.write(stream.channel(), ramp(4_800));
        server.pass(20);
        assertThat(server.heard(server.firstSound(0) + 99, 0)).isEqualTo((short) 100);
    }

    @Test
    void seekingLeavesSilenceAndReplacesWhatWaits() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, true, 9_600 * FRAME, 0, 480 * FRAME);
        client.write(stream.channel(), ramp(480));
        client.write(stream.channel(), ramp(480), 0, 480 * FRAME);
        client.write(stream.channel(), ramp(10), 1, 100 * FRAME);
        client.write(stream.channel(), ramp(1), 1, 1_440 * FRAME);
        client.ask(Command.CORK_PLAYBACK_STREAM, f -> f.index(stream.channel()).flag(false));
        server.pass(40);
        assertThat(server.heard(99, 0)).isEqualTo((short) 100);
        assertThat(server.heard(100, 0)).isEqualTo((short) 1);
        assertThat(server.heard(110, 0)).isEqualTo((short) 111);
        assertThat(server.heard(480, 0)).isZero();
        assertThat(server.heard(960, 0)).isEqualTo((short) 1);
        assertThat(server.heard(1_439, 0)).isEqualTo((short) 480);
        assertThat(server.heard(1_440, 0)).isEqualTo((short) 1);
    }

    @Test
    void latencyIsThatOfTheCard() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, false, 9_600 * FRAME, 0, 480 * FRAME);
        client.write(stream.channel(), ramp(9_600));
        server.pass(33);
        assertThat(client.latency(stream.channel()))
                .isEqualTo(new TestClient.Latency(true, 9_600 * FRAME, 33 * MILLI * FRAME));
    }

    @Test
    void clientsAreMixedWithTheirVolumes() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream one = client.open(TestClient.S16, false, 9_600 * FRAME, 0, 480 * FRAME);
        TestClient other = TestClient.connect(server);
        Stream two = other.open(TestClient.S16, false, 9_600 * FRAME, 0, 480 * FRAME);
        client.ask(Command.SET_SINK_INPUT_VOLUME, f -> f.index(one.index()).volumes(0x8000, 0x8000));
        client.write(one.channel(), stereo(4_800, i -> 8_000));
        other.write(two.channel(), stereo(4_800, i -> 500));
        server.pass(20);
        other.ask(Command.SET_SINK_INPUT_MUTE, f -> f.index(two.index()).flag(true));
        server.pass(20);
        client.ask(Command.SET_SINK_VOLUME, f -> f.index(0).string(null).volumes(0x10000, 0));
        server.pass(20);
        assertThat(server.heard(10 * MILLI, 0)).isEqualTo((short) 1_500);
        assertThat(server.heard(30 * MILLI, 0)).isEqualTo((short) 1_000);
        assertThat(server.heard(50 * MILLI, 0)).isEqualTo((short) 1_000);
        assertThat(server.heard(50 * MILLI, 1)).isZero();
    }

    @Test
    void whileOneStreamPlaysTheOthersGapIsItsSilence() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream one = client.open(TestClient.S16, false, 9_600 * FRAME, 0, 480 * FRAME);
        Stream two = client.open(TestClient.S16, false, 9_600 * FRAME, 0, 480 * FRAME);
        client.write(one.channel(), ramp(9_600));
        client.write(two.channel(), ramp(480));
        server.pass(100);
        assertThat(server.missing()).isZero();
        assertThat(server.counters.snapshot().underruns()).isEqualTo(1);
    }

    @Test
    void aLateEventLoopIsStatedAsUncertainty() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, false, 48_000 * FRAME, 0, 480 * FRAME);
        client.write(stream.channel(), ramp(30_000));
        server.pass(15);
        server.time.stall(Duration.ofMillis(40));
        server.pass(20);
        assertThat(server.blocks.get(server.blocks.size() - 1).uncertainty()).isBetween(30_000_000L, 41_000_000L);
        assertThat(server.missing())
                .as("a card plays on while its program sleeps")
                .isZero();
        server.pass(5_000);
        assertThat(server.blocks.get(server.blocks.size() - 1).uncertainty()).isCloseTo(20_833, within(300_000L));
    }

    @Test
    void aMachineThatSlept() throws Exception {
        server.pass(100);
        server.time.stall(Duration.ofHours(1));
        server.pass(100);
        assertThat(server.counters.snapshot().skippedFrames()).isBetween(48_000L * 3_599, 48_000L * 3_601);
        assertThat(server.blocks).hasSizeLessThan(60);
        assertThat(server.missing()).isBetween(48_000L * 3_599, 48_000L * 3_601);
    }
}
