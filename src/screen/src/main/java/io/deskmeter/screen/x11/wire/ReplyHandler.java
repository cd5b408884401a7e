package io.deskmeter.screen.x11.wire;

import java.nio.ByteBuffer;

/** Receives the outcome of a request; one of the two methods is called, on the event loop. */
public interface ReplyHandler {
    /**
     * The server has executed the request.
     *
     * @param reply the reply, valid during the call only; empty for a request that has none
     * @param arrivedAt monotonic nanoseconds at which its last byte was read
     */
    void onReply(ByteBuffer reply, long arrivedAt);

    void onError(XError error);
}
