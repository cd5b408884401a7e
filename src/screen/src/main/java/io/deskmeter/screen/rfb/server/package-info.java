/**
 * What a server says after the handshake: one resumable {@link io.deskmeter.screen.rfb.server.ServerMessage} per type byte, read
 * by {@link io.deskmeter.screen.rfb.server.ServerMessages}. {@link io.deskmeter.screen.rfb.server.UpdateFlow} decides how changes
 * keep coming: by requests, or continuously where the server can.
 */
@NullMarked
package io.deskmeter.screen.rfb.server;

import org.jspecify.annotations.NullMarked;
