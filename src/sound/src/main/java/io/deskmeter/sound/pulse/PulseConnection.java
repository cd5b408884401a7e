package io.deskmeter.sound.pulse;

import io.deskmeter.sound.pulse.wire.Command;
import io.deskmeter.sound.pulse.wire.Frames.Seek;
import io.deskmeter.sound.pulse.wire.PulseError;
import io.deskmeter.sound.pulse.wire.PulseException;
import io.deskmeter.sound.pulse.wire.PulseFrameDecoder;
import io.deskmeter.sound.pulse.wire.TagReader;
import io.deskmeter.sound.pulse.wire.TagWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection of a client: takes its commands in order and answers each. Owned by the event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails arrives as the end of the channel
final class PulseConnection implements PulseFrameDecoder.Receiver {
    /** Of version 1.0 and later. */
    static final int OLDEST_VERSION = 21;
    /** Of PulseAudio 15 and 16. */
    static final int VERSION = 35;

    private static final int VERSION_MASK = 0xFFFF;
    private static final int NO_TAG = -1;
    /** A client that is disconnected has so long to read why. */
    private static final long LAST_WORDS_NANOS = 1_000_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(PulseConnection.class);

    private final Sink sink;
    private final Channel channel;
    private final ReadStamp stamp;
    private final PulseFrameDecoder decoder;
    private final StreamCommands streamCommands;
    private final List<CommandGroup> groups;
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final Runnable stopTimer;
    private int version;
    private int index = NO_TAG;
    private int subscribed;
    private boolean ended;

    /** Adds itself to the channel's pipeline; on the event loop. */
    PulseConnection(Sink sink, Channel channel) {
        this.sink = sink;
        this.channel = channel;
        this.stamp = new ReadStamp(sink.nanoTime());
        this.decoder = new PulseFrameDecoder(
                this, SinkLimits.FIRST_COMMAND_BYTES, sink.settings().limits().frameBytes());
        this.streamCommands = new StreamCommands(this);
        this.groups =
                List.of(streamCommands, new InfoCommands(this), new VolumeCommands(this), new ClientCommands(this));
        channel.pipeline().addLast(stamp, decoder, new End());
        this.stopTimer =
                sink.alarm().in(sink.settings().limits().authenticateWithin().toNanos(), this::authenticateOrEnd);
        sink.arrived(this);
    }

    private void authenticateOrEnd() {
        if (!isAuthenticated() && !ended) {
            sink.counters().refused.increment();
            end("no authentication within " + sink.settings().limits().authenticateWithin());
        }
    }

    Sink sink() {
        return sink;
    }

    /** The protocol's version that both sides speak. */
    int version() {
        return version;
    }

    /** −1 before the authentication. */
    int index() {
        return index;
    }

    boolean isAuthenticated() {
        return index != NO_TAG;
    }

    Map<String, String> properties() {
        return properties;
    }

    void subscribe(int mask) {
        subscribed = mask;
    }

    // ---- what comes

    @Override
    public void onCommand(ByteBuf command) {
        sink.advance(stamp.at());
        int tag = NO_TAG;
        try {
            TagReader in = new TagReader(command);
            int code = in.index();
            tag = in.index();
            carryOut(code, tag, in);
        } catch (PulseException e) {
            refuse(tag, e);
        }
        sink.changed();
    }

    private void carryOut(int code, int tag, TagReader in) throws PulseException {
        Command command = Command.of(code)
                .orElseThrow(() -> new PulseException(
                        PulseError.UNKNOWN_COMMAND, "command: number " + code + " (expected: one of PulseAudio 16)"));
        if (!isAuthenticated()) {
            if (command != Command.AUTH) {
                throw PulseException.broken("command: " + command + " (expected: AUTH first)");
            }
            authenticate(tag, in);
            return;
        }
        TagWriter reply = reply(tag);
        boolean sent = false;
        try {
            for (CommandGroup group : groups) {
                CommandGroup.Result result = group.carryOut(command, tag, in, reply);
                if (result != CommandGroup.Result.NOT_MINE) {
                    sent = result == CommandGroup.Result.DONE;
                    if (sent) {
                        send(reply);
                    }
                    return;
                }
            }
            throw new PulseException(
                    PulseError.NOT_SUPPORTED,
                    "command: " + command + " (expected: one for playback; this server does nothing else)");
        } finally {
            if (!sent) {
                reply.discard();
            }
        }
    }

    private void authenticate(int tag, TagReader in) throws PulseException {
        int asked = (int) in.u32() & VERSION_MASK;
        byte[] cookie = in.bytes();
        in.end();
        if (asked < OLDEST_VERSION) {
            throw new PulseException(
                    PulseError.VERSION,
                    "protocol: version " + asked + " (expected: " + OLDEST_VERSION + " or newer, PulseAudio 1.0)");
        }
        SinkSettings settings = sink.settings();
        if (!settings.anonymous() && !settings.cookie().matches(cookie)) {
            throw new PulseException(
                    PulseError.ACCESS,
                    "cookie: not that of this server (expected: the one in the file that PULSE_COOKIE names)");
        }
        version = Math.min(asked, VERSION);
        index = sink.authenticated(this);
        decoder.open(settings.limits().commandBytes());
        send(reply(tag).index(VERSION));
    }

    @Override
    public void onSamples(int stream, Seek seek, long offset, ByteBuf samples) {
        // With many clients most of the work would be to play some sample frames of all streams for each block that
        // arrives.
        boolean adds = streamCommands.addsToWhatPlays(stream, seek, offset, samples.readableBytes(), stamp.at());
        if (!adds) {
            sink.advance(stamp.at());
        }
        try {
            streamCommands.write(stream, seek, offset, samples);
        } catch (PulseException e) {
            refuse(NO_TAG, e);
            end(e.getMessage());
        }
        if (!adds) {
            sink.changed();
        }
    }

    @Override
    public void onBroken(PulseException cause) {
        refuse(NO_TAG, cause);
    }

    /**
     * Tells the client that its command failed. One that broke the protocol, or may not be here, is disconnected after
     * that.
     */
    private void refuse(int tag, PulseException cause) {
        LOG.debug("client {}: {}: {}", index, cause.error(), cause.getMessage());
        if (ended) {
            return;
        }
        if (cause.endsConnection()) {
            sink.counters().broken.increment();
        } else if (!isAuthenticated()) {
            sink.counters().refused.increment();
        }
        if (cause.endsConnection() || !isAuthenticated()) {
            sink.counters().refuses(cause.getMessage());
        }
        send(begin(Command.ERROR, tag).index(cause.error().code()));
        if (cause.endsConnection() || !isAuthenticated()) {
            end(cause.getMessage());
        }
    }

    // ---- what goes

    /** The beginning of an answer. */
    TagWriter reply(int tag) {
        return begin(Command.REPLY, tag);
    }

    /** The beginning of a message that answers nothing. */
    TagWriter message(Command command) {
        return begin(command, NO_TAG);
    }

    private TagWriter begin(Command command, int tag) {
        return TagWriter.begin(channel.alloc().buffer(), command.code(), tag);
    }

    /** Sends it, unless the client does not read. */
    void send(TagWriter message) {
        if (ended) {
            message.discard();
            return;
        }
        channel.writeAndFlush(message.frame(), channel.voidPromise());
        if (channel.isActive() && !channel.isWritable()) {
            sink.counters().refused.increment();
            end("answers: more than " + sink.settings().limits().unsentBytes()
                    + " bytes unread (expected: a client that reads)");
        }
    }

    void tell(Facility facility, int change, int what) {
        if (facility.isIn(subscribed)) {
            send(message(Command.SUBSCRIBE_EVENT)
                    .index(facility.number() | change)
                    .index(what));
        }
    }

    /** Ends the connection after what has been sent. */
    void end(@Nullable String why) {
        if (!ended) {
            LOG.debug("client {} is disconnected: {}", index, why);
            ended = true;
            decoder.end();
            leave();
            if (channel.isWritable()) {
                channel.config().setAutoRead(false);
                channel.writeAndFlush(channel.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
                sink.alarm().in(LAST_WORDS_NANOS, channel::close);
            } else {
                channel.close(); // it would never read the last words
            }
        }
    }

    private void leave() {
        stopTimer.run();
        streamCommands.closeAll();
        sink.left(this);
    }

    /** The end of the connection by the client. */
    private final class End extends ChannelInboundHandlerAdapter {
        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (!ended) {
                ended = true;
                decoder.end();
                sink.advance(sink.nanoTime().getAsLong());
                leave();
                sink.changed();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            LOG.debug("client {}: {}", index, cause.getMessage());
            channel.close();
            if (!(cause instanceof IOException)) {
                context.fireExceptionCaught(cause); // a defect of ours: not to be lost
            }
        }
    }
}
