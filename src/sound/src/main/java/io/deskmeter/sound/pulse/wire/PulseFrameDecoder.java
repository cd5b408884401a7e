package io.deskmeter.sound.pulse.wire;

import io.deskmeter.sound.pulse.wire.Frames.Seek;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts what a client sends into frames. Checks each descriptor before anything is kept for it. After a broken frame it
 * reads no more.
 */
public final class PulseFrameDecoder extends ByteToMessageDecoder {
    private static final Seek[] SEEKS = Seek.values();

    /** Receives frames, on the event loop; the bytes are valid during the call only. */
    public interface Receiver {
        void onCommand(ByteBuf command);

        void onSamples(int channel, Seek seek, long offset, ByteBuf samples);

        /** Nothing follows. */
        void onBroken(PulseException cause);
    }

    private final Receiver receiver;
    private final int mostSamples;
    private int mostCommand;
    private boolean samplesAllowed;
    private boolean ended;

    /**
     * @param mostCommand bytes of a command, until {@link #open}
     * @param mostSamples bytes of a frame of samples
     */
    public PulseFrameDecoder(Receiver receiver, int mostCommand, int mostSamples) {
        this.receiver = receiver;
        this.mostCommand = mostCommand;
        this.mostSamples = mostSamples;
    }

    /** The client has said who it is: allows longer commands, and samples. */
    public void open(int longerCommand) {
        mostCommand = longerCommand;
        samplesAllowed = true;
    }

    /** What else comes is dropped. */
    public void end() {
        ended = true;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (ended) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (in.readableBytes() < Frames.DESCRIPTOR) {
            return;
        }
        int start = in.readerIndex();
        try {
            int length = checkedLength(in, start);
            if (in.readableBytes() >= Frames.DESCRIPTOR + length) {
                in.skipBytes(Frames.DESCRIPTOR);
                deliver(in, start, in.readSlice(length));
            }
        } catch (PulseException e) {
            ended = true;
            in.skipBytes(in.readableBytes());
            receiver.onBroken(e);
        }
    }

    private int checkedLength(ByteBuf in, int start) throws PulseException {
        long length = in.getUnsignedInt(start);
        boolean command = in.getInt(start + 4) == Frames.COMMANDS;
        int flags = in.getInt(start + 16);
        int most = command ? mostCommand : mostSamples;
        if (length < 1 || length > most) {
            throw PulseException.broken("length of a frame: " + length + " (expected: 1 to " + most
                    + (command ? ", a command)" : ", samples)"));
        }
        if (!command && !samplesAllowed) {
            throw PulseException.broken("samples before the authentication (expected: the command AUTH)");
        }
        if (flags != 0 && (command || (flags & ~Frames.SEEK_MASK) != 0 || flags >= SEEKS.length)) {
            throw PulseException.broken("flags of a frame: 0x" + Integer.toHexString(flags)
                    + " (expected: 0 to 3; shared memory was not agreed on)");
        }
        return (int) length;
    }

    private void deliver(ByteBuf in, int start, ByteBuf content) {
        int channel = in.getInt(start + 4);
        if (channel == Frames.COMMANDS) {
            receiver.onCommand(content);
        } else {
            receiver.onSamples(channel, SEEKS[in.getInt(start + 16)], in.getLong(start + 8), content);
        }
    }
}
