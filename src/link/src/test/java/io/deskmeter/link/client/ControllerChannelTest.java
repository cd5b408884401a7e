package io.deskmeter.link.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.Messages;
import io.deskmeter.link.Steps;
import io.deskmeter.link.channel.LinkCounters;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Ping;
import io.deskmeter.link.v1.Refused;
import io.deskmeter.link.v1.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agent's end of a connection without sockets, in Netty's virtual time. */
class ControllerChannelTest {
    private static final int BEAT_MILLIS = 500;

    private final List<String> events = new ArrayList<>();
    private final MockTicker time = Ticker.newMockTicker();
    private final LinkCounters counters = new LinkCounters();
    private final EmbeddedChannel channel =
            EmbeddedChannel.builder().register(false).ticker(time).build();

    @BeforeEach
    void open() throws Exception {
        ControllerChannel.install(channel, LinkClientSettings.to("127.0.0.1", 1), counters, new Notes(), Runnable::run);
        channel.register();
    }

    @Test
    void theFirstMessageIsTheHello() throws Exception {
        assertThat(read().getHello()).isEqualTo(Messages.hello("a1"));
    }

    @Test
    void aRefusalIsReportedAsSuch() {
        write(FromController.newBuilder()
                .setRefused(Refused.newBuilder().setReason("no"))
                .build());
        assertThat(events).containsExactly("REFUSED no");
    }

    @Test
    void anyOtherMessageThanAWelcomeEndsTheAttempt() {
        write(Messages.start(1));
        assertThat(events)
                .containsExactly("NEVER_WELCOMED first message: START_SESSION (expected: WELCOME or REFUSED)");
    }

    @Test
    void aWelcomeWithoutHeartbeatEndsTheAttempt() {
        write(FromController.newBuilder()
                .setWelcome(Welcome.newBuilder().setProtocol(1))
                .build());
        assertThat(events).containsExactly("NEVER_WELCOMED heartbeat_millis: 0 (expected: > 0)");
    }

    @Test
    void theAttemptEndsAfterTenSecondsWithoutAnAnswer() {
        advance(9_999);
        assertThat(channel.isActive()).isTrue();
        advance(1);
        assertThat(events).singleElement().asString().startsWith("NEVER_WELCOMED welcome: none within 10 s");
    }

    /** What a port for agents of other machines does with an agent that has not joined. */
    @Test
    void aConnectionThatIsClosedWithoutAnAnswerNamesWhatThatPortNeeds() {
        var unused = channel.close();
        assertThat(events)
                .singleElement()
                .asString()
                .startsWith("NEVER_WELCOMED connection closed by the controller before it answered (hint: ")
                .contains("--join");
    }

    @Test
    void oneThatIsClosedLaterIsOnlyClosed() {
        welcome();
        var unused = channel.close();
        assertThat(events).containsExactly("welcomed", "DISCONNECTED connection closed by the controller");
    }

    @Test
    void pingsAreAnsweredAndKeepTheLinkOpen() throws Exception {
        welcome();
        read();
        for (int i = 1; i <= 50; i++) {
            write(FromController.newBuilder()
                    .setPing(Ping.newBuilder().setSequence(i))
                    .build());
            assertThat(read().getPong().getSequence()).isEqualTo(i);
            advance(BEAT_MILLIS);
        }
        assertThat(events).containsExactly("welcomed");
    }

    @Test
    void threeMissingPingsEndTheLink() {
        welcome();
        advance(3 * BEAT_MILLIS - 1);
        assertThat(channel.isActive()).isTrue();
        advance(1);
        assertThat(events)
                .containsExactly(
                        "welcomed",
                        "DISCONNECTED heartbeat: no data from the controller for 3 beats (expected: a ping every 500 ms)");
        assertThat(counters.snapshot().lost()).isEqualTo(1);
    }

    @Test
    void aRefusalAfterTheWelcomeEndsTheLinkWithItsReason() {
        welcome();
        write(FromController.newBuilder()
                .setRefused(Refused.newBuilder().setReason("controller stops"))
                .build());
        assertThat(events).containsExactly("welcomed", "DISMISSED ended by the controller: controller stops");
    }

    @Test
    void unknownMessagesAreCountedAndIgnored() {
        welcome();
        write(FromController.getDefaultInstance());
        write(Messages.start(3));
        assertThat(counters.snapshot().unknown()).isEqualTo(1);
        assertThat(events).containsExactly("welcomed", "received START_SESSION");
    }

    @Test
    void aNegativeLengthEndsTheLinkWithAReason() {
        welcome();
        channel.writeInbound(Unpooled.buffer().writeInt(-1));
        assertThat(events).last().asString().startsWith("DISCONNECTED frame length: -1 (expected: 0 to 8388608;");
        assertThat(counters.snapshot().broken()).isEqualTo(1);
    }

    private void welcome() {
        write(FromController.newBuilder()
                .setWelcome(Welcome.newBuilder().setProtocol(1).setHeartbeatMillis(BEAT_MILLIS))
                .build());
    }

    private void write(FromController message) {
        channel.writeInbound(
                Unpooled.buffer().writeInt(message.getSerializedSize()).writeBytes(message.toByteArray()));
        channel.runPendingTasks();
    }

    private void advance(long millis) {
        Steps.advance(time, channel, Duration.ofMillis(millis));
    }

    private FromAgent read() throws Exception {
        ByteBuf frame = channel.readOutbound();
        try {
            assertThat(frame.readInt()).isEqualTo(frame.readableBytes());
            return FromAgent.parseFrom(frame.nioBuffer());
        } finally {
            frame.release();
        }
    }

    private final class Notes implements ControllerChannel.Owner {
        @Override
        public Hello hello() {
            return Messages.hello("a1");
        }

        @Override
        public void welcomed(ControllerChannel link, Welcome welcome) {
            events.add("welcomed");
        }

        @Override
        public void received(FromController message) {
            events.add("received " + message.getMessageCase());
        }

        @Override
        public void ended(ControllerChannel.End end, String reason) {
            events.add(end + " " + reason);
        }
    }
}
