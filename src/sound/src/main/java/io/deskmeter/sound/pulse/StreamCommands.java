package io.deskmeter.sound.pulse;

import io.deskmeter.sound.pulse.card.PlaybackStream;
import io.deskmeter.sound.pulse.format.BufferAttributes;
import io.deskmeter.sound.pulse.format.FormatInfo;
import io.deskmeter.sound.pulse.format.SampleSpec;
import io.deskmeter.sound.pulse.wire.Command;
import io.deskmeter.sound.pulse.wire.Frames.Seek;
import io.deskmeter.sound.pulse.wire.PulseError;
import io.deskmeter.sound.pulse.wire.PulseException;
import io.deskmeter.sound.pulse.wire.TagReader;
import io.deskmeter.sound.pulse.wire.TagWriter;
import io.deskmeter.sound.pulse.wire.WallTime;
import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The streams of a client: opens, plays and closes them. */
final class StreamCommands implements CommandGroup {
    /** What is taken from a stream is played at that instant. */
    private static final int CARD_LATENCY = 0;

    private static final Logger LOG = LoggerFactory.getLogger(StreamCommands.class);

    private final PulseConnection client;
    private final Sink sink;
    private final Map<Integer, OpenStream> streams = new LinkedHashMap<>();
    private int lastChannel = -1;

    StreamCommands(PulseConnection client) {
        this.client = client;
        this.sink = client.sink();
    }

    /** Samples for a stream. Those for one that has just been closed are dropped, and counted. */
    /** Whether it makes no difference to samples at the end of a stream what is due before. */
    boolean addsToWhatPlays(int channel, Seek seek, long offset, int bytes, long now) {
        OpenStream stream = streams.get(channel);
        return stream != null
                && seek == Seek.WRITE
                && offset == 0
                && stream.playback().hasRoomFor(bytes)
                && sink.playsUntil(now, stream.playback());
    }

    void write(int channel, Seek seek, long offset, ByteBuf samples) throws PulseException {
        OpenStream stream = streams.get(channel);
        if (stream == null) {
            sink.counters().lostBytes.add(samples.readableBytes());
            return;
        }
        PlaybackStream playback = stream.playback();
        sink.counters().lostBytes.add(playback.write(samples, seek, offset));
        if (playback.writeIndex() - playback.readIndex() > playback.attributes().maxLength()) {
            stream.overflow();
        }
    }

    void closeAll() {
        List.copyOf(streams.values()).forEach(sink::closed);
        streams.clear();
    }

    @Override
    public Result carryOut(Command command, int tag, TagReader in, TagWriter reply) throws PulseException {
        switch (command) {
            case CREATE_PLAYBACK_STREAM -> create(in, reply);
            case DELETE_PLAYBACK_STREAM -> delete(in);
            case CORK_PLAYBACK_STREAM -> cork(in);
            case FLUSH_PLAYBACK_STREAM -> only(in).flush();
            case TRIGGER_PLAYBACK_STREAM -> only(in).trigger();
            case PREBUF_PLAYBACK_STREAM -> only(in).prebuffer();
            case DRAIN_PLAYBACK_STREAM -> {
                drain(only(in), tag);
                return Result.LATER;
            }
            case GET_PLAYBACK_LATENCY -> latency(in, reply);
            case SET_PLAYBACK_STREAM_BUFFER_ATTR -> changeBuffer(in, reply);
            case UPDATE_PLAYBACK_STREAM_SAMPLE_RATE -> changeRate(in);
            case SET_PLAYBACK_STREAM_NAME -> {
                OpenStream stream = stream(in);
                String name = in.string();
                in.end();
                rename(stream, Map.of("media.name", name == null ? "" : name));
            }
            case UPDATE_PLAYBACK_STREAM_PROPLIST -> {
                OpenStream stream = stream(in);
                in.u32();
                Map<String, String> told = in.properties();
                in.end();
                rename(stream, told);
            }
            case REMOVE_PLAYBACK_STREAM_PROPLIST -> {
                ClientCommands.remove(in, stream(in).properties());
                in.end();
            }
            case MOVE_SINK_INPUT -> {
                InfoCommands.stream(sink, in.index());
                InfoCommands.checkSink(in);
                in.end();
            }
            default -> {
                return Result.NOT_MINE;
            }
        }
        return Result.DONE;
    }

    private OpenStream stream(TagReader in) throws PulseException {
        int channel = in.index();
        OpenStream stream = streams.get(channel);
        if (stream == null) {
            throw new PulseException(
                    PulseError.NO_ENTITY,
                    "stream: channel " + channel + " (expected: one of this client, " + streams.keySet() + ")");
        }
        return stream;
    }

    /** Of a command that has no other field. */
    private PlaybackStream only(TagReader in) throws PulseException {
        PlaybackStream playback = stream(in).playback();
        in.end();
        return playback;
    }

    private void create(TagReader in, TagWriter reply) throws PulseException {
        try {
            open(in, reply);
        } catch (PulseException e) {
            sink.counters().refuses(e.getMessage());
            throw e;
        }
    }

    private void open(TagReader in, TagWriter reply) throws PulseException {
        SinkLimits limits = sink.settings().limits();
        StreamRequest asked = StreamRequest.read(in, sink.spec(), limits.bufferBytes());
        if (streams.size() >= limits.streams()) {
            throw new PulseException(
                    PulseError.TOO_LARGE,
                    "streams: " + streams.size() + " are open (expected: " + limits.streams() + " at most)");
        }
        OpenStream stream = new OpenStream(
                client, ++lastChannel, sink.nextIndex(), asked.spec(), asked.map(), asked.attributes(), asked.corked());
        PlaybackStream playback = stream.playback();
        int[] volumes = asked.volumes().stream().mapToInt(Integer::intValue).toArray();
        if (volumes.length > 0 && !playback.volume().set(volumes)) {
            throw new PulseException(
                    PulseError.INVALID,
                    "volume: of " + volumes.length + " channels (expected: "
                            + asked.spec().channels() + ")");
        }
        playback.volume().mute(asked.muted());
        stream.properties().putAll(asked.properties());
        LOG.debug("client {} opens stream {}: {}", client.index(), stream.index(), asked);
        streams.put(stream.channel(), stream);
        sink.opened(stream);
        describe(stream, reply);
    }

    private void describe(OpenStream stream, TagWriter reply) {
        PlaybackStream playback = stream.playback();
        reply.index(stream.channel()).index(stream.index()).index(playback.firstRequest());
        attributes(playback.attributes(), reply);
        reply.sampleSpec(playback.spec())
                .channelMap(playback.map())
                .index(Sink.INDEX)
                .string(Sink.NAME)
                .flag(false)
                .micros(CARD_LATENCY)
                .format(FormatInfo.of(playback.spec(), playback.map()));
    }

    private static void attributes(BufferAttributes attributes, TagWriter reply) {
        reply.index(attributes.maxLength())
                .index(attributes.targetLength())
                .index(attributes.prebuffer())
                .index(attributes.minRequest());
    }

    private void delete(TagReader in) throws PulseException {
        OpenStream stream = stream(in);
        in.end();
        streams.remove(stream.channel());
        sink.closed(stream);
    }

    private void cork(TagReader in) throws PulseException {
        OpenStream stream = stream(in);
        boolean on = in.flag();
        in.end();
        boolean changed = on != stream.playback().isCorked();
        stream.playback().cork(on);
        if (changed) {
            sink.tell(Facility.SINK_INPUT, Facility.CHANGE, stream.index());
        }
    }

    private static void drain(PlaybackStream playback, int tag) throws PulseException {
        if (playback.isDraining()) {
            throw new PulseException(PulseError.EXISTS, "drain: the stream is being drained (expected: one at a time)");
        }
        playback.drain(tag);
    }

    private void latency(TagReader in, TagWriter reply) throws PulseException {
        PlaybackStream playback = stream(in).playback();
        WallTime asked = in.time();
        in.end();
        reply.micros(CARD_LATENCY)
                .micros(0) // of a source
                .flag(playback.isPlaying())
                .time(asked)
                .time(WallTime.of(sink.wallClock().instant()))
                .s64(playback.writeIndex())
                .s64(playback.readIndex())
                .u64(playback.starvedFor())
                .u64(playback.playingFor());
    }

    private void changeBuffer(TagReader in, TagWriter reply) throws PulseException {
        PlaybackStream playback = stream(in).playback();
        long maxLength = in.u32();
        long targetLength = in.u32();
        long prebuffer = in.u32();
        long minRequest = in.u32();
        in.flag(); // how a latency is shared with the card, which has none
        in.flag(); // early requests
        in.end();
        playback.change(BufferAttributes.granted(
                maxLength,
                targetLength,
                prebuffer,
                minRequest,
                playback.spec(),
                sink.settings().limits().bufferBytes()));
        attributes(playback.attributes(), reply);
        reply.micros(CARD_LATENCY);
    }

    private void changeRate(TagReader in) throws PulseException {
        PlaybackStream playback = stream(in).playback();
        long rate = in.u32();
        in.end();
        if (rate < SampleSpec.MIN_RATE || rate > SampleSpec.MAX_RATE) {
            throw new PulseException(
                    PulseError.INVALID,
                    "rate: " + rate + " (expected: " + SampleSpec.MIN_RATE + " to " + SampleSpec.MAX_RATE + ")");
        }
        playback.rate((int) rate);
    }

    /** Tells others only of what changed: a tunnel names its stream again whenever it hears of a change. */
    private void rename(OpenStream stream, Map<String, String> told) {
        if (ClientCommands.keep(told, stream.properties())) {
            sink.tell(Facility.SINK_INPUT, Facility.CHANGE, stream.index());
        }
    }
}
