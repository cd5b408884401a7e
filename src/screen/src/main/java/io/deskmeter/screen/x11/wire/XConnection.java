package io.deskmeter.screen.x11.wire;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.text.PeerText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection to an X server; owned by its event loop, on which all methods must be called and all callbacks are
 * called.
 *
 * <p>Messages are timestamped when they are read and passed on in the order of the stream, which is the order in which
 * the server processed requests: an event applies to every reply that follows it.
 */
public final class XConnection extends ChannelInboundHandlerAdapter {
    /** Receives messages that are not replies to requests. */
    public interface Listener {
        void onOpen(ServerSetup setup);

        /** An event; the buffer is valid during the call only. */
        void onEvent(ByteBuffer event, long arrivedAt);

        /** All bytes that could be read have been passed on. */
        void onPause();

        /** A request without a reply handler was refused. */
        void onStrayError(XError error);

        /** The connection has ended, or has received an invalid message; called at least once at the end. */
        void onEnd(String cause);
    }

    private record Pending(int sequence, boolean hasReply, ReplyHandler answer) {}

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();
    private static final int MESSAGE_BYTES = 32;
    private static final int ERROR = 0;
    private static final int REPLY = 1;
    private static final int GENERIC_EVENT = 35;
    /** A picture of 16384 x 16384 does not fit; no request asks for as much. */
    private static final int MAX_MESSAGE_BYTES = 512 << 20;

    private final LongSupplier nanoTime;
    private final int screen;
    private final byte @Nullable [] cookie;
    private final Listener listener;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private @Nullable Channel channel;
    private @Nullable ByteBuf unread;
    private boolean open;
    private int sequence;
    private int nextId;

    /**
     * @param nanoTime monotonic nanoseconds
     * @param screen which of the display's screens
     * @param cookie null to go without
     */
    public XConnection(LongSupplier nanoTime, int screen, byte @Nullable [] cookie, Listener listener) {
        this.nanoTime = nanoTime;
        this.screen = screen;
        this.cookie = cookie == null ? null : cookie.clone();
        this.listener = listener;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        channel = context.channel();
        unread = context.alloc().buffer();
        byte[] name = cookie == null ? new byte[0] : Authority.COOKIE_PROTOCOL.getBytes(StandardCharsets.US_ASCII);
        byte[] data = cookie == null ? new byte[0] : cookie;
        ByteBuffer hello = ByteBuffer.allocate(12 + padded(name.length) + padded(data.length))
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 'l')
                .put((byte) 0)
                .putShort((short) 11)
                .putShort((short) 0)
                .putShort((short) name.length)
                .putShort((short) data.length)
                .putShort((short) 0);
        hello.put(name).position(12 + padded(name.length));
        hello.put(data);
        var unused = context.writeAndFlush(Unpooled.wrappedBuffer(hello.array()), context.voidPromise());
    }

    private static int padded(int bytes) {
        return (bytes + 3) & ~3;
    }

    /** A new identifier for a resource of this client. */
    public int newId(ServerSetup setup) {
        return setup.idBase() + ++nextId;
    }

    /** Sends a request that has no reply; it leaves with the next {@link #flush}. */
    public void send(Request request) {
        sequence++;
        Channel to = channel;
        if (to != null) {
            var unused = to.write(Unpooled.wrappedBuffer(request.bytes()), to.voidPromise());
        }
    }

    /** Sends a request and watches its answer; it leaves with the next {@link #flush}. */
    public void ask(Request request, ReplyHandler answer) {
        send(request);
        pending.add(new Pending(sequence & 0xFFFF, true, answer));
    }

    /**
     * Sends a request that has no reply and watches whether it is refused, which shows with the answer to a later one.
     */
    public void sendWatched(Request request, ReplyHandler answer) {
        send(request);
        pending.add(new Pending(sequence & 0xFFFF, false, answer));
    }

    /** Sends a request; the future completes with a copy of its reply, or with a {@link ScreenException}. */
    public CompletableFuture<ByteBuffer> ask(Request request) {
        CompletableFuture<ByteBuffer> result = new CompletableFuture<>();
        ask(request, new ReplyHandler() {
            @Override
            public void onReply(ByteBuffer reply, long arrivedAt) {
                result.complete(copy(reply));
            }

            @Override
            public void onError(XError error) {
                result.completeExceptionally(new ScreenException("the X server refuses: " + error));
            }
        });
        return result;
    }

    private static ByteBuffer copy(ByteBuffer message) {
        return ByteBuffer.allocate(message.remaining())
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(message)
                .flip();
    }

    /** Whether messages can still be sent. */
    public boolean isOpen() {
        return unread != null;
    }

    /** Whether the server reads fast enough. */
    public boolean isHeard() {
        Channel to = channel;
        return to != null && to.isWritable();
    }

    public void flush() {
        Channel to = channel;
        if (to != null) {
            to.flush();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        long arrivedAt = nanoTime.getAsLong();
        ByteBuf bytes = (ByteBuf) message;
        ByteBuf all = unread;
        try {
            if (all != null) {
                all.writeBytes(bytes);
                hear(all, arrivedAt);
            }
        } catch (ScreenException e) {
            end(String.valueOf(e.getMessage()));
        } finally {
            bytes.release();
        }
    }

    private void hear(ByteBuf all, long arrivedAt) throws ScreenException {
        int length = nextLength(all);
        while (length > 0 && all.readableBytes() >= length) {
            ByteBuffer next = all.nioBuffer(all.readerIndex(), length).order(ByteOrder.LITTLE_ENDIAN);
            if (open) {
                dispatch(next, arrivedAt);
            } else {
                introduce(next);
            }
            if (unread == null) {
                return; // a callback has closed us
            }
            all.skipBytes(length);
            length = nextLength(all);
        }
        if (!all.isReadable()) {
            all.clear();
        } else {
            all.ensureWritable(Math.max(0, length - all.readableBytes()));
            all.discardSomeReadBytes();
        }
    }

    /** The length of the next message in bytes; 0 while it is unknown. */
    private int nextLength(ByteBuf all) throws ScreenException {
        int at = all.readerIndex();
        if (!open) {
            return all.readableBytes() < 8 ? 0 : 8 + all.getUnsignedShortLE(at + 6) * 4;
        }
        if (all.readableBytes() < MESSAGE_BYTES) {
            return 0;
        }
        int type = all.getByte(at) & 0x7F;
        if (type != REPLY && type != GENERIC_EVENT) {
            return MESSAGE_BYTES;
        }
        long length = MESSAGE_BYTES + all.getUnsignedIntLE(at + 4) * 4;
        if (length > MAX_MESSAGE_BYTES) {
            throw new ScreenException(
                    "message of " + length + " bytes (expected: <= " + MAX_MESSAGE_BYTES + "; is this an X server?)");
        }
        return (int) length;
    }

    private void introduce(ByteBuffer message) throws ScreenException {
        int status = message.get(0);
        if (status != 1) {
            int reasonBytes = status == 0 ? message.get(1) & 0xFF : message.limit() - 8;
            byte[] reason = new byte[Math.max(0, Math.min(reasonBytes, message.limit() - 8))];
            message.get(8, reason);
            String why = PeerText.lines(reason, StandardCharsets.ISO_8859_1).strip();
            throw new ScreenException("the X server refuses the connection: \"" + why
                    + "\" (expected: access; hint: the authority file must contain this display's cookie)");
        }
        ServerSetup setup =
                ServerSetup.read(message.slice(8, message.limit() - 8).order(ByteOrder.LITTLE_ENDIAN), screen);
        open = true;
        listener.onOpen(setup);
    }

    private void dispatch(ByteBuffer message, long arrivedAt) {
        int type = message.get(0) & 0x7F;
        switch (type) {
            case ERROR -> fail(XError.of(message), message.getShort(2) & 0xFFFF);
            case REPLY -> answer(message, arrivedAt);
            default -> listener.onEvent(message, arrivedAt);
        }
    }

    private void answer(ByteBuffer message, long arrivedAt) {
        int of = message.getShort(2) & 0xFFFF;
        while (!pending.isEmpty()) {
            Pending next = pending.remove();
            if (next.hasReply() && next.sequence() == of) {
                next.answer().onReply(message, arrivedAt);
                return;
            }
            if (next.hasReply()) {
                end("an answer is missing (expected: answers in the order of the requests)");
                return;
            }
            next.answer().onReply(NOTHING, arrivedAt);
        }
    }

    private void fail(XError error, int of) {
        for (Pending next : pending) {
            if (next.sequence() == of) {
                pending.remove(next);
                next.answer().onError(error);
                return;
            }
            if (next.hasReply()) {
                break;
            }
        }
        listener.onStrayError(error);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (open && unread != null) {
            listener.onPause();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        end("closed by the X server");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        end(String.valueOf(cause.getMessage()));
    }

    private void end(String cause) {
        close();
        listener.onEnd(cause);
    }

    /** Sends what is pending, closes the connection and drops its state; idempotent. */
    @SuppressWarnings("FutureReturnValueIgnored") // it closes when it closes
    public void close() {
        ByteBuf all = unread;
        unread = null;
        if (all != null) {
            all.release();
        }
        pending.clear();
        Channel to = channel;
        if (to != null) {
            to.flush();
            to.close();
        }
    }
}
