package io.deskmeter.screen.x11;

import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.x11.wire.ReplyHandler;
import io.deskmeter.screen.x11.wire.Request;
import io.deskmeter.screen.x11.wire.XConnection;
import io.deskmeter.screen.x11.wire.XError;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A round trip to the X server. It reports a drawing when it draws, and says everything in order: what was drawn before
 * it did the round trip's request has been reported when the reply is read. Where all of that is in captures that are
 * complete, nothing else had been drawn when the probe left. On the event loop.
 */
record DisplayProbe(XConnection connection, DisplayCapture capture) {
    /**
     * Sends it.
     *
     * @param now monotonic nanoseconds
     * @param hears called on the event loop with the answer
     */
    void send(long now, Consumer<ProbeAnswer> hears) {
        if (!capture.isTold()) {
            hears.accept(ProbeAnswer.unsupported()); // this display reports no drawing
        } else if (!connection.isHeard()) {
            hears.accept(ProbeAnswer.notAsked(now));
        } else {
            connection.ask(Request.of(Opcodes.GET_INPUT_FOCUS, 0), new ReplyHandler() {
                @Override
                public void onReply(ByteBuffer reply, long arrivedAt) {
                    hears.accept(capture.hasAllReported() ? ProbeAnswer.unchanged(now) : ProbeAnswer.inconclusive(now));
                }

                @Override
                public void onError(XError error) {
                    hears.accept(ProbeAnswer.unsupported()); // the protocol knows no reason to refuse it
                }
            });
            connection.flush();
        }
    }
}
