package io.deskmeter.link.frame;

import io.netty.handler.codec.DecoderException;

/** Bytes that are not a valid frame or message. The link must end, because the start of the next frame is unknown. */
public final class FrameException extends DecoderException {
    private static final long serialVersionUID = 1L;

    FrameException(String message) {
        super(message);
    }
}
