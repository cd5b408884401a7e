package io.deskmeter.sound.pulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.sound.pulse.format.ChannelMap;
import io.deskmeter.sound.pulse.format.FormatInfo;
import io.deskmeter.sound.pulse.format.SampleFormat;
import io.deskmeter.sound.pulse.format.SampleSpec;
import io.deskmeter.sound.pulse.wire.Command;
import io.deskmeter.sound.pulse.wire.TagReader;
import io.deskmeter.sound.pulse.wire.TagWriter;
import io.deskmeter.sound.pulse.wire.WallTime;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A client of a {@link TestServer}, without a socket. */
final class TestClient {
    static final long UNSET = 0xFFFFFFFFL;

    /** What came: a command with its tag, and its fields. */
    record Message(Command command, int tag, TagReader fields) {}

    final EmbeddedChannel channel;
    private final List<Message> unread = new ArrayList<>();
    private final ByteBuf received = Unpooled.buffer();
    private int lastTag;

    private TestClient(TestServer server) {
        channel = new EmbeddedChannel(new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel accepted) {
                // What a test does not read is no leak.
                accepted.config().setAllocator(new UnpooledByteBufAllocator(false, true));
                new PulseConnection(server.sink, accepted);
            }
        });
    }

    /** Has connected, and said nothing. */
    static TestClient unauthenticated(TestServer server) {
        return new TestClient(server);
    }

    /** Has authenticated and told its name. */
    static TestClient connect(TestServer server) throws Exception {
        TestClient client = unauthenticated(server);
        assertThat(client.ask(Command.AUTH, f -> f.index(35).bytes(TestServer.COOKIE.bytes()))
                        .fields()
                        .u32())
                .isEqualTo(35);
        client.ask(Command.SET_CLIENT_NAME, f -> f.properties(Map.of("application.name", "test")));
        return client;
    }

    int say(Command command, UnaryOperator<TagWriter> fields) {
        int tag = ++lastTag;
        channel.writeInbound(fields.apply(TagWriter.begin(Unpooled.buffer(), command.code(), tag))
                .frame());
        return tag;
    }

    /** Waits for nothing: the answer must be there. */
    Message ask(Command command, UnaryOperator<TagWriter> fields) throws Exception {
        Message answer = answer(say(command, fields));
        return Objects.requireNonNull(answer, () -> "no answer to " + command);
    }

    Message ask(Command command) throws Exception {
        return ask(command, f -> f);
    }

    /** The answer to a command, or null. */
    @Nullable
    Message answer(int tag) throws Exception {
        receive();
        for (Message message : unread) {
            if (message.tag() == tag) {
                unread.remove(message);
                return message;
            }
        }
        return null;
    }

    /** The error that a command ends with. */
    int error(Command command, UnaryOperator<TagWriter> fields) throws Exception {
        Message answer = ask(command, fields);
        assertThat(answer.command()).isEqualTo(Command.ERROR);
        return answer.fields().index();
    }

    /** Messages of a kind since the last time. */
    List<TagReader> messages(Command command) throws Exception {
        receive();
        List<TagReader> found = new ArrayList<>();
        for (Message message : List.copyOf(unread)) {
            if (message.command() == command) {
                unread.remove(message);
                found.add(message.fields());
            }
        }
        return found;
    }

    private void receive() throws Exception {
        for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            received.writeBytes(next);
            next.release();
        }
        while (received.readableBytes() >= 20) {
            int length = received.readInt();
            assertThat(received.readInt()).isEqualTo(-1);
            received.skipBytes(12);
            byte[] content = new byte[length];
            received.readBytes(content);
            TagReader fields = new TagReader(Unpooled.wrappedBuffer(content));
            unread.add(new Message(Command.of(fields.index()).orElseThrow(), fields.index(), fields));
        }
    }

    boolean isConnected() {
        return channel.isActive();
    }

    void disconnect() {
        channel.close().syncUninterruptibly();
    }

    // ---- streams

    static final SampleSpec S16 = new SampleSpec(SampleFormat.S16LE, 2, 48_000);

    /** As read from the answer. */
    record Stream(
            int channel, int index, long requested, long maxLength, long target, long prebuffer, long minRequest) {}

    /** The fields of CREATE_PLAYBACK_STREAM. */
    static UnaryOperator<TagWriter> stream(
            SampleSpec spec, boolean corked, long target, long prebuffer, long minRequest, FormatInfo... formats) {
        return f -> {
            boolean offered = formats.length > 0;
            if (offered) {
                f.sampleSpec(0xFF, 0, 0).channelMap(ChannelMap.of());
            } else {
                f.sampleSpec(spec).channelMap(ChannelMap.ofChannels(spec.channels()));
            }
            f.index(-1)
                    .string(null)
                    .index((int) UNSET)
                    .flag(corked)
                    .index((int) target)
                    .index((int) prebuffer);
            f.index((int) minRequest).index(0).volumes(0x10000);
            for (int i = 0; i < 9; i++) {
                f.flag(false);
            }
            f.properties(Map.of("media.name", "a sound"));
            for (int i = 0; i < 7; i++) {
                f.flag(false);
            }
            f.u8(formats.length);
            for (FormatInfo format : formats) {
                f.format(format);
            }
            return f;
        };
    }

    Stream open(SampleSpec spec, boolean corked, long target, long prebuffer, long minRequest) throws Exception {
        return opened(ask(Command.CREATE_PLAYBACK_STREAM, stream(spec, corked, target, prebuffer, minRequest)));
    }

    static Stream opened(Message answer) throws Exception {
        assertThat(answer.command()).isEqualTo(Command.REPLY);
        TagReader fields = answer.fields();
        return new Stream(
                fields.index(), fields.index(), fields.u32(), fields.u32(), fields.u32(), fields.u32(), fields.u32());
    }

    void write(int stream, byte[] samples) {
        write(stream, samples, 0, 0);
    }

    void write(int stream, byte[] samples, int seek, long offset) {
        ByteBuf frame = Unpooled.buffer();
        frame.writeInt(samples.length)
                .writeInt(stream)
                .writeLong(offset)
                .writeInt(seek)
                .writeBytes(samples);
        channel.writeInbound(frame);
    }

    /** As read from the answer to GET_PLAYBACK_LATENCY. */
    record Latency(boolean playing, long writeIndex, long readIndex) {}

    Latency latency(int stream) throws Exception {
        TagReader fields = ask(
                        Command.GET_PLAYBACK_LATENCY, f -> f.index(stream).time(new WallTime(5, 6)))
                .fields();
        return TestFields.latency(fields);
    }
}
