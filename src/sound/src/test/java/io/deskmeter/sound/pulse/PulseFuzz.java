package io.deskmeter.sound.pulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.pulse.format.ChannelMap;
import io.deskmeter.sound.pulse.format.FormatInfo;
import io.deskmeter.sound.pulse.format.SampleFormat;
import io.deskmeter.sound.pulse.format.SampleSpec;
import io.deskmeter.sound.pulse.wire.Command;
import io.deskmeter.sound.pulse.wire.TagWriter;
import io.deskmeter.sound.pulse.wire.WallTime;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * Sends conversations that were damaged at random: nothing may throw, and a well-behaved client beside them must not
 * notice.
 */
final class PulseFuzz {
    private static final Command[] COMMANDS = Command.values();
    private static final int FRAME = 4;

    private final Random random;

    PulseFuzz(long seed) {
        this.random = new Random(seed);
    }

    /** A conversation with the server; each of its frames may be damaged, and arrives in pieces. */
    void run(int conversations) throws Exception {
        TestServer server = new TestServer();
        for (int i = 0; i < conversations; i++) {
            if (i % 200 == 199) {
                finish(server);
                server = new TestServer();
            }
            converse(server);
            if (random.nextInt(8) == 0) {
                server.pass(random.nextInt(30));
            }
        }
        finish(server);
    }

    /** Afterwards the server is as new: nothing is left, and a client plays. */
    private static void finish(TestServer server) throws Exception {
        server.pass(6_000);
        assertThat(server.counters.snapshot().connected()).isZero();
        assertThat(server.counters.snapshot().streams()).isZero();
        assertThat(server.sink.memory().used()).isZero();
        assertThat(server.time.waiting()).isEqualTo(1);
        long end = 0;
        for (SoundBlock block : server.blocks) {
            assertThat(block.position()).isGreaterThanOrEqualTo(end);
            end = block.end();
        }
        TestClient client = TestClient.connect(server);
        client.ask(Command.SET_SINK_VOLUME, f -> f.index(0).string(null).volumes(0x10000));
        client.ask(Command.SET_SINK_MUTE, f -> f.index(0).string(null).flag(false));
        TestClient.Stream stream = client.open(TestClient.S16, false, 960 * FRAME, 0, 480 * FRAME);
        long from = server.sink.card().position();
        client.write(stream.channel(), TestFields.stereo(480, i -> 1_000 + i));
        server.pass(30);
        assertThat(server.heard(server.firstSound(from) + 479, 0)).isEqualTo((short) 1_479);
        client.disconnect();
    }

    private void converse(TestServer server) {
        TestClient client = TestClient.unauthenticated(server);
        List<ByteBuf> frames = new ArrayList<>();
        if (random.nextInt(20) > 0) {
            frames.add(command(Command.AUTH, f -> f.index(35).bytes(TestServer.COOKIE.bytes())));
        }
        int more = random.nextInt(12);
        for (int i = 0; i < more; i++) {
            frames.add(random.nextInt(3) == 0 ? samples() : command());
        }
        for (ByteBuf frame : frames) {
            byte[] bytes = new byte[frame.readableBytes()];
            frame.readBytes(bytes);
            frame.release();
            sendInPieces(client, random.nextInt(3) == 0 ? damaged(bytes) : bytes);
        }
        client.disconnect();
        client.channel.checkException();
        client.channel.releaseOutbound();
    }

    private void sendInPieces(TestClient client, byte[] bytes) {
        for (int at = 0; at < bytes.length && client.isConnected(); ) {
            int count = random.nextInt(4) == 0 ? 1 + random.nextInt(bytes.length - at) : bytes.length - at;
            client.channel.writeInbound(Unpooled.wrappedBuffer(Arrays.copyOfRange(bytes, at, at + count)));
            at += count;
        }
    }

    private byte[] damaged(byte[] bytes) {
        if (bytes.length == 0) {
            return bytes;
        }
        switch (random.nextInt(5)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            case 2 -> {
                int at = random.nextInt(bytes.length);
                Arrays.fill(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(8)), (byte)
                        (random.nextBoolean() ? 0xFF : 0));
            }
            case 3 -> {
                return Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            default -> {
                byte[] more = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(40));
                for (int i = bytes.length; i < more.length; i++) {
                    more[i] = (byte) random.nextInt();
                }
                return more;
            }
        }
        return bytes;
    }

    private ByteBuf samples() {
        byte[] bytes = new byte[1 + random.nextInt(3_000)];
        random.nextBytes(bytes);
        long offset = random.nextInt(4) > 0 ? 0 : random.nextLong() >> random.nextInt(64);
        return Unpooled.buffer()
                .writeInt(bytes.length)
                .writeInt(random.nextInt(3))
                .writeLong(offset)
                .writeInt(random.nextInt(3) > 0 ? 0 : random.nextInt(4))
                .writeBytes(bytes);
    }

    private ByteBuf command() {
        int stream = random.nextInt(3);
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> command(Command.CREATE_PLAYBACK_STREAM, stream());
            case 3 -> command(Command.CORK_PLAYBACK_STREAM, f -> f.index(stream).flag(random.nextBoolean()));
            case 4 -> command(Command.GET_PLAYBACK_LATENCY, f -> f.index(stream).time(new WallTime(1, 2)));
            case 5 ->
                command(
                        Command.UPDATE_PLAYBACK_STREAM_SAMPLE_RATE,
                        f -> f.index(stream).index(4_000 + random.nextInt(190_000)));
            case 6 ->
                command(
                        Command.SET_SINK_INPUT_VOLUME,
                        f -> f.index(random.nextInt(50)).volumes(random.nextInt(), random.nextInt()));
            case 7 ->
                command(
                        Command.SET_PLAYBACK_STREAM_BUFFER_ATTR,
                        f -> f.index(stream)
                                .index(random.nextInt())
                                .index(random.nextInt())
                                .index(random.nextInt())
                                .index(random.nextInt())
                                .flag(true)
                                .flag(false));
            case 8 ->
                command(
                        Command.SET_CLIENT_NAME,
                        f -> f.properties(Map.of("application.name", "x".repeat(random.nextInt(400)))));
            default ->
                command(COMMANDS[random.nextInt(COMMANDS.length)], f -> random.nextBoolean() ? f : f.index(stream));
        };
    }

    private UnaryOperator<TagWriter> stream() {
        SampleSpec spec = new SampleSpec(
                SampleFormat.of(random.nextInt(13)).orElseThrow(),
                1 + random.nextInt(8),
                4_000 + random.nextInt(188_000));
        FormatInfo[] formats = random.nextInt(3) == 0
                ? new FormatInfo[] {FormatInfo.of(spec, ChannelMap.ofChannels(spec.channels()))}
                : new FormatInfo[0];
        return TestClient.stream(
                spec,
                random.nextInt(4) == 0,
                random.nextInt() & 0xFFFFFL,
                random.nextInt(9_000),
                random.nextInt(9_000),
                formats);
    }

    private static ByteBuf command(Command command, UnaryOperator<TagWriter> fields) {
        return fields.apply(TagWriter.begin(Unpooled.buffer(), command.code(), 1))
                .frame();
    }
}
