/**
 * The server's messages after the handshake: one resumable {@link io.deskmeter.screen.rfb.server.ServerMessage} per
 * type byte, read by {@link io.deskmeter.screen.rfb.server.ServerMessages}.
 * {@link io.deskmeter.screen.rfb.server.UpdateFlow} decides how changes are received: by requests, or continuously if
 * the server supports that. {@link io.deskmeter.screen.rfb.server.UpdateProbe} asks whether changes are pending.
 */
@NullMarked
package io.deskmeter.screen.rfb.server;

import org.jspecify.annotations.NullMarked;
