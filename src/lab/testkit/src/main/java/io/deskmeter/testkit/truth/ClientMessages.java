package io.deskmeter.testkit.truth;

import io.deskmeter.screen.Rect;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a client's bytes into messages (RFC 6143, sections 7.1 to 7.5; continuous updates and fences as in the
 * community's "rfbproto").
 */
final class ClientMessages extends ByteToMessageDecoder {
    private static final int VERSION_BYTES = 12;
    private static final int MAX_TEXT = 1 << 20;
    private static final int MAX_FENCE = 64;

    private enum Phase {
        VERSION,
        SECURITY,
        INIT,
        TALK
    }

    private Phase phase = Phase.VERSION;

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        in.markReaderIndex();
        ClientMessage message = next(in);
        if (message == null) {
            in.resetReaderIndex();
        } else {
            out.add(message);
        }
    }

    private @Nullable ClientMessage next(ByteBuf in) {
        return switch (phase) {
            case VERSION -> in.readableBytes() < VERSION_BYTES ? null : version(in);
            case SECURITY -> {
                phase = Phase.INIT;
                yield new ClientMessage.Security(in.readUnsignedByte());
            }
            case INIT -> {
                phase = Phase.TALK;
                yield new ClientMessage.Init(in.readByte() != 0);
            }
            case TALK -> talk(in);
        };
    }

    private ClientMessage version(ByteBuf in) {
        String text =
                in.readCharSequence(VERSION_BYTES, StandardCharsets.US_ASCII).toString();
        if (!text.matches("RFB 003\\.00[378]\n")) {
            throw new IllegalArgumentException(
                    "version: \"" + text.strip() + "\" (expected: RFB 003.003, .007 or .008)");
        }
        int minor = text.charAt(VERSION_BYTES - 2) - '0';
        phase = minor == 3 ? Phase.INIT : Phase.SECURITY;
        return new ClientMessage.Version(minor);
    }

    private static @Nullable ClientMessage talk(ByteBuf in) {
        int type = in.readUnsignedByte();
        return switch (type) {
            case 0 -> in.readableBytes() < 3 + PixelFormat.BYTES ? null : format(in.skipBytes(3));
            case 2 -> in.readableBytes() < 3 ? null : encodings(in.skipBytes(1));
            case 3 -> in.readableBytes() < 9 ? null : request(in);
            case 4 -> in.readableBytes() < 7 ? null : key(in);
            case 5 -> in.readableBytes() < 5 ? null : other(in, 5);
            case 6 -> in.readableBytes() < 7 ? null : text(in.skipBytes(3));
            case 150 -> in.readableBytes() < 9 ? null : continuous(in);
            case 248 -> in.readableBytes() < 8 ? null : fence(in.skipBytes(3));
            default ->
                throw new IllegalArgumentException(
                        "message of a client: type " + type + " (expected: 0, 2 to 6, 150 or 248)");
        };
    }

    private static ClientMessage format(ByteBuf in) {
        return new ClientMessage.Format(PixelFormat.read(in));
    }

    private static @Nullable ClientMessage encodings(ByteBuf in) {
        int count = in.readUnsignedShort();
        if (in.readableBytes() < count * 4) {
            return null;
        }
        List<Integer> codes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            codes.add(in.readInt());
        }
        return new ClientMessage.Encodings(List.copyOf(codes));
    }

    private static ClientMessage request(ByteBuf in) {
        boolean incremental = in.readBoolean();
        Rect area = new Rect(
                in.readUnsignedShort(), in.readUnsignedShort(), in.readUnsignedShort(), in.readUnsignedShort());
        return new ClientMessage.UpdateRequest(incremental, area);
    }

    private static ClientMessage key(ByteBuf in) {
        boolean down = in.readBoolean();
        in.skipBytes(2);
        return new ClientMessage.Key(in.readInt(), down);
    }

    private static ClientMessage continuous(ByteBuf in) {
        boolean enabled = in.readBoolean();
        in.skipBytes(8);
        return new ClientMessage.Continuous(enabled);
    }

    /** A negative length is that of the extended clipboard, which is treated as clipboard text, too. */
    private static @Nullable ClientMessage text(ByteBuf in) {
        int length = Math.abs(in.readInt());
        if (length < 0 || length > MAX_TEXT) {
            throw new IllegalArgumentException("cut text: " + length + " bytes (expected: <= " + MAX_TEXT + ")");
        }
        return in.readableBytes() < length ? null : other(in, length);
    }

    private static @Nullable ClientMessage fence(ByteBuf in) {
        int flags = in.readInt();
        int length = in.readUnsignedByte();
        if (length > MAX_FENCE) {
            throw new IllegalArgumentException("fence: " + length + " bytes (expected: <= " + MAX_FENCE + ")");
        }
        if (in.readableBytes() < length) {
            return null;
        }
        return new ClientMessage.Fence(
                flags, in.readCharSequence(length, StandardCharsets.ISO_8859_1).toString());
    }

    private static ClientMessage other(ByteBuf in, int bytes) {
        in.skipBytes(bytes);
        return new ClientMessage.Other();
    }
}
