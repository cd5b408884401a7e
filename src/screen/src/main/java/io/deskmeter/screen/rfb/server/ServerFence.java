package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.message.ClientFence;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import java.util.function.Consumer;

/**
 * A fence. A request is answered with its payload and its supported flags. The answer is correct, because messages are
 * decoded in order and one at a time: all earlier messages are processed, and no later one has begun. The client sends
 * no requests, so answers are ignored.
 */
final class ServerFence implements ServerMessage {
    private static final int REQUEST = 1 << 31;
    private static final int BLOCK_BEFORE = 1;
    private static final int BLOCK_AFTER = 2;
    private static final int SYNC_NEXT = 4;
    private static final int MAX_PAYLOAD = 64;
    private static final int HEADER_BYTES = 3 + 4 + 1;

    private final Consumer<ClientMessage> out;

    ServerFence(Consumer<ClientMessage> out) {
        this.out = out;
    }

    @Override
    public boolean advance(ReceiveBuffer in) throws ScreenException {
        if (!in.has(HEADER_BYTES)) {
            return false;
        }
        int length =
                RfbLimits.checkLength("payload of a fence", in.peek(HEADER_BYTES - 1), MAX_PAYLOAD, RfbLimits.BROKEN);
        if (!in.has(HEADER_BYTES + length)) {
            return false;
        }
        in.skip(3);
        int flags = in.s32();
        in.skip(1);
        byte[] payload = in.bytes(length);
        if ((flags & REQUEST) != 0) {
            out.accept(new ClientFence(flags & (BLOCK_BEFORE | BLOCK_AFTER | SYNC_NEXT), payload));
        }
        return true;
    }
}
