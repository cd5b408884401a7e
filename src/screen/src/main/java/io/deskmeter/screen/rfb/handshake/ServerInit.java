package io.deskmeter.screen.rfb.handshake;

/** The server's ServerInit message. Its pixel format is ignored, because the client sets its own. */
public record ServerInit(int width, int height, String name) {}
