package io.deskmeter.link;

import io.netty.handler.codec.DecoderException;

/** Bytes that are no frame or no message; the link cannot go on, because where the next frame starts is unknown. */
final class FrameException extends DecoderException {
    private static final long serialVersionUID = 1L;

    FrameException(String message) {
        super(message);
    }
}
