package io.deskmeter.sound.pulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.sound.pulse.TestClient.Message;
import io.deskmeter.sound.pulse.TestClient.Stream;
import io.deskmeter.sound.pulse.format.ChannelMap;
import io.deskmeter.sound.pulse.format.FormatInfo;
import io.deskmeter.sound.pulse.format.SampleFormat;
import io.deskmeter.sound.pulse.format.SampleSpec;
import io.deskmeter.sound.pulse.wire.AskedSpec;
import io.deskmeter.sound.pulse.wire.Command;
import io.deskmeter.sound.pulse.wire.PulseError;
import io.deskmeter.sound.pulse.wire.TagReader;
import io.deskmeter.sound.pulse.wire.TagWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Who may play, what clients are told, and what they do not get. */
class ProtocolTest {
    private static final UnaryOperator<TagWriter> NOTHING = UnaryOperator.identity();

    private final TestServer server = new TestServer();

    private static UnaryOperator<TagWriter> auth(int version, byte[] cookie) {
        return f -> f.index(version).bytes(cookie);
    }

    @Test
    void theBytesOfTheFirstExchange() throws Exception {
        TestServer open = new TestServer(SinkSettings.of(TestServer.COOKIE).withAnonymous());
        TestClient client = TestClient.unauthenticated(open);
        // AUTH (8) with tag 7, version 32 that offers shared memory, a cookie of two bytes.
        client.channel.writeInbound(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump("00000016" + "ffffffff"
                + "0000000000000000" + "00000000" + "4c00000008" + "4c00000007" + "4c80000020" + "78000000020102")));
        ByteBuf answer = client.channel.readOutbound();
        assertThat(ByteBufUtil.hexDump(answer))
                .isEqualTo("0000000f" + "ffffffff" + "0000000000000000" + "00000000" + "4c00000002" + "4c00000007"
                        + "4c00000023");
        answer.release();
    }

    @Test
    void aClientWithoutTheCookieIsRefused() throws Exception {
        TestClient client = TestClient.unauthenticated(server);
        assertThat(client.error(Command.AUTH, auth(35, new byte[256]))).isEqualTo(PulseError.ACCESS.code());
        assertThat(client.isConnected()).isFalse();
        assertThat(server.counters.snapshot().refused()).isEqualTo(1);
        assertThat(server.counters.snapshot().authenticated()).isZero();
    }

    @Test
    void aClientThatIsTooOldIsTold() throws Exception {
        TestClient client = TestClient.unauthenticated(server);
        assertThat(client.error(Command.AUTH, auth(13, TestServer.COOKIE.bytes())))
                .isEqualTo(PulseError.VERSION.code());
    }

    @Test
    void nothingComesBeforeTheAuthentication() throws Exception {
        TestClient client = TestClient.unauthenticated(server);
        assertThat(client.error(Command.GET_SERVER_INFO, NOTHING)).isEqualTo(PulseError.PROTOCOL.code());
        assertThat(client.isConnected()).isFalse();
        TestClient other = TestClient.unauthenticated(server);
        other.write(0, new byte[4]);
        assertThat(other.isConnected()).isFalse();
        TestClient longWinded = TestClient.unauthenticated(server);
        longWinded.say(Command.AUTH, auth(35, new byte[10_000]));
        assertThat(longWinded.isConnected()).isFalse();
        assertThat(server.counters.snapshot().broken()).isEqualTo(3);
    }

    @Test
    void whoSaysNothingIsDisconnected() throws Exception {
        TestClient client = TestClient.unauthenticated(server);
        TestClient known = TestClient.connect(server);
        server.pass(4_990);
        assertThat(client.isConnected()).isTrue();
        server.pass(20);
        assertThat(client.isConnected()).isFalse();
        server.pass(60_000);
        assertThat(known.isConnected()).isTrue();
    }

    @Test
    void unauthenticatedClientsDoNotKeepOthersOut() throws Exception {
        List<TestClient> unauthenticated = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            unauthenticated.add(TestClient.unauthenticated(server));
        }
        assertThat(unauthenticated.stream().filter(TestClient::isConnected).count())
                .isEqualTo(SinkLimits.DEFAULT.unauthenticated());
        assertThat(TestClient.connect(server).isConnected()).isTrue();
        server.pass(10_000);
        assertThat(unauthenticated.stream().filter(TestClient::isConnected)).isEmpty();
        assertThat(server.time.waiting()).as("alarms").isEqualTo(1);
    }

    @Test
    void clientsAndStreamsAreLimited() throws Exception {
        TestClient first = TestClient.connect(server);
        for (int i = 1; i < SinkLimits.DEFAULT.clients(); i++) {
            TestClient.connect(server);
        }
        assertThat(TestClient.unauthenticated(server).isConnected()).isFalse();
        for (int i = 0; i < SinkLimits.DEFAULT.streams(); i++) {
            first.open(TestClient.S16, false, TestClient.UNSET, TestClient.UNSET, TestClient.UNSET);
        }
        assertThat(first.error(Command.CREATE_PLAYBACK_STREAM, TestClient.stream(TestClient.S16, false, 4, 4, 4)))
                .isEqualTo(PulseError.TOO_LARGE.code());
        first.disconnect();
        assertThat(server.sink.streams()).isEmpty();
        assertThat(TestClient.connect(server).isConnected()).isTrue();
        server.pass(100);
        assertThat(server.counters.snapshot().streams()).isZero();
    }

    @Test
    void whatClientsAskAboutTheServer() throws Exception {
        TestClient client = TestClient.connect(server);
        TagReader info = client.ask(Command.GET_SERVER_INFO).fields();
        assertThat(info.string()).isEqualTo("deskmeter");
        info.string();
        info.string();
        info.string();
        assertThat(info.sampleSpec()).isEqualTo(new AskedSpec(SampleFormat.S16LE.number(), 2, 48_000));
        assertThat(info.string()).isEqualTo("deskmeter");
        assertThat(info.string()).isNull();
        info.index();
        assertThat(info.channelMap()).isEqualTo(ChannelMap.of(1, 2));
        info.end();
        assertThat(client.ask(Command.LOOKUP_SINK, f -> f.string("@DEFAULT_SINK@"))
                        .fields()
                        .index())
                .isZero();
        assertThat(client.error(Command.LOOKUP_SINK, f -> f.string("speakers"))).isEqualTo(PulseError.NO_ENTITY.code());
        for (Command list : Set.of(
                Command.GET_SOURCE_INFO_LIST,
                Command.GET_MODULE_INFO_LIST,
                Command.GET_CARD_INFO_LIST,
                Command.GET_SAMPLE_INFO_LIST)) {
            client.ask(list).fields().end();
        }
    }

    @Test
    void whatClientsAskAboutStreams() throws Exception {
        TestClient client = TestClient.connect(server);
        Stream stream = client.open(TestClient.S16, true, 9_600, 0, 960);
        TagReader info = client.ask(Command.GET_SINK_INPUT_INFO, f -> f.index(stream.index()))
                .fields();
        assertThat(info.index()).isEqualTo(stream.index());
        assertThat(info.string()).isEqualTo("a sound");
        info.index();
        int owner = info.index();
        assertThat(info.index()).isZero();
        info.sampleSpec();
        info.channelMap();
        assertThat(info.volumes()).containsExactly(0x10000, 0x10000);
        info.micros();
        info.micros();
        info.string();
        info.string();
        assertThat(info.flag()).isFalse();
        assertThat(info.properties()).isEqualTo(Map.of("media.name", "a sound"));
        assertThat(info.flag()).as("corked").isTrue();
        info.flag();
        info.flag();
        assertThat(info.format().properties()).containsEntry("format.rate", "48000");
        info.end();
        TagReader about =
                client.ask(Command.GET_CLIENT_INFO, f -> f.index(owner)).fields();
        assertThat(about.index()).isEqualTo(owner);
        assertThat(about.string()).isEqualTo("test");
    }

    @Test
    void whoSubscribesIsTold() throws Exception {
        TestClient client = TestClient.connect(server);
        client.ask(Command.SUBSCRIBE, f -> f.index(1 << 2));
        TestClient other = TestClient.connect(server);
        Stream stream = other.open(TestClient.S16, true, 9_600, 0, 960);
        // A tunnel does so whenever it is told of a change: telling it again would never end.
        other.ask(
                Command.SET_PLAYBACK_STREAM_NAME, f -> f.index(stream.channel()).string("a sound"));
        other.ask(Command.SET_SINK_INPUT_MUTE, f -> f.index(stream.index()).flag(false));
        other.ask(Command.DELETE_PLAYBACK_STREAM, f -> f.index(stream.channel()));
        List<TagReader> events = client.messages(Command.SUBSCRIBE_EVENT);
        assertThat(events).hasSize(2);
        assertThat(events.get(0).index()).isEqualTo(2);
        assertThat(events.get(0).index()).isEqualTo(stream.index());
        assertThat(events.get(1).index()).isEqualTo(0x22);
        assertThat(other.messages(Command.SUBSCRIBE_EVENT)).isEmpty();
    }

    @Test
    void formatsThatNobodyHas() throws Exception {
        TestClient client = TestClient.connect(server);
        FormatInfo compressed = new FormatInfo(4, Map.of());
        FormatInfo odd = new FormatInfo(FormatInfo.PCM, Map.of("format.sample_format", "\"s17le\""));
        FormatInfo fast = new FormatInfo(FormatInfo.PCM, Map.of("format.rate", "1000000"));
        for (FormatInfo format : List.of(compressed, odd, fast)) {
            assertThat(client.error(
                            Command.CREATE_PLAYBACK_STREAM, TestClient.stream(TestClient.S16, false, 4, 4, 4, format)))
                    .isEqualTo(PulseError.NOT_SUPPORTED.code());
        }
        assertThat(client.isConnected()).isTrue();
        assertThat(client.error(
                        Command.CREATE_PLAYBACK_STREAM,
                        TestClient.stream(TestClient.S16, false, 4, 4, 4, compressed, odd)))
                .isEqualTo(PulseError.NOT_SUPPORTED.code());
        Message opened = client.ask(
                Command.CREATE_PLAYBACK_STREAM,
                TestClient.stream(
                        TestClient.S16,
                        false,
                        TestClient.UNSET,
                        TestClient.UNSET,
                        TestClient.UNSET,
                        compressed,
                        FormatInfo.of(new SampleSpec(SampleFormat.FLOAT32LE, 1, 44_100), ChannelMap.of(0))));
        Stream stream = TestClient.opened(opened);
        assertThat(stream.target()).isEqualTo(44_100 * 4 * 2);
        assertThat(stream.requested()).isEqualTo(stream.target());
        assertThat(opened.fields().sampleSpec()).isEqualTo(new AskedSpec(SampleFormat.FLOAT32LE.number(), 1, 44_100));
    }

    @Test
    void whyNothingIsHeard() throws Exception {
        assertThat(server.counters.whySilent()).isEqualTo("no program has connected to the sound server");
        TestClient.unauthenticated(server).error(Command.AUTH, auth(35, new byte[256]));
        assertThat(server.counters.whySilent())
                .isEqualTo(
                        "no program plays to the sound server, which has refused one: cookie: not that of this server"
                                + " (expected: the one in the file that PULSE_COOKIE names)");
        TestClient client = TestClient.connect(server);
        FormatInfo fast = new FormatInfo(FormatInfo.PCM, Map.of("format.rate", "1000000"));
        client.error(Command.CREATE_PLAYBACK_STREAM, TestClient.stream(TestClient.S16, false, 4, 4, 4, fast));
        assertThat(server.counters.whySilent()).contains("which has refused one: ", "1000000");
        Stream stream = client.open(TestClient.S16, true, 9_600, 0, 960);
        assertThat(server.counters.whySilent()).isEmpty();
        client.ask(Command.DELETE_PLAYBACK_STREAM, f -> f.index(stream.channel()));
        assertThat(server.counters.whySilent()).isEqualTo("no program plays to the sound server");
    }

    @Test
    void whatThisServerDoesNotDo() throws Exception {
        TestClient client = TestClient.connect(server);
        assertThat(client.error(Command.CREATE_RECORD_STREAM, NOTHING)).isEqualTo(PulseError.NOT_SUPPORTED.code());
        assertThat(client.error(Command.EXTENSION, f -> f.index(-1).string("module-stream-restore")))
                .isEqualTo(PulseError.NO_EXTENSION.code());
        assertThat(client.error(Command.EXIT, NOTHING)).isEqualTo(PulseError.ACCESS.code());
        assertThat(client.error(Command.FLUSH_PLAYBACK_STREAM, f -> f.index(9))).isEqualTo(PulseError.NO_ENTITY.code());
        assertThat(client.isConnected()).isTrue();
        assertThat(client.error(Command.GET_SERVER_INFO, f -> f.index(1))).isEqualTo(PulseError.PROTOCOL.code());
        assertThat(client.isConnected()).isFalse();
    }

    @Test
    void anEndedServerEndsItsClients() throws Exception {
        TestClient client = TestClient.connect(server);
        client.open(TestClient.S16, false, 9_600, 0, 960);
        server.sink.close();
        assertThat(client.isConnected()).isFalse();
        server.time.advance(Duration.ofSeconds(10));
        assertThat(server.time.waiting()).isZero();
    }
}
