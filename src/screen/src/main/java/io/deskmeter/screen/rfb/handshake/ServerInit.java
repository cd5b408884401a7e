package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.rfb.wire.ServerFormat;

/**
 * The server's ServerInit message.
 *
 * @param width of the desktop; it has no picture yet if this or the height is 0
 * @param format of its own picture; the client sets another
 */
public record ServerInit(int width, int height, ServerFormat format, String name) {}
