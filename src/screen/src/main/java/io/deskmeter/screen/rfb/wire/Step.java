package io.deskmeter.screen.rfb.wire;

import io.deskmeter.screen.ScreenException;
import org.jspecify.annotations.Nullable;

/** One stage of a conversation. */
public interface Step {
    /**
     * Reads as far as the bytes reach.
     *
     * @return the stage that follows, or null where more bytes are needed (then it is called again)
     * @throws ScreenException the server broke the protocol or refused; the conversation is over
     */
    @Nullable
    Step advance(ReceiveBuffer in) throws ScreenException;
}
