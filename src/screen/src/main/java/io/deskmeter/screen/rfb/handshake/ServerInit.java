package io.deskmeter.screen.rfb.handshake;

/** The server's introduction; its own pixel format is of no interest, we set ours. */
public record ServerInit(int width, int height, String name) {}
