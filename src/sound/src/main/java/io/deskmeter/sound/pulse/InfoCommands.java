package io.deskmeter.sound.pulse;

import io.deskmeter.sound.pulse.card.PlaybackStream;
import io.deskmeter.sound.pulse.card.StreamVolume;
import io.deskmeter.sound.pulse.format.FormatInfo;
import io.deskmeter.sound.pulse.wire.Command;
import io.deskmeter.sound.pulse.wire.PulseError;
import io.deskmeter.sound.pulse.wire.PulseException;
import io.deskmeter.sound.pulse.wire.TagReader;
import io.deskmeter.sound.pulse.wire.TagWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What clients ask about the server: itself, its one sink, its clients and streams. It has no sources, cards, samples
 * and modules.
 */
final class InfoCommands implements CommandGroup {
    private static final int NONE = -1;
    private static final String DRIVER = "deskmeter";
    private static final String DESCRIPTION = "Deskmeter";
    private static final String DEFAULT_SINK = "@DEFAULT_SINK@";
    private static final int FLAG_LATENCY = 0x2;
    private static final int FLAG_DECIBEL_VOLUME = 0x20;
    private static final int RUNNING = 0;
    private static final int IDLE = 1;
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final Sink sink;
    private final @Nullable String version = InfoCommands.class.getPackage().getImplementationVersion();

    InfoCommands(PulseConnection client) {
        this.sink = client.sink();
    }

    @Override
    public Result carryOut(Command command, int tag, TagReader in, TagWriter reply) throws PulseException {
        switch (command) {
            case GET_SERVER_INFO -> {
                in.end();
                server(reply);
            }
            case LOOKUP_SINK -> {
                checkName(in.string());
                in.end();
                reply.index(Sink.INDEX);
            }
            case GET_SINK_INFO -> {
                checkSink(in);
                in.end();
                sink(reply);
            }
            case GET_SINK_INFO_LIST -> {
                in.end();
                sink(reply);
            }
            case SET_DEFAULT_SINK -> {
                checkName(in.string());
                in.end();
            }
            case GET_CLIENT_INFO -> {
                client(reply, client(in.index()));
                in.end();
            }
            case GET_CLIENT_INFO_LIST -> {
                in.end();
                sink.clients().values().forEach(client -> client(reply, client));
            }
            case GET_SINK_INPUT_INFO -> {
                stream(reply, stream(sink, in.index()));
                in.end();
            }
            case GET_SINK_INPUT_INFO_LIST -> {
                in.end();
                sink.streams().forEach(stream -> stream(reply, stream));
            }
            case GET_SOURCE_INFO_LIST,
                    GET_MODULE_INFO_LIST,
                    GET_SOURCE_OUTPUT_INFO_LIST,
                    GET_SAMPLE_INFO_LIST,
                    GET_CARD_INFO_LIST -> in.end();
            case LOOKUP_SOURCE,
                    GET_SOURCE_INFO,
                    GET_MODULE_INFO,
                    GET_SOURCE_OUTPUT_INFO,
                    GET_SAMPLE_INFO,
                    GET_CARD_INFO -> throw missing(command + ": none (expected: a sink, a stream or a client)");
            default -> {
                return Result.NOT_MINE;
            }
        }
        return Result.DONE;
    }

    private static PulseException missing(String what) {
        return new PulseException(PulseError.NO_ENTITY, what);
    }

    /** Reads by what a client names the sink, and checks that it exists. */
    static void checkSink(TagReader in) throws PulseException {
        int index = in.index();
        String name = in.string();
        if (index != NONE && index != Sink.INDEX) {
            throw missing("sink: " + index + " (expected: " + Sink.INDEX + ")");
        }
        checkName(name);
    }

    /** Checks the name of a sink; none is the default. */
    static void checkName(@Nullable String name) throws PulseException {
        if (name != null
                && !name.equals(Sink.NAME)
                && !name.equals(DEFAULT_SINK)
                && !name.equals(String.valueOf(Sink.INDEX))) {
            throw missing("sink: " + name + " (expected: " + Sink.NAME + ")");
        }
    }

    /** A stream of any client. */
    static OpenStream stream(Sink sink, int index) throws PulseException {
        OpenStream stream = sink.stream(index);
        if (stream == null) {
            throw missing("stream: " + index + " (expected: one of the list)");
        }
        return stream;
    }

    private PulseConnection client(int index) throws PulseException {
        PulseConnection client = sink.clients().get(index);
        if (client == null) {
            throw missing("client: " + index + " (expected: one of the list)");
        }
        return client;
    }

    private void server(TagWriter reply) {
        reply.string("deskmeter")
                .string(version)
                .string("deskmeter")
                .string("localhost")
                .sampleSpec(sink.spec())
                .string(Sink.NAME)
                .string(null)
                .index(System.identityHashCode(sink))
                .channelMap(sink.map());
    }

    private void sink(TagWriter reply) {
        StreamVolume volume = sink.card().volume();
        reply.index(Sink.INDEX)
                .string(Sink.NAME)
                .string(DESCRIPTION)
                .sampleSpec(sink.spec())
                .channelMap(sink.map())
                .index(NONE) // module
                .volumes(volume.volumes())
                .flag(volume.isMuted())
                .index(NONE) // source of what it plays
                .string(null)
                .micros(0) // what is taken from a stream is played at that instant
                .string(DRIVER)
                .index(FLAG_LATENCY | FLAG_DECIBEL_VOLUME)
                .properties(Map.of("device.description", DESCRIPTION))
                .micros(0)
                .volume(StreamVolume.FULL)
                .index(sink.card().isPlaying() ? RUNNING : IDLE)
                .index(StreamVolume.FULL + 1) // steps of the volume
                .index(NONE) // card
                .index(0) // ports
                .string(null)
                .u8(1)
                .format(new FormatInfo(FormatInfo.PCM, Map.of()));
    }

    private static void client(TagWriter reply, PulseConnection client) {
        reply.index(client.index())
                .string(client.properties().getOrDefault("application.name", ""))
                .index(NONE)
                .string(DRIVER)
                .properties(client.properties());
    }

    private static void stream(TagWriter reply, OpenStream stream) {
        PlaybackStream playback = stream.playback();
        long waiting = Math.max(0, playback.writeIndex() - playback.readIndex())
                / playback.spec().frameBytes();
        reply.index(stream.index())
                .string(stream.name())
                .index(NONE)
                .index(stream.client().index())
                .index(Sink.INDEX)
                .sampleSpec(playback.spec())
                .channelMap(playback.map())
                .volumes(playback.volume().volumes())
                .micros(waiting * MICROS_PER_SECOND / playback.spec().rate())
                .micros(0)
                .string("sinc")
                .string(DRIVER)
                .flag(playback.volume().isMuted())
                .properties(stream.properties())
                .flag(playback.isCorked())
                .flag(true)
                .flag(true)
                .format(FormatInfo.of(playback.spec(), playback.map()));
    }
}
