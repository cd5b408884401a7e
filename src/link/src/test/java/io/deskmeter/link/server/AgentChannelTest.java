package io.deskmeter.link.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.deskmeter.link.Messages;
import io.deskmeter.link.RecordingController;
import io.deskmeter.link.Steps;
import io.deskmeter.link.channel.LinkCounters;
import io.deskmeter.link.channel.LinkCounts;
import io.deskmeter.link.channel.SettingChecks;
import io.deskmeter.link.peer.Certificates;
import io.deskmeter.link.peer.PeerAuthentication;
import io.deskmeter.link.peer.SetupReports;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Pong;
import io.deskmeter.link.v1.RefusalKind;
import io.deskmeter.link.v1.SetupReport;
import io.deskmeter.link.v1.TimingBatch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The controller's end of a link without sockets, in Netty's virtual time. */
class AgentChannelTest {
    private static final Duration BEAT = Duration.ofSeconds(2);

    private final RecordingController controller = new RecordingController();
    private final MockTicker time = Ticker.newMockTicker();
    private final LinkCounters counters = new LinkCounters();
    private final AgentRegistry registry = new AgentRegistry();
    private final UnfinishedFrames unfinished = new UnfinishedFrames();
    private Executor joining = Runnable::run;
    private SetupReports setups = SetupReports.NONE;
    private final EmbeddedChannel channel = open();

    @Test
    void theFirstMessageMustBeAHello() {
        write(channel, Messages.ended("what?"));
        assertRefused("first message: RUN_ENDED (expected: HELLO)");
    }

    @Test
    void aMessageOfAnUnknownKindIsNotAHello() {
        write(channel, FromAgent.getDefaultInstance());
        assertRefused("first message: MESSAGE_NOT_SET (expected: HELLO)");
    }

    @Test
    void theProtocolMustBeSupported() {
        write(
                channel,
                Messages.fromAgent(
                        Messages.hello("a1").toBuilder().setProtocol(2).build()));
        assertRefused("protocol: 2 (expected: 1; hint: controller and agent must be of one version)");
    }

    @Test
    void anAgentMustSendItsId() {
        write(channel, Messages.fromAgent(Hello.newBuilder().setProtocol(1).build()));
        assertRefused("agent_id: empty (expected: the id that the agent keeps on its disk)");
    }

    @Test
    void theHandlerMayRefuse() {
        controller.refusal = Optional.of("no run needs you");
        write(channel, Messages.fromAgent(Messages.hello("a1")));
        assertRefused("no run needs you");
    }

    @Test
    void silenceInsteadOfAHelloIsRefusedAfterTenSeconds() {
        advance(Duration.ofMillis(9_999));
        assertThat(channel.isActive()).isTrue();
        advance(Duration.ofMillis(1));
        assertRefused("hello: none within 10 s (expected: the first message; hint: is this a Deskmeter agent?)");
    }

    @Test
    void theWelcomeContainsHeartbeatAndGracePeriod() {
        greet();
        FromController welcome = read(channel).get(0);
        assertThat(welcome.getWelcome().getHeartbeatMillis()).isEqualTo(2_000);
        assertThat(welcome.getWelcome().getGraceMillis()).isEqualTo(30_000);
        assertThat(controller.events).containsExactly("accept a1", "connected a1");
    }

    @Test
    void anAgentThatAnswersStaysConnected() {
        greet();
        for (int beat = 1; beat <= 100; beat++) {
            List<FromController> messages = read(channel);
            assertThat(messages.get(messages.size() - 1).getPing().getSequence())
                    .isEqualTo(beat);
            write(channel, pong(beat));
            advance(BEAT);
        }
        assertThat(channel.isActive()).isTrue();
        assertThat(controller.messages).isEmpty();
    }

    /** Over a line that carries nothing to the agent, its hello message arrives and nothing else. */
    @Test
    void anAgentThatHasOnlySaidHelloHasNotAnswered() {
        greet();
        advance(BEAT);
        assertThat(registry.all()).singleElement().returns(false, AgentLink::answered);
        write(channel, pong(1));
        assertThat(registry.all()).singleElement().returns(true, AgentLink::answered);
    }

    @Test
    void threeUnansweredPingsEndTheLink() {
        greet();
        advance(BEAT.multipliedBy(3).minusMillis(1));
        assertThat(channel.isActive()).isTrue();
        assertThat(read(channel)).filteredOn(FromController::hasPing).hasSize(3);
        advance(Duration.ofMillis(1));
        assertThat(channel.isActive()).isFalse();
        assertThat(controller.events)
                .last()
                .isEqualTo("disconnected heartbeat: 3 pings unanswered (expected: an answer every 2000 ms)");
        assertThat(counters.snapshot().lost()).isEqualTo(1);
    }

    @Test
    void answersThatComeAfterTheNextPingAreCountedAsLate() {
        greet();
        advance(BEAT.minusMillis(1));
        write(channel, pong(1));
        advance(Duration.ofMillis(1));
        assertThat(counters.snapshot().late()).isZero();
        advance(BEAT);
        assertThat(counters.snapshot().late()).isEqualTo(1);
        write(channel, pong(2));
        advance(BEAT);
        assertThat(counters.snapshot().late()).isEqualTo(1);
    }

    @Test
    void aControllerThatSendsItsPingsLateCountsThem() {
        greet();
        write(channel, pong(1));
        advance(BEAT);
        write(channel, pong(2));
        time.advance(BEAT.toMillis() * 2, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(counters.snapshot().late()).isEqualTo(1);
    }

    @Test
    void eachConnectionWithoutAnAgentIsInOneCount() {
        channel.close().syncUninterruptibly();
        EmbeddedChannel refused = open();
        write(refused, Messages.ended("what?"));
        refused.close().syncUninterruptibly();
        EmbeddedChannel broken = open();
        broken.writeInbound(Unpooled.wrappedBuffer(new byte[] {-1, -1, -1, -1}));
        broken.close().syncUninterruptibly();
        EmbeddedChannel agent = open();
        write(agent, Messages.fromAgent(Messages.hello("a2")));
        agent.close().syncUninterruptibly();
        LinkCounts counts = counters.snapshot();
        assertThat(List.of(counts.unidentified(), counts.refused(), counts.broken(), counts.connected()))
                .containsOnly(1L);
    }

    /** Heartbeats are counted: after a suspension, bytes in the socket are read before the next heartbeat. */
    @Test
    void aSuspensionOfTheControllerEndsNoLink() {
        greet();
        time.advance(BEAT.toMillis() * 100, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isActive()).isTrue();
        write(channel, pong(1));
        advance(BEAT.multipliedBy(2));
        assertThat(channel.isActive()).isTrue();
    }

    @Test
    void anyBytesShowThatThePeerIsAlive() {
        greet();
        for (int i = 0; i < 20; i++) {
            advance(BEAT);
            channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {0}));
            // The bytes of repeated frames of length 0: each fourth byte completes a message of unknown kind.
            assertThat(channel.isActive()).isTrue();
        }
        assertThat(counters.snapshot().unknown()).isEqualTo(5);
    }

    @Test
    void unknownMessagesAreCountedAndIgnored() {
        greet();
        write(channel, FromAgent.getDefaultInstance());
        write(channel, Messages.ended("known"));
        assertThat(counters.snapshot().unknown()).isEqualTo(1);
        assertThat(controller.messages).containsExactly(Messages.ended("known"));
    }

    @Test
    void aSecondHelloEndsTheLink() {
        greet();
        write(channel, Messages.fromAgent(Messages.hello("a2")));
        assertThat(controller.events)
                .last()
                .isEqualTo("disconnected hello: a second one (expected: one, as the first message)");
    }

    @Test
    void aHandlerThatThrowsEndsTheLinkSoThatTheAgentSendsAgain() {
        AgentHandler throwing = new RecordingController() {
            @Override
            public void received(AgentLink link, FromAgent message) {
                throw new IllegalStateException("store is full");
            }
        };
        EmbeddedChannel other = open(throwing);
        write(other, Messages.fromAgent(Messages.hello("a1")));
        write(other, Messages.ended("x"));
        other.runPendingTasks();
        assertThat(other.isActive()).isFalse();
        List<FromController> messages = read(other);
        assertThat(messages.get(messages.size() - 1).getRefused().getReason()).contains("store is full");
        assertThat(counters.snapshot().failed()).isEqualTo(1);
    }

    /**
     * An acknowledgement covers all earlier batches: messages after one that could not be stored must not be handled or
     * answered.
     */
    @Test
    void nothingIsHandledOrSentAfterTheHandlerHasClosedTheLink() {
        List<Runnable> calls = new ArrayList<>();
        RecordingController closing = new RecordingController() {
            @Override
            public void received(AgentLink link, FromAgent message) {
                super.received(link, message);
                if (messages.size() == 1) {
                    link.close("the first one cannot be stored");
                }
                boolean sent = link.send(FromController.getDefaultInstance());
                events.add("answered " + sent);
            }
        };
        EmbeddedChannel other = open(closing, calls::add);
        write(other, Messages.fromAgent(Messages.hello("a1")));
        work(calls, other);
        read(other);
        write(other, Messages.ended("first"));
        write(other, Messages.ended("second"));
        work(calls, other);
        assertThat(closing.messages).containsExactly(Messages.ended("first"));
        assertThat(closing.events).contains("answered false");
        assertThat(read(other))
                .singleElement()
                .satisfies(
                        last -> assertThat(last.getRefused().getReason()).isEqualTo("the first one cannot be stored"));
    }

    /** What waits is delivered in one call, but never past another message, which may depend on the order. */
    @Test
    void timingsThatWaitComeInOneCall() {
        List<Runnable> calls = new ArrayList<>();
        RecordingController counting = new RecordingController() {
            @Override
            public void timings(AgentLink link, List<TimingBatch> batches) {
                events.add(
                        "timings " + batches.stream().map(TimingBatch::getBatch).toList());
            }
        };
        EmbeddedChannel other = open(counting, calls::add);
        write(other, Messages.fromAgent(Messages.hello("a1")));
        work(calls, other);
        counting.events.clear();
        write(other, timings(1));
        write(other, timings(2));
        write(other, Messages.ended("between"));
        write(other, timings(3));
        work(calls, other);
        write(other, timings(4));
        work(calls, other);
        assertThat(counting.events)
                .containsExactly("timings [1, 2]", "received RUN_ENDED", "timings [3]", "timings [4]");
    }

    @Test
    void oneCallHasOnlySoManyTimings() {
        WaitingTimings waiting = new WaitingTimings(TimingBatch.getDefaultInstance());
        for (int i = 1; i < WaitingTimings.MOST; i++) {
            assertThat(waiting.add(TimingBatch.getDefaultInstance())).isTrue();
        }
        assertThat(waiting.add(TimingBatch.getDefaultInstance())).isFalse();
        assertThat(waiting.take()).hasSize(WaitingTimings.MOST);
    }

    private static FromAgent timings(long batch) {
        return FromAgent.newBuilder()
                .setTimings(TimingBatch.newBuilder().setBatch(batch))
                .build();
    }

    @Test
    void anErrorOfTheHandlerAlsoEndsTheLinkAndIsReported() {
        List<Runnable> calls = new ArrayList<>();
        RecordingController failing = new RecordingController() {
            @Override
            public void received(AgentLink link, FromAgent message) {
                throw new StackOverflowError("deep");
            }
        };
        EmbeddedChannel other = open(failing, calls::add);
        write(other, Messages.fromAgent(Messages.hello("a1")));
        work(calls, other);
        write(other, Messages.ended("x"));
        work(calls, other);
        assertThat(other.isActive()).isFalse();
        assertThat(failing.events).last().asString().startsWith("disconnected ").contains("deep");
        assertThat(counters.snapshot().failed()).isEqualTo(1);
    }

    /** Runs the tasks that wait for the handler's threads, and those that they submit. */
    private static void work(List<Runnable> calls, EmbeddedChannel channel) {
        while (!calls.isEmpty()) {
            calls.remove(0).run();
            channel.runPendingTasks();
        }
    }

    @Test
    void theNewerLinkOfAProcessReplacesTheOlder() {
        greet();
        EmbeddedChannel newer = open();
        write(newer, Messages.fromAgent(Messages.hello("a1")));
        channel.runPendingTasks();
        newer.runPendingTasks();
        assertThat(channel.isActive()).isFalse();
        assertThat(newer.isActive()).isTrue();
        assertThat(controller.events)
                .containsExactly(
                        "accept a1",
                        "connected a1",
                        "disconnected replaced by a newer link of the same agent",
                        "accept a1",
                        "connected a1");
    }

    @Test
    void theHandlerDecidesAboutAnotherInstanceOfTheSameAgent() {
        greet();
        EmbeddedChannel other = open();
        write(
                other,
                Messages.fromAgent(
                        Messages.hello("a1").toBuilder().setInstance("i2").build()));
        channel.runPendingTasks();
        other.runPendingTasks();
        assertThat(channel.isActive()).isTrue();
        assertThat(other.isActive()).isTrue();
    }

    @Test
    void anUnauthenticatedPeerMustNotSendALongMessage() {
        channel.writeInbound(Unpooled.buffer().writeInt(AgentChannel.HELLO_MAX_BYTES + 1));
        assertThat(channel.isActive()).isFalse();
        assertThat(read(channel).get(0).getRefused().getReason())
                .startsWith("frame length: 65537 (expected: 0 to 65536");
    }

    @Test
    void aPeerWithoutTheSecretIsRefusedAndCannotEndTheLinkOfTheAgentWhoseIdItUses() {
        greet();
        EmbeddedChannel unauthenticated = open();
        write(
                unauthenticated,
                Messages.fromAgent(
                        Messages.hello("a1").toBuilder().setToken("wrong").build()));
        unauthenticated.runPendingTasks();
        assertThat(read(unauthenticated))
                .singleElement()
                .satisfies(m -> assertThat(m.getRefused().getReason())
                        .isEqualTo("token: not this controller's (expected: its own)"));
        channel.runPendingTasks();
        assertThat(channel.isActive()).isTrue();
        assertThat(controller.events).containsExactly("accept a1", "connected a1");
    }

    @Test
    void theSecretIsNotPassedToTheHandler() {
        write(
                channel,
                Messages.fromAgent(
                        Messages.hello("a1").toBuilder().setToken("right").build()));
        channel.runPendingTasks();
        assertThat(controller.link().hello().getToken()).isEmpty();
    }

    /**
     * Reproducer: 110 links of desktop agents with half a frame of 8 MiB took all memory for messages, and the links of
     * others ended.
     */
    @Test
    void halfFramesOfDesktopAgentsTakeABoundedPartOfTheMemory() {
        int frame = AgentChannel.DESKTOP_MAX_BYTES;
        int enough = (int) (UnfinishedFrames.MOST_BYTES / frame) + 3;
        List<EmbeddedChannel> all = new ArrayList<>();
        for (int i = 0; i < enough; i++) {
            EmbeddedChannel one = openDesktop("d" + i);
            all.add(one);
            one.writeInbound(Unpooled.buffer(frame).writeInt(frame).writeZero(frame - 100));
            all.forEach(EmbeddedChannel::runPendingTasks);
            assertThat(unfinished.bytes()).isBetween(1L, UnfinishedFrames.MOST_BYTES_OF_SITE);
        }
        assertThat(all.get(0).isActive()).isFalse();
        assertThat(all.get(enough - 1).isActive()).isTrue();
        all.forEach(one -> one.close().syncUninterruptibly());
        assertThat(unfinished.bytes()).isZero();
        assertThat(unfinished.sites()).isZero();
    }

    /** The rest of a frame that was taken in parts is not counted any more. */
    @Test
    void aFrameOfADesktopAgentThatIsCompleteHoldsNothing() {
        EmbeddedChannel desktop = openDesktop("d1");
        byte[] message = Messages.ended("whole").toByteArray();
        desktop.writeInbound(Unpooled.buffer().writeInt(message.length).writeBytes(message, 0, 2));
        assertThat(unfinished.bytes()).isPositive();
        desktop.writeInbound(Unpooled.wrappedBuffer(message, 2, message.length - 2));
        assertThat(unfinished.bytes()).isZero();
        assertThat(controller.messages).containsExactly(Messages.ended("whole"));
        // Reproducer: its site was kept with 0 bytes, for ever.
        write(desktop, Messages.ended("at once"));
        assertThat(unfinished.sites()).isZero();
    }

    @Test
    void aFrameOfADesktopAgentMustNotTakeLongerThanFiveMinutes() {
        EmbeddedChannel desktop = openDesktop("d1");
        desktop.writeInbound(Unpooled.buffer().writeInt(1_000));
        for (int second = 0; second < 300; second++) {
            Steps.advance(time, desktop, Duration.ofSeconds(1));
            desktop.writeInbound(Unpooled.wrappedBuffer(new byte[] {0}));
        }
        assertThat(desktop.isActive()).isTrue();
        Steps.advance(time, desktop, BEAT.multipliedBy(2));
        assertThat(desktop.isActive()).isFalse();
        assertThat(controller.events).last().asString().contains("frame: not complete after 5 min");
    }

    /**
     * Reproducer: the largest picture of a desktop at the end of a line of 384 kbit/s takes 65 s, and its link ended
     * after 60 s.
     */
    @Test
    void aDesktopAgentAtASlowLineBringsItsLargestPicture() {
        EmbeddedChannel desktop = openDesktop("d1");
        byte[] message = Messages.ended("x".repeat(3 << 20)).toByteArray();
        desktop.writeInbound(Unpooled.buffer().writeInt(message.length));
        int perSecond = 384_000 / 8;
        for (int sent = 0; sent < message.length; sent += perSecond) {
            Steps.advance(time, desktop, Duration.ofSeconds(1));
            desktop.writeInbound(Unpooled.wrappedBuffer(message, sent, Math.min(perSecond, message.length - sent)));
        }
        assertThat(desktop.isActive()).isTrue();
        assertThat(controller.messages).hasSize(1);
    }

    /**
     * Reproducer: after a suspension of an hour, each desktop agent that was in the middle of a frame lost its link.
     */
    @Test
    void aSuspensionOfTheControllerEndsNoLinkWithHalfAFrame() {
        EmbeddedChannel desktop = openDesktop("d1");
        byte[] message = Messages.ended("whole").toByteArray();
        desktop.writeInbound(Unpooled.buffer().writeInt(message.length).writeBytes(message, 0, 2));
        time.advance(1, TimeUnit.HOURS);
        desktop.runScheduledPendingTasks();
        assertThat(desktop.isActive()).isTrue();
        desktop.writeInbound(Unpooled.wrappedBuffer(message, 2, message.length - 2));
        assertThat(controller.messages).containsExactly(Messages.ended("whole"));
    }

    @Test
    void aDesktopAgentSendsShorterFramesThanAClientAgent() {
        EmbeddedChannel desktop = openDesktop("d1");
        desktop.writeInbound(Unpooled.buffer().writeInt(AgentChannel.DESKTOP_MAX_BYTES + 1));
        assertThat(desktop.isActive()).isFalse();
        greet();
        channel.writeInbound(Unpooled.buffer().writeInt(AgentChannel.DESKTOP_MAX_BYTES + 1));
        assertThat(channel.isActive()).isTrue();
    }

    private EmbeddedChannel openDesktop(String id) {
        EmbeddedChannel desktop = open();
        write(
                desktop,
                Messages.fromAgent(Messages.hello(id).toBuilder()
                        .setRole(AgentRole.AGENT_ROLE_DESKTOP)
                        .build()));
        desktop.runPendingTasks();
        return desktop;
    }

    /** Reproducer: a hello message of 62 KB with thousands of facts became a megabyte that was kept. */
    @Test
    void aHelloMessageHasOnlySoManyEntries() {
        Hello.Builder hello = Messages.hello("a1").toBuilder();
        for (int i = 0; i < 5_000; i++) {
            hello.putFacts("f" + i, "");
        }
        write(channel, Messages.fromAgent(hello.build()));
        assertRefused("facts: 5000 (expected: at most 32)");
    }

    /**
     * Reproducer: a server with more than 64 addresses, as with an address for each of its sessions, had all its
     * desktop agents refused.
     */
    @Test
    void aMachineMayHaveManyAddresses() {
        DesktopLocation.Builder place = DesktopLocation.newBuilder();
        for (int i = 0; i < 300; i++) {
            place.addHosts("10.0." + i / 250 + "." + i % 250);
        }
        EmbeddedChannel desktop = open();
        write(
                desktop,
                Messages.fromAgent(Messages.hello("d1").toBuilder()
                        .setRole(AgentRole.AGENT_ROLE_DESKTOP)
                        .setLocation(place)
                        .build()));
        desktop.runPendingTasks();
        assertThat(controller.events).contains("connected d1");
    }

    @Test
    void theTextsOfAHelloMessageAreNotLongerThanThoseOfAnAgent() {
        write(
                channel,
                Messages.fromAgent(Messages.hello("a1").toBuilder()
                        .setLocation(DesktopLocation.newBuilder().setUser("u".repeat(301)))
                        .build()));
        assertRefused("location: one of 301 characters (expected: at most 300)");
    }

    @Test
    void ofAHelloMessageOnlyWhatIsNeededIsKept() {
        UnknownFieldSet later = UnknownFieldSet.newBuilder()
                .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                .build();
        write(
                channel,
                Messages.fromAgent(Messages.hello("d1").toBuilder()
                        .setRole(AgentRole.AGENT_ROLE_DESKTOP)
                        .putFacts("os", "linux")
                        .putWorkloadChecksums("office/writer", "abc")
                        .addLabels("site")
                        .setUnknownFields(later)
                        .setLocation(DesktopLocation.newBuilder().setUser("u").setUnknownFields(later))
                        .build()));
        channel.runPendingTasks();
        Hello kept = controller.link().hello();
        assertThat(kept.getFactsMap()).containsOnlyKeys("os");
        assertThat(kept.getWorkloadChecksumsMap()).isEmpty();
        assertThat(kept.getLabelsList()).isEmpty();
        assertThat(kept.getUnknownFields().asMap()).isEmpty();
        assertThat(kept.getLocation().getUnknownFields().asMap()).isEmpty();
    }

    private void greet() {
        write(channel, Messages.fromAgent(Messages.hello("a1")));
        channel.runPendingTasks();
    }

    private void assertRefused(String reason) {
        channel.runPendingTasks();
        assertThat(read(channel))
                .singleElement()
                .satisfies(m -> assertThat(m.getRefused().getReason()).isEqualTo(reason));
        assertThat(channel.isActive()).isFalse();
        assertThat(controller.links).isEmpty();
        assertThat(counters.snapshot().refused()).isEqualTo(1);
    }

    private void advance(Duration duration) {
        Steps.advance(time, channel, duration);
    }

    /** A program can do something about it: join anew. */
    @Test
    void aMachineThatWasRevokedIsToldSoInAFormForPrograms() {
        setups = (report, shown) -> {
            throw new Certificates.RefusedException("revoked: stolen", RefusalKind.REFUSAL_KIND_REVOKED);
        };
        write(
                channel,
                FromAgent.newBuilder()
                        .setSetupReport(SetupReport.getDefaultInstance())
                        .build());
        channel.runPendingTasks();
        assertThat(read(channel))
                .singleElement()
                .extracting(message -> message.getRefused().getKind())
                .isEqualTo(RefusalKind.REFUSAL_KIND_REVOKED);
    }

    /**
     * Reproducer: they took all threads for messages of agents, while a database that hung kept each of them waiting.
     */
    @Test
    void strangersWhoWaitKeepNoAgentWaiting() {
        List<Runnable> waiting = new ArrayList<>();
        joining = waiting::add;
        EmbeddedChannel stranger = open();
        write(
                stranger,
                FromAgent.newBuilder()
                        .setSetupReport(SetupReport.getDefaultInstance())
                        .build());
        stranger.runPendingTasks();
        assertThat(waiting).hasSize(1);
        assertThat(read(stranger)).isEmpty();
        EmbeddedChannel agent = open();
        write(agent, Messages.fromAgent(Messages.hello("a1")));
        agent.runPendingTasks();
        assertThat(read(agent)).anyMatch(FromController::hasWelcome);
        waiting.get(0).run();
        stranger.runPendingTasks();
        assertThat(read(stranger)).anyMatch(FromController::hasRefused);
    }

    /** What went wrong may name tables and files: an agent that is known is told, and nobody else. */
    @Test
    void aStrangerIsToldNothingOfAnErrorOfTheController() {
        setups = (report, shown) -> {
            throw new IllegalStateException("select * from join_token");
        };
        write(
                channel,
                FromAgent.newBuilder()
                        .setSetupReport(SetupReport.getDefaultInstance())
                        .build());
        channel.runPendingTasks();
        assertThat(read(channel))
                .singleElement()
                .extracting(message -> message.getRefused().getReason())
                .isEqualTo("controller: an internal error (hint: the controller's log has the details)");
        assertThat(channel.isActive()).isFalse();
        assertThat(counters.snapshot().failed()).isEqualTo(1);
    }

    private EmbeddedChannel open() {
        return open(controller);
    }

    private EmbeddedChannel open(AgentHandler handler) {
        return open(handler, Runnable::run);
    }

    private EmbeddedChannel open(AgentHandler handler, Executor workers) {
        LinkServerSettings settings = new LinkServerSettings(
                        "127.0.0.1",
                        0,
                        BEAT,
                        Duration.ofSeconds(30),
                        SettingChecks.DEFAULT_MAX_FRAME_BYTES,
                        Optional.empty(),
                        "",
                        PeerAuthentication.TRUSTING,
                        Certificates.NONE,
                        (report, shown) -> setups.note(report, shown))
                .withAuthentication((hello, certificate) -> hello.getToken().equals("wrong")
                        ? new PeerAuthentication.Rejected("token: not this controller's (expected: its own)")
                        : PeerAuthentication.TRUSTING.authenticate(hello, certificate));
        SharedLinkState parts = new SharedLinkState(
                settings,
                handler,
                workers,
                joining,
                counters,
                registry,
                new ConnectionsWithoutHello(counters),
                unfinished);
        EmbeddedChannel opened =
                EmbeddedChannel.builder().register(false).ticker(time).build();
        AgentChannel.install(opened, parts);
        try {
            opened.register();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return opened;
    }

    private static FromAgent pong(long sequence) {
        return FromAgent.newBuilder()
                .setPong(Pong.newBuilder().setSequence(sequence))
                .build();
    }

    static void write(EmbeddedChannel channel, FromAgent message) {
        channel.writeInbound(
                Unpooled.buffer().writeInt(message.getSerializedSize()).writeBytes(message.toByteArray()));
        channel.runPendingTasks();
    }

    /** All messages that were written since the last call. */
    static List<FromController> read(EmbeddedChannel channel) {
        List<FromController> messages = new ArrayList<>();
        for (ByteBuf frame = channel.readOutbound(); frame != null; frame = channel.readOutbound()) {
            try {
                assertThat(frame.readInt()).isEqualTo(frame.readableBytes());
                messages.add(FromController.parseFrom(frame.nioBuffer()));
            } catch (InvalidProtocolBufferException e) {
                throw new AssertionError(e);
            } finally {
                frame.release();
            }
        }
        return messages;
    }
}
